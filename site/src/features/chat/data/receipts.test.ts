import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isConnected, setConnection } from '#client/socket-events.ts';
import { noteDelivered, noteSeen } from './receipts.ts';

vi.mock('#site/shell/api.ts', () => ({ call: vi.fn() }));

type Wire = { angelId: string; consegnato: number; letto: number };
let told: Wire[] = [];
let person = 0;
/** A person without any read marks. */
const somebody = () => `person ${(person += 1)}`;
const hear = async (_: string, wire: unknown) => {
  told.push(wire as Wire);
  return { ok: true, totalUnreadMessages: 0 };
};
const toldOf = (id: string) =>
  told.filter(({ angelId }) => angelId === id).map(({ consegnato, letto }) => [consegnato, letto]);

beforeEach(() => {
  told = [];
  vi.useFakeTimers();
  setConnection(hear);
});
afterEach(() => {
  setConnection(null);
  vi.useRealTimers();
});

test('what comes and is read within a moment is reported together', async () => {
  const anna = somebody();
  for (const number of [1, 2, 3]) noteDelivered('marco', anna, number);
  noteSeen('marco', anna, 2, false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toldOf(anna)).toEqual([[3, 2]]);
});

test('marks never go back, and nothing is reported twice', async () => {
  const anna = somebody();
  noteSeen('marco', anna, 5, true);
  await vi.advanceTimersByTimeAsync(1_000);
  noteSeen('marco', anna, 3, false);
  noteDelivered('marco', anna, 4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toldOf(anna)).toEqual([[5, 5]]);
});

test('what could not be reported is reported at the next connection', async () => {
  const anna = somebody();
  setConnection(null);
  noteSeen('marco', anna, 7, true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isConnected()).toBe(false);
  setConnection(hear);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toldOf(anna)).toEqual([[7, 7]]);
});
