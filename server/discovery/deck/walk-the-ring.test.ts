import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOOKED_AT } from './deck.sql.ts';
import type { RingRow } from './deck.sql.ts';
import { walkRing } from './read-deck.ts';
import type { ReadArc, RingPosition } from './read-deck.ts';

/** A deck without a database. */
function ringOf(keys: readonly number[], decided: Set<string>): ReadArc {
  const people = keys.map((key, index) => ({ id: `p${index}`, key })).sort((a, b) => a.key - b.key);
  return async ({ after, upTo, reach }) =>
    people
      .filter(({ key }) => key > after && key <= upTo)
      .slice(0, LOOKED_AT[reach])
      .map(({ id, key }): RingRow => ({ id, key, open: !decided.has(id) }));
}

const beginning = (startedAt: number): RingPosition => ({ reached: startedAt, wentRound: false });

test('going round from anywhere, with any keys shared, every person is met and no one twice', async () => {
  // Fewer keys than people, so that several share one.
  const keys = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 700, size: 'max' });
  const property = fc.asyncProperty(
    keys,
    fc.integer({ min: -1, max: 401 }),
    fc.func(fc.boolean()),
    fc.integer({ min: 1, max: 20 }),
    async (all, startedAt, isDecidedBefore, wanted) => {
      const decided = new Set<string>(all.map((_, index) => `p${index}`).filter((id) => isDecidedBefore(id)));
      const left = all.length - decided.size;
      const read = ringOf(all, decided);
      const met: string[] = [];
      let position = beginning(startedAt);
      for (let fetch = 0; fetch < 1_000; fetch += 1) {
        const walk = await walkRing(read, startedAt, position, wanted);
        expect(walk.open.every((id) => !decided.has(id))).toBe(true);
        // What is not decided on is found again, however often it is asked for.
        expect((await walkRing(read, startedAt, walk.position, wanted)).open[0]).toBe(walk.open[0]);
        position = walk.position;
        if (walk.ended && walk.open.length === 0) break;
        const some = walk.open.slice(0, wanted);
        met.push(...some);
        for (const id of some) decided.add(id);
      }
      expect(met).toHaveLength(left);
      expect(decided.size).toBe(all.length);
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

test('a long decided stretch is not walked at once, and never called the end', async () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => index);
  const decided = new Set(keys.slice(0, 999).map((index) => `p${index}`));
  const read = ringOf(keys, decided);
  const walks = [await walkRing(read, -1, beginning(-1), 16)];
  while (walks.at(-1)!.open.length === 0 && walks.length < 20)
    walks.push(await walkRing(read, -1, walks.at(-1)!.position, 16));
  expect(walks.map(({ open, ended }) => [open, ended])).toEqual([
    [[], false],
    [[], false],
    [[], false],
    [['p999'], true],
  ]);
});

test('an empty ring has ended', async () => {
  const walk = await walkRing(ringOf([], new Set()), 5, beginning(5), 16);
  expect(walk).toMatchObject({ open: [], passed: 0, ended: true });
});
