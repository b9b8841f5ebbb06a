import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SearchFilters } from '#contract/discovery/search.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { Entry } from '#testing/discovery/search-list.ts';
import { anyPerson, listOf, places } from '#testing/discovery/search-list.ts';
import { idAt } from './columns.ts';
import { criteriaOf } from './fields.ts';
import { skipPeople, countShown, pageOf, pick, roomForAnswers, segmentOf } from './views.ts';

const THIS_YEAR = 2026;
const NO_PEOPLE = new Int32Array(0);

const ages = fc.integer({ min: 18, max: 98 });
const filters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    ageFrom: ages,
    ageTo: ages,
    verified: fc.boolean(),
    isNew: fc.boolean(),
    activeLately: fc.boolean(),
    kinds: fc.array(fc.constantFrom('member', 'staff', 'ai'), { maxLength: 3 }),
    hairColour: fc.array(fc.constantFrom('blond', 'red', 'dyed'), { maxLength: 2 }),
    height: fc.tuple(fc.integer({ min: 120, max: 230 }), fc.integer({ min: 120, max: 230 })),
  },
  { requiredKeys: [] },
);
const spot = fc.constantFrom<[string | null, string | null]>(
  [null, null],
  ['Lazio', null],
  ['Lazio', 'Roma'],
  ['Sicilia', 'Roma'],
  ['Sicilia', null],
  ['Lazio', 'Atlantide'],
  ['Atlantide', null],
);
const wantedPeople = fc.record({
  filters,
  ai: fc.boolean(),
  viewerGender: fc.constantFrom<Gender | null>(null, 'female', 'male'),
});
type WantedPeople = typeof wantedPeople extends fc.Arbitrary<infer W> ? W : never;

/** The same question asked of plain objects, without any haste. */
function fits(entry: Entry, { filters: wanted, ai, viewerGender }: WantedPeople): boolean {
  const { ageFrom, ageTo, kinds } = wanted;
  const age = entry.birthYear === null ? null : THIS_YEAR - entry.birthYear;
  if ((ageFrom !== undefined || ageTo !== undefined) && age === null) return false;
  if (ageFrom !== undefined && age! < ageFrom) return false;
  if (ageTo !== undefined && age! > ageTo) return false;
  if (wanted.verified && !entry.verified) return false;
  if (wanted.isNew && !entry.isNew) return false;
  if (wanted.activeLately && !entry.activeLately) return false;
  if (kinds?.length && !kinds.includes(entry.kind)) return false;
  if (entry.kind === 'ai' && !ai) return false;
  const { hairColour, height } = entry.details;
  if (wanted.hairColour?.length && !wanted.hairColour.some((colour) => colour === hairColour)) return false;
  if (wanted.height && (height === null || height < wanted.height[0] || height > wanted.height[1]))
    return false;
  return !entry.seeks || !viewerGender || entry.seeks === viewerGender;
}

function isIn({ place }: Entry, [region, city]: readonly [string | null, string | null]): boolean {
  const [itsRegion, itsCity] = places[place]!;
  return (region === null || region === itsRegion) && (city === null || city === itsCity);
}

test('a page holds whom a plain filter, sort and slice would put there, whatever is wanted, skipped and near', () => {
  const property = fc.property(
    fc.array(anyPerson, { maxLength: 60 }),
    wantedPeople,
    spot,
    spot,
    fc.array(fc.nat(59), { maxLength: 8 }),
    fc.nat(14),
    (entries, asked, where, near, skippedIndexes, page) => {
      const list = listOf(entries);
      const criteria = criteriaOf({ ...asked, thisYear: THIS_YEAR });
      const ids = [...new Set(skippedIndexes)].flatMap((index) => entries[index]?.id ?? []);
      const all = segmentOf(list, criteria, ...where);
      const isNarrower = where[0] === null || (where[0] === near[0] && where[1] === null);
      const first = isNarrower ? segmentOf(list, criteria, ...near) : NO_PEOPLE;
      const order = { all, first, skipped: skipPeople(list, 'viewer', ids) };

      const found = entries.filter(
        (entry) => fits(entry, asked) && isIn(entry, where) && !ids.includes(entry.id),
      );
      const isFirst = (entry: Entry) => isNarrower && isIn(entry, near);
      const sorted = [...found.filter(isFirst), ...found.filter((entry) => !isFirst(entry))];
      expect(countShown(order)).toBe(sorted.length);
      expect(pageOf(order, page * 5, 5).map((position) => idAt(list, position))).toEqual(
        sorted.slice(page * 5, page * 5 + 5).map(({ id }) => id),
      );
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test('a stretch is found among holes of any shape', () => {
  const property = fc.property(
    fc.array(fc.constantFrom('shown', 'one hole', 'another hole'), { maxLength: 80 }),
    fc.nat(90),
    fc.nat(10),
    (shape, from, count) => {
      // Every third position, as if others stood in between.
      const all = shape.map((_, index) => index * 3);
      const hole = (name: string) => Int32Array.from(all.filter((_, index) => shape[index] === name));
      const shown = all.filter((_, index) => shape[index] === 'shown');
      const holes = [hole('one hole'), hole('another hole')];
      expect(pick(Int32Array.from(all), holes, from, count)).toEqual(shown.slice(from, from + count));
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('what was asked before is answered from memory, and memory has an end', () => {
  const list = listOf(fc.sample(anyPerson, 100));
  const ask = (ageFrom: number, ageTo: number) => {
    const asked = { filters: { ageFrom, ageTo }, ai: true, viewerGender: null };
    return segmentOf(list, criteriaOf({ ...asked, thisYear: THIS_YEAR }), 'Lazio', 'Roma');
  };
  expect(ask(18, 98)).toBe(ask(18, 98));
  for (let ageFrom = 18; ageFrom < 98; ageFrom += 1)
    for (let ageTo = ageFrom; ageTo < 98; ageTo += 1) ask(ageFrom, ageTo);
  const bytes = list.segments.values().reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThan(roomForAnswers(list.count));
  expect(list.segments.size).toBeLessThan(1_000);
  expect(list.segments.size).toBeGreaterThan(100);
});

test('made-up places are not cached', () => {
  const list = listOf(fc.sample(anyPerson, 10));
  const criteria = criteriaOf({ filters: {}, ai: true, viewerGender: null, thisYear: THIS_YEAR });
  for (let count = 0; count < 50; count += 1) {
    expect(segmentOf(list, criteria, `Atlantide ${count}`, null)).toHaveLength(0);
    expect(segmentOf(list, criteria, 'Lazio', `Atlantide ${count}`)).toHaveLength(0);
  }
  expect(list.segments.size).toBe(0);
});

test('whom a viewer skips is looked for again when it changes, and not before', () => {
  const entries = fc.sample(anyPerson, 20);
  const list = listOf(entries);
  const skip = (...positions: number[]) =>
    skipPeople(
      list,
      'marco',
      positions.map((position) => entries[position]!.id),
    );
  const before = skip(3, 7);
  expect([...before]).toEqual([3, 7]);
  expect(skip(3, 7)).toBe(before);
  expect([...skip(3, 7, 1)]).toEqual([1, 3, 7]);
  expect([...skip(7)]).toEqual([7]);
  expect([...skip()]).toEqual([]);
  for (let viewer = 0; viewer < 2_000; viewer += 1) skipPeople(list, `viewer ${viewer}`, [entries[0]!.id]);
  expect(list.skipped.size).toBeLessThanOrEqual(500);
});
