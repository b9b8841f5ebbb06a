import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isConnected, setConnection } from '#client/socket-events.ts';
import { noteDelivered, noteSeen } from './receipts.ts';

vi.mock('#site/shell/api.ts', () => ({ call: vi.fn() }));

type Wire = { angelId: string; consegnato: number; letto: number };
let sent: Wire[] = [];
let person = 0;
/** A person without any read marks. */
const newPerson = () => `person ${(person += 1)}`;
const record = async (_: string, wire: unknown) => {
  sent.push(wire as Wire);
  return { ok: true, totalUnreadMessages: 0 };
};
const sentOf = (id: string) =>
  sent.filter(({ angelId }) => angelId === id).map(({ consegnato, letto }) => [consegnato, letto]);

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
  setConnection(record);
});
afterEach(() => {
  setConnection(null);
  vi.useRealTimers();
});

test('what comes and is read within a moment is reported together', async () => {
  const anna = newPerson();
  for (const number of [1, 2, 3]) noteDelivered('marco', anna, number);
  noteSeen('marco', anna, 2, false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sentOf(anna)).toEqual([[3, 2]]);
});

test('marks never go back, and nothing is reported twice', async () => {
  const anna = newPerson();
  noteSeen('marco', anna, 5, true);
  await vi.advanceTimersByTimeAsync(1_000);
  noteSeen('marco', anna, 3, false);
  noteDelivered('marco', anna, 4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sentOf(anna)).toEqual([[5, 5]]);
});

test('what could not be reported is reported at the next connection', async () => {
  const anna = newPerson();
  setConnection(null);
  noteSeen('marco', anna, 7, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isConnected()).toBe(false);
  setConnection(record);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sentOf(anna)).toEqual([[7, 7]]);
});
