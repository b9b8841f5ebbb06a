import type { ChatNews } from '../../../../contract/chat.ts';

/** Takes a message that came over the connection into what is known of its conversation. */
export function takeInMessage(_trackerId: string, _news: ChatNews): void {}

/** What is known of a conversation, or of all of them, is out of date. */
export function refreshMessages(_trackerId: string, _profileId: string | null): void {}
