import { createStore, useStore } from '#client/store.ts';
import type { Message } from '#contract/chat/messages.ts';
import { INCOMING_MESSAGE_DELAY_MS } from '#contract/kernel/constants.ts';

/** The conversation that is on the screen. */
let open: { profileId: string } | null = null;

/** Puts a conversation on the screen, until the returned function is called. */
export function showConversation(profileId: string): () => void {
  const shown = { profileId };
  open = shown;
  return () => {
    if (open === shown) open = null;
  };
}

/**
 * For how long a message that has just come is shown as being written: where its conversation is open it is preceded by a
 * moment of typing, and lists and badges wait for it too. Never longer than that moment, whatever its time: the clock of
 * the server may be set back, and what was said is there.
 */
export function heldBackFor(message: Pick<Message, 'type' | 'at' | 'profileId'>, now: number): number {
  if (message.type !== 'theirs' || open?.profileId !== message.profileId) return 0;
  const wait = message.at + INCOMING_MESSAGE_DELAY_MS - now;
  return Math.min(INCOMING_MESSAGE_DELAY_MS, Math.max(0, wait));
}

const nothing: ReadonlySet<string> = new Set();
const heldBack = createStore(nothing);

/** Keeps the words of a message from the screen for so long. */
export function holdBack(id: string, milliseconds: number): void {
  heldBack.set(new Set(heldBack.get()).add(id));
  setTimeout(() => {
    const others = new Set(heldBack.get());
    others.delete(id);
    heldBack.set(others);
  }, milliseconds);
}

interface Appearance {
  shown: readonly Message[];
  /** A message of the participant is about to appear. */
  coming: boolean;
}

/** What can be seen of a conversation now. */
export function useAppearance(messages: readonly Message[]): Appearance {
  return appearance(messages, useStore(heldBack, nothing));
}

export function appearance(messages: readonly Message[], held: ReadonlySet<string>): Appearance {
  if (!messages.some(({ id }) => held.has(id))) return { shown: messages, coming: false };
  return { shown: messages.filter(({ id }) => !held.has(id)), coming: true };
}
