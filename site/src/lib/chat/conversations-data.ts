import type { ChatNews } from '../../../../contract/chat.ts';

/** Takes a message that came over the connection into the list of conversations. */
export function takeInRow(_trackerId: string, _news: ChatNews): void {}

/** Asks for the list again. */
export function refreshConversations(_trackerId: string): void {}
