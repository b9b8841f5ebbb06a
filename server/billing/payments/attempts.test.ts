import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advance, isOpen, isPaid } from './attempts.ts';
import type { ChargeVerdict, AttemptState } from './attempts.ts';

const verdicts: ChargeVerdict[] = [
  {
    state: 'requires_action',
    reference: 'r',
    step: { type: 'redirect', url: 'u', method: 'GET', fields: {} },
  },
  { state: 'processing', reference: 'r' },
  { state: 'unknown' },
  { state: 'error' },
  { state: 'absent' },
  { state: 'declined', reference: 'r', outcome: 'generic', dropToken: false },
  { state: 'captured', reference: 'r', amountCents: 100, stored: null },
];
const anyVerdict = fc.constantFrom(...verdicts);
const run = (given: ChargeVerdict[], from: AttemptState = 'created') =>
  given.reduce((state, known) => advance(state, known)?.state ?? state, from);

test('where an attempt ends does not depend on the order in which it is reported, nor on how often', () => {
  const property = fc.property(
    fc.array(anyVerdict, { minLength: 1, maxLength: 8 }),
    fc.nat(),
    (given, seed) => {
      const shuffled = given.toSorted(
        (one, other) => ((given.indexOf(one) * 7 + seed) % 5) - ((given.indexOf(other) * 7 + seed) % 5),
      );
      const doubled = shuffled.flatMap((known) => [known, known]);
      const ends = [run(given), run(shuffled), run(doubled)].map((state) =>
        isOpen(state) ? 'open' : isPaid(state),
      );
      expect(new Set(ends).size).toBe(1);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('money that was taken is never forgotten, and a success after a decline counts', () => {
  for (const known of verdicts) {
    expect(advance('captured', known)).toBeUndefined();
    expect(advance('refunded', known)).toBeUndefined();
    expect(advance('charged_back', known)).toBeUndefined();
  }
  expect(run([{ state: 'error' }, { state: 'captured', reference: 'r', amountCents: 1, stored: null }])).toBe(
    'captured',
  );
});

test('an unknown outcome stays open, and an attempt that was never made is over', () => {
  expect(run([{ state: 'unknown' }])).toBe('unknown');
  expect(run([{ state: 'unknown' }, { state: 'processing', reference: null }])).toBe('processing');
  expect(run([{ state: 'processing', reference: null }, { state: 'unknown' }])).toBe('processing');
  expect(run([{ state: 'unknown' }, { state: 'absent' }])).toBe('error');
  expect(isOpen('error')).toBe(false);
});
