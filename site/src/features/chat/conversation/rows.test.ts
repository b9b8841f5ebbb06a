import { expect, test } from 'vitest';
import type { Message } from '#contract/chat/messages.ts';
import { sampleMessage } from '#site/testing/sample-chat.ts';
import type { Posted } from '../data/outbox.ts';
import { type Row, chunksOf, rowsOf } from './rows.ts';

const MINUTE = 60_000;
const monday = new Date(2026, 4, 4, 21, 0).getTime();
const tuesday = new Date(2026, 4, 5, 8, 0).getTime();
const nowhere = { deliveredTo: 0, readTo: 0 };

function own(number: number, at: number): Message {
  return sampleMessage({ number, at, type: 'own' });
}
function theirs(number: number, at: number): Message {
  return sampleMessage({ number, at, type: 'theirs' });
}
function waiting(
  state: Posted['state'],
  id: string = crypto.randomUUID(),
  sendsAt: number | null = null,
): Posted {
  const words = { text: 'Ciao', readyMade: false, photo: null, quoted: null };
  return { id, trackerId: 'marco', profileId: 'anna', ...words, at: tuesday, state, sendsAt, reason: null };
}

const shown = { posted: [], conversation: nowhere, firstUnreadId: null };
const kinds = (rows: readonly Row[]) => rows.map(({ kind }) => kind);
const saidIn = (rows: readonly Row[]) => rows.filter((row) => row.kind === 'said');

test('each day has its line, once', () => {
  const messages = [own(1, monday), theirs(2, monday + MINUTE), own(3, tuesday)];
  expect(kinds(rowsOf({ ...shown, messages }))).toEqual(['day', 'said', 'said', 'day', 'said']);
});

test('what one side says in a few minutes belongs together, and only its last message tells the time', () => {
  const messages = [own(1, monday), own(2, monday + MINUTE), theirs(3, monday + 2 * MINUTE)];
  const together = saidIn(rowsOf({ ...shown, messages })).map(({ first, last }) => [first, last]);
  expect(together).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
});

test('a read message and one that is not do not share a mark', () => {
  const messages = [own(1, monday), own(2, monday + MINUTE), own(3, monday + 2 * MINUTE)];
  const rows = saidIn(rowsOf({ ...shown, messages, conversation: { deliveredTo: 2, readTo: 1 } }));
  expect(rows.map(({ progress, last }) => [progress, last])).toEqual([
    ['read', true],
    ['delivered', true],
    ['sent', true],
  ]);
});

test('the unread line stands before the first message that was unread', () => {
  const messages = [theirs(1, monday), theirs(2, monday + MINUTE)];
  const rows = rowsOf({ ...shown, messages, firstUnreadId: messages[1]!.id });
  expect(kinds(rows)).toEqual(['day', 'said', 'unread', 'said']);
});

test('what waits comes last, unless it has arrived; what could not be paid for is gone', () => {
  const arrived = own(1, monday);
  const posted = [waiting('failed'), waiting('waiting', arrived.id), waiting('refused')];
  const rows = saidIn(rowsOf({ ...shown, messages: [arrived], posted }));
  expect(rows.map(({ progress }) => progress)).toEqual(['sent', 'failed']);
});

test('a limit that stops one message stops all that were written after it, and is shown once', () => {
  const sendsAt = tuesday + MINUTE;
  const posted = [waiting('waiting', undefined, sendsAt), waiting('waiting')];
  const rows = saidIn(rowsOf({ ...shown, messages: [], posted }));
  expect(rows.map(({ progress, sendsAt: until, last }) => [progress, until, last])).toEqual([
    ['limited', sendsAt, false],
    ['limited', sendsAt, true],
  ]);
});

test('a chunk keeps its messages, whatever comes before or after', () => {
  const all = Array.from({ length: 200 }, (_, index) => own(index + 1, monday + index * MINUTE));
  const cut = (messages: Message[]) =>
    new Map(chunksOf(rowsOf({ ...shown, messages })).map((c) => [c.key, c.rows]));
  const whole = cut(all);
  const part = cut(all.slice(80, 150));
  const inside = [...part.keys()].slice(1, -1);
  expect(inside.length).toBeGreaterThan(0);
  for (const key of inside) expect(part.get(key)).toEqual(whole.get(key));
  expect([...whole.values()].flat()).toEqual(rowsOf({ ...shown, messages: all }));
});

test('a day line goes with the message after it', () => {
  const messages = Array.from({ length: 60 }, (_, index) =>
    own(index + 1, monday + index * 24 * 60 * MINUTE),
  );
  for (const { rows } of chunksOf(rowsOf({ ...shown, messages }))) expect(rows.at(-1)?.kind).toBe('said');
});
