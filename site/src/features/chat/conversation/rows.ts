import type { Conversation } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import type { Posted } from '../data/outbox.ts';

/** How far one's own message has come. `limited`: too many were sent, and it waits until more are taken. */
export type Progress = 'waiting' | 'limited' | 'failed' | 'sent' | 'delivered' | 'read';

/** What one of the two said, the member included. */
export interface Said {
  kind: 'said';
  key: string;
  message: Message;
  /** Null for what the other one said. */
  progress: Progress | null;
  /** Where it is not on the server yet. */
  posted: Posted | null;
  /** When it goes out by itself, where too many were sent before it. */
  sendsAt: number | null;
  /** The first and the last of several that belong together. The last one tells the time. */
  first: boolean;
  last: boolean;
  /** The newest of one's own. */
  newestOwn: boolean;
}

export type Row =
  | Said
  | { kind: 'like'; key: string; message: Message }
  | { kind: 'day'; key: string; at: number }
  /** From here on everything is new to the reader. */
  | { kind: 'unread'; key: string };

/** Messages of one side that follow each other within this time belong together. */
const TOGETHER_MS = 5 * 60_000;

interface Shown {
  messages: readonly Message[];
  posted: readonly Posted[];
  conversation: Pick<Conversation, 'deliveredTo' | 'readTo'>;
  /** The first message that was unread when the conversation was opened. */
  firstUnreadId: string | null;
}

/** A conversation line by line: days, the unread line, what was said. What waits to be sent comes last. */
export function rowsOf({ messages, posted, conversation, firstUnreadId }: Shown): Row[] {
  const stored = new Set(messages.map(({ id }) => id));
  const waiting = posted.filter(({ id, state }) => state !== 'refused' && !stored.has(id));
  const sendsAt = waiting.find((one) => one.state === 'waiting' && one.sendsAt !== null)?.sendsAt ?? null;
  const said = [
    ...messages.map((message) => ({
      message,
      posted: null,
      sendsAt: null,
      progress: progressOf(message, conversation),
    })),
    ...waiting.map((one) => waitingRow(one, sendsAt)),
  ];
  const newestOwn = said.findLast(({ message }) => message.type === 'own')?.message.id;
  const rows: Row[] = [];
  let day = { begins: 0, ends: 0 };
  for (const [index, one] of said.entries()) {
    const { message } = one;
    if (message.at < day.begins || message.at >= day.ends) {
      day = dayOf(message.at);
      rows.push({ kind: 'day', key: `day ${day.begins}`, at: message.at });
    }
    if (message.id === firstUnreadId) rows.push({ kind: 'unread', key: 'unread' });
    if (message.type === 'like') {
      rows.push({ kind: 'like', key: message.id, message });
      continue;
    }
    const before = said[index - 1];
    const after = said[index + 1];
    rows.push({
      kind: 'said',
      key: message.id,
      ...one,
      newestOwn: message.id === newestOwn,
      first: !before || message.id === firstUnreadId || !belongTogether(before.message, message),
      last:
        !after ||
        after.message.id === firstUnreadId ||
        after.progress !== one.progress ||
        !belongTogether(message, after.message),
    });
  }
  return rows;
}

/** Rows that are drawn or left out together. */
export interface Chunk {
  key: string;
  rows: readonly Row[];
}

const NUMBERS_IN_CHUNK = 24;

/** The key of the chunk in which a message stands. */
export const chunkOf = (number: number) => String(Math.floor(number / NUMBERS_IN_CHUNK));

/** Cut by the numbers of the messages, so that what is cut stays so when older or newer ones come. */
export function chunksOf(rows: readonly Row[]): Chunk[] {
  const chunks: { key: string; rows: Row[] }[] = [];
  let current = 0;
  for (const row of rows) {
    if (row.kind === 'said' && row.message.number > 0)
      current = Math.floor(row.message.number / NUMBERS_IN_CHUNK);
    const key = String(current);
    const last = chunks.at(-1);
    if (last?.key === key) last.rows.push(row);
    else chunks.push({ key, rows: [row] });
  }
  return leadingRowsMoved(chunks);
}

/** What stands before the first message of a chunk (its day, the unread line) belongs to that chunk. */
function leadingRowsMoved(chunks: readonly { key: string; rows: Row[] }[]): Chunk[] {
  for (const [index, { rows }] of chunks.entries()) {
    const lastSaid = rows.findLastIndex(({ kind }) => kind === 'said' || kind === 'like');
    chunks[index + 1]?.rows.unshift(...rows.splice(lastSaid + 1));
  }
  return chunks.filter(({ rows }) => rows.length > 0);
}

function belongTogether(one: Message, next: Message): boolean {
  return one.type === next.type && next.at - one.at < TOGETHER_MS && next.at < dayOf(one.at).ends;
}

function dayOf(at: number): { begins: number; ends: number } {
  const day = new Date(at);
  const begins = day.setHours(0, 0, 0, 0);
  return { begins, ends: day.setDate(day.getDate() + 1) };
}

function progressOf(
  { type, number }: Message,
  { deliveredTo, readTo }: Shown['conversation'],
): Progress | null {
  if (type !== 'own') return null;
  if (number <= readTo) return 'read';
  return number <= deliveredTo ? 'delivered' : 'sent';
}

/** What waits goes out in order: a limit that stops the first stops all. */
function waitingRow(
  posted: Posted,
  limitedUntil: number | null,
): Pick<Said, 'message' | 'posted' | 'sendsAt' | 'progress'> {
  const sendsAt = posted.state === 'failed' ? null : limitedUntil;
  const waits = sendsAt === null ? 'waiting' : 'limited';
  return {
    message: asMessage(posted),
    posted,
    sendsAt,
    progress: posted.state === 'failed' ? 'failed' : waits,
  };
}

function asMessage({ id, profileId, text, readyMade, photo, quoted, at }: Posted): Message {
  return {
    id,
    profileId,
    text,
    readyMade,
    photo,
    at,
    type: 'own',
    number: 0,
    blurred: null,
    name: '',
    read: false,
    delivered: false,
    notice: null,
    icebreaker: false,
    invitation: false,
    phoneCovered: false,
    warning: null,
    ...(quoted && { quoted }),
  };
}
