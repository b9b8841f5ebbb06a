import type { Conversation, MessagePage } from '#contract/chat/conversations.ts';
import type { MessageChange } from '#contract/chat/message-actions.ts';
import type { Message } from '#contract/chat/messages.ts';

/**
 * What a conversation is busy with. `behind`: what was missed could not be fetched, and is asked for at the next
 * connection. `older_failed`: the reader is asked whether to try again.
 */
export type Phase = 'ready' | 'loading_older' | 'older_failed' | 'catching_up' | 'behind';

/** What is known of a conversation. */
export interface Thread {
  conversation: Conversation;
  /** In the order in which they were said. */
  messages: readonly Message[];
  /** Asks for those before the first. Null where there are none. */
  older: string | null;
  /** Every message up to this number is known here, or no longer wanted. */
  upTo: number;
  phase: Phase;
}

export function threadOf({ conversation, messages, next }: MessagePage): Thread {
  return { conversation, messages, older: next, upTo: lastNumber(messages), phase: 'ready' };
}

/** The newest messages, fetched again. What lies before them stays, unless something between is missing. */
export function withNewest(known: Thread | undefined, page: MessagePage): Thread {
  const fresh = threadOf(page);
  const first = firstNumber(page.messages);
  if (!known || first === 0 || known.upTo < first - 1) return fresh;
  // An answer that was overtaken by everything that is known.
  if (fresh.upTo < firstNumber(known.messages) - 1) return known;
  const fetched = new Set(page.messages.map(({ id }) => id));
  const begins = known.messages.findIndex(({ number }) => number >= first);
  const before = (begins < 0 ? known.messages : known.messages.slice(0, begins)).filter(
    ({ id }) => !fetched.has(id),
  );
  // Another level lets other words be read, also those that were fetched long ago.
  const [was, is] = [isKeptBack(before), isKeptBack(fresh.messages)];
  if (was !== undefined && is !== undefined && was !== is) return fresh;
  const after = known.messages.filter(({ id, number }) => number > fresh.upTo && !fetched.has(id));
  return {
    ...fresh,
    messages: [...before, ...fresh.messages, ...after],
    older: before.length > 0 ? known.older : page.next,
    upTo: Math.max(known.upTo, fresh.upTo),
    phase: known.phase === 'behind' ? 'ready' : known.phase,
  };
}

/** Whether the other one's words are kept back. Undefined where there are none. */
function isKeptBack(messages: readonly Message[]): boolean | undefined {
  const last = messages.findLast(({ type }) => type === 'theirs');
  return last && last.blurred !== null;
}

/** Older messages, asked for with this mark. What was asked for before the list started over is left out. */
export function withOlder(thread: Thread, page: MessagePage, mark: string): Thread {
  if (thread.older !== mark) return thread;
  const known = new Set(thread.messages.map(({ id }) => id));
  const older = page.messages.filter(({ id }) => !known.has(id));
  return { ...thread, messages: [...older, ...thread.messages], older: page.next, phase: 'ready' };
}

/** What was missed, asked for after the last number. */
export function withNewer(thread: Thread, page: MessagePage): Thread {
  const known = new Set(thread.messages.map(({ id }) => id));
  const newer = page.messages.filter(({ id, number }) => number > thread.upTo && !known.has(id));
  return {
    ...thread,
    conversation: page.conversation,
    messages: [...thread.messages, ...newer],
    upTo: Math.max(thread.upTo, lastNumber(newer)),
  };
}

/** Whether messages are missing before this one. */
export function isGap({ upTo }: Thread, number: number): boolean {
  return number > upTo + 1;
}

/**
 * A message of the moment: an answer to what was sent, or one that came over the connection, in either order. Before
 * one that leaves a gap the missing ones have to be fetched, and bring it along.
 */
export function withMessage(thread: Thread, message: Message): Thread {
  const { id, number } = message;
  if (isGap(thread, number) || (number > 0 && number <= thread.upTo)) return thread;
  if (thread.messages.some((known) => known.id === id)) return thread;
  return {
    ...thread,
    conversation: number > 0 ? afterMessage(thread.conversation, message) : thread.conversation,
    messages: [...thread.messages, message],
    upTo: Math.max(thread.upTo, number),
  };
}

/** The ice is broken by the first message, and an invitation is answered by the other one's. */
function afterMessage(conversation: Conversation, { type }: Message): Conversation {
  const brokeIce = type === 'own' && conversation.credit === 'icebreaker';
  return {
    ...conversation,
    icebreaker: false,
    invitationPending: conversation.invitationPending && type !== 'theirs',
    // The price is the same, only taken from other credits.
    ...(brokeIce && { credit: 'message' }),
  };
}

/** How far the other one has come. It never goes back. */
export function withReceipt(thread: Thread, receipt: { deliveredTo: number; readTo: number }): Thread {
  const { conversation } = thread;
  const readTo = Math.max(conversation.readTo, receipt.readTo);
  const deliveredTo = Math.max(conversation.deliveredTo, receipt.deliveredTo, readTo);
  if (readTo === conversation.readTo && deliveredTo === conversation.deliveredTo) return thread;
  return { ...thread, conversation: { ...conversation, readTo, deliveredTo } };
}

/** How far the reader has come. */
export function withOwnRead(thread: Thread, number: number): Thread {
  const { conversation } = thread;
  if (number <= conversation.ownReadTo) return thread;
  const unread = thread.messages.filter((one) => one.type === 'theirs' && one.number > number).length;
  return { ...thread, conversation: { ...conversation, ownReadTo: number, unread } };
}

/** Other signs on a message, or the message gone. */
export function withChange(thread: Thread, change: Omit<MessageChange, 'profileId'>): Thread {
  const { id, unsent, ownReaction, theirReaction } = change;
  if (unsent) return withoutMessage(thread, id);
  const messages = thread.messages.map((message) => {
    if (message.id !== id) return message;
    const { ownReaction: _own, theirReaction: _theirs, ...rest } = message;
    return { ...rest, ...(ownReaction && { ownReaction }), ...(theirReaction && { theirReaction }) };
  });
  return { ...thread, messages };
}

export function withoutMessage(thread: Thread, id: string): Thread {
  return { ...thread, messages: thread.messages.filter((one) => one.id !== id) };
}

/** A message that was taken away, back in its place. */
export function withRestored(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread;
  const follows = thread.messages.findIndex((one) =>
    message.number > 0 && one.number > 0 ? one.number > message.number : one.at > message.at,
  );
  const place = follows < 0 ? thread.messages.length : follows;
  return { ...thread, messages: thread.messages.toSpliced(place, 0, message) };
}

/** Nothing is left of what was said so far. */
export function cleared(thread: Thread): Thread {
  return { ...thread, messages: [], older: null, conversation: { ...thread.conversation, unread: 0 } };
}

/** 0 where none has a number. */
export function firstNumber(messages: readonly Message[]): number {
  return messages.find(({ number }) => number > 0)?.number ?? 0;
}

function lastNumber(messages: readonly Message[]): number {
  return messages.reduce((last, { number }) => Math.max(last, number), 0);
}
