import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FAIR_EVERY, orderOf } from './order.ts';

const people = fc.array(
  fc.record({ score: fc.double({ min: 0, max: 14, noNaN: true }), shown: fc.nat(400) }),
  {
    maxLength: 60,
  },
);
const order = (all: { score: number; shown: number }[], wanted: number) => [
  ...orderOf(
    Float64Array.from(all, ({ score }) => score),
    all.map(({ shown }) => shown),
    wanted,
  ),
];

test('each comes once, as many as there are, and without the fair places the highest come first', () => {
  const property = fc.property(people, fc.nat(80), (all, wanted) => {
    const found = order(all, wanted);
    expect(found).toHaveLength(Math.min(wanted, all.length));
    expect(new Set(found).size).toBe(found.length);
    const scores = found
      .filter((_, place) => place % FAIR_EVERY !== FAIR_EVERY - 1)
      .map((index) => all[index]!.score);
    for (const [place, score] of scores.slice(1).entries())
      expect(score).toBeLessThanOrEqual(scores[place]! + 0.01);
  });
  fc.assert(property);
});

test('every fifth place goes to the one of all others who was shown least', () => {
  const property = fc.property(people, (all) => {
    const found = order(all, FAIR_EVERY);
    fc.pre(found.length === FAIR_EVERY);
    const others = all.map((_, index) => index).filter((index) => !found.slice(0, -1).includes(index));
    expect(all[found.at(-1)!]!.shown).toBe(Math.min(...others.map((index) => all[index]!.shown)));
  });
  fc.assert(property);
});

test('where everyone comes back for more, everyone is shown before the week is over, however low their score', () => {
  const scores = Float64Array.from({ length: 400 }, (_, index) => (index < 20 ? 10 : 1 / (index + 1)));
  const shown = new Float64Array(400);
  for (let deck = 0; deck < 150; deck += 1)
    for (const index of orderOf(scores, shown, 15)) shown[index]! += 1;
  expect(Math.min(...shown)).toBeGreaterThan(0);
});
