import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IMPORTANCES, WEIGHED_TERMS } from '#contract/discovery/preferences.ts';
import { TERMS } from '#contract/discovery/reasons.ts';
import type { Term } from '#contract/discovery/reasons.ts';
import { propertyRuns } from '#testing/long-runs.ts';
import { partOf, reasonsOf, scoreOf, usualWeights, weightsOf } from './score.ts';
import type { Facts } from './score.ts';

const anyFacts: fc.Arbitrary<Facts> = fc.record({
  likesViewer: fc.boolean(),
  kilometres: fc.option(fc.nat(1_000), { nil: null }),
  daysSinceActive: fc.nat(255),
  interestsInCommon: fc.nat(10),
  languagesInCommon: fc.nat(8),
  answersWithinDay: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  daysHere: fc.nat(255),
  shownThisWeek: fc.nat(60_000),
  demand: fc.double({ min: 0, max: 31, noNaN: true }),
});

/** A person of whom nothing speaks for them. */
const stranger: Facts = {
  likesViewer: false,
  kilometres: null,
  daysSinceActive: 255,
  interestsInCommon: 0,
  languagesInCommon: 0,
  answersWithinDay: null,
  daysHere: 255,
  shownThisWeek: 60_000,
  demand: 31,
};

const better: { [Fact in keyof Facts]: (facts: Facts) => Facts[Fact] } = {
  likesViewer: () => true,
  kilometres: ({ kilometres }) => (kilometres === null ? 1_000 : kilometres / 2),
  daysSinceActive: ({ daysSinceActive }) => Math.max(0, daysSinceActive - 1),
  interestsInCommon: ({ interestsInCommon }) => interestsInCommon + 1,
  languagesInCommon: ({ languagesInCommon }) => languagesInCommon + 1,
  answersWithinDay: ({ answersWithinDay }) => Math.min(1, (answersWithinDay ?? 0) + 0.1),
  daysHere: ({ daysHere }) => Math.max(0, daysHere - 1),
  shownThisWeek: ({ shownThisWeek }) => Math.max(0, shownThisWeek - 1),
  demand: ({ demand }) => demand / 2,
};

test('every fact that speaks for a person moves them up or leaves them where they are, and no part is below nothing', () => {
  const names = Object.keys(better) as (keyof Facts)[];
  const property = fc.property(anyFacts, fc.constantFrom(...names), (facts, name) => {
    const improved = { ...facts, [name]: better[name](facts) };
    expect(scoreOf(improved, usualWeights)).toBeGreaterThanOrEqual(scoreOf(facts, usualWeights));
    for (const term of TERMS) {
      const part = partOf(term, facts, usualWeights);
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(usualWeights[term]);
    }
  });
  fc.assert(property, propertyRuns(100, 10_000));
});

test('what a member weighs more counts more, and what they switch off counts nothing', () => {
  const importance = fc.constantFrom(...IMPORTANCES);
  const choice = fc.record({
    nearness: importance,
    activity: importance,
    interests: importance,
    newness: importance,
  });
  const property = fc.property(anyFacts, choice, fc.constantFrom(...WEIGHED_TERMS), (facts, chosen, term) => {
    const parts = IMPORTANCES.map((one) => partOf(term, facts, weightsOf({ ...chosen, [term]: one })));
    expect(parts[0]).toBe(0);
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  });
  fc.assert(property, propertyRuns(100, 10_000));
});

const speaking: [Term, Partial<Facts>][] = [
  ['likesYou', { likesViewer: true }],
  ['nearness', { kilometres: 8 }],
  ['activity', { daysSinceActive: 0 }],
  ['interests', { interestsInCommon: 2 }],
  ['languages', { languagesInCommon: 1 }],
  ['answers', { answersWithinDay: 0.9 }],
  ['newness', { daysHere: 2 }],
  ['fairness', { shownThisWeek: 0, demand: 0 }],
];
test.each(speaking)('%s is named as the reason where it is one, and only there', (term, facts) => {
  expect(reasonsOf(stranger, usualWeights, () => true)).toEqual([]);
  expect(reasonsOf({ ...stranger, ...facts }, usualWeights, () => true)).toEqual([term]);
  expect(reasonsOf({ ...stranger, ...facts }, { ...usualWeights, [term]: 0 }, () => true)).toEqual([]);
});

test('the two largest parts are the reasons, of those that may be said', () => {
  const property = fc.property(anyFacts, fc.subarray([...TERMS]), (facts, said) => {
    const reasons = reasonsOf(facts, usualWeights, (term) => said.includes(term));
    expect(reasons.length).toBeLessThanOrEqual(2);
    const least = Math.min(...reasons.map((term) => partOf(term, facts, usualWeights)));
    for (const term of reasons) expect(said).toContain(term);
    // What speaks for a person by less than a quarter of what it could is no reason, however much it weighs.
    const speaks = (one: Term) => partOf(one, facts, usualWeights) > usualWeights[one] * 0.26;
    const unsaid = reasons.length === 2 ? said.filter((one) => !reasons.includes(one) && speaks(one)) : [];
    for (const term of unsaid) expect(partOf(term, facts, usualWeights)).toBeLessThanOrEqual(least);
  });
  fc.assert(property, propertyRuns(100, 10_000));
});
