import type { Message } from '../../../../../contract/chat/messages.ts';
import { INCOMING_MESSAGE_DELAY_MS } from '../../../../../contract/kernel/constants.ts';

/** A clock that is a little late must not hide what was just said. */
const TOLERANCE_MS = 2_000;

/** The conversation that is on the screen. */
let open: { profileId: string; openedAt: number } | null = null;

/** Puts a conversation on the screen, until the returned function is called. */
export function showConversation(profileId: string, openedAt: number): () => void {
  const shown = { profileId, openedAt };
  open = shown;
  return () => {
    if (open === shown) open = null;
  };
}

/** For how long a message that has just come is still shown as being written: lists and badges wait for it too. */
export function heldBackFor(message: Pick<Message, 'type' | 'at' | 'profileId'>, now: number): number {
  if (message.type !== 'theirs' || open?.profileId !== message.profileId) return 0;
  return Math.max(0, appearsAt(message, open.openedAt) - now);
}

interface Moment {
  /** The server's time. */
  now: number;
  /** When the conversation was opened. What had come by then shows at once. */
  openedAt: number;
}

/** When a message may be seen: one that comes while its conversation is open is preceded by a moment of typing. */
function appearsAt({ type, at }: Pick<Message, 'type' | 'at'>, openedAt: number): number {
  return type === 'theirs' && at > openedAt ? at + INCOMING_MESSAGE_DELAY_MS : at - TOLERANCE_MS;
}

interface Appearance {
  shown: readonly Message[];
  /** Somebody's words are about to appear. */
  coming: boolean;
  /** When there will be more to see. Null where all is shown. */
  nextAt: number | null;
}

/** What can be seen of a conversation now. Nothing of the future is shown. */
export function appearance(messages: readonly Message[], { now, openedAt }: Moment): Appearance {
  const waiting = messages.filter((message) => appearsAt(message, openedAt) > now);
  if (waiting.length === 0) return { shown: messages, coming: false, nextAt: null };
  const hidden = new Set(waiting.map(({ id }) => id));
  return {
    shown: messages.filter(({ id }) => !hidden.has(id)),
    coming: waiting.some(({ type, at }) => type === 'theirs' && at <= now + TOLERANCE_MS),
    nextAt: Math.min(...waiting.map((message) => appearsAt(message, openedAt))),
  };
}
