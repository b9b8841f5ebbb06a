import fc from 'fast-check';
import { newId } from '../../server/platform/ids.ts';
import { encodeEntry, fillColumns, makeColumns } from '../../server/discovery/search/entries.ts';
import type { Entry } from '../../server/discovery/search/entries.ts';
import type { Place } from '../../server/discovery/search/queries.ts';
import { indexPlaces } from '../../server/discovery/search/views.ts';
import type { PeopleList } from '../../server/discovery/search/views.ts';

/** Few places, so that people lockVisiblePair; one name in two regions, and people who told none. */
export const places: Place[] = [
  ['Lazio', 'Roma'],
  ['Lazio', 'Latina'],
  ['Lazio', null],
  ['Sicilia', 'Roma'],
  ['Sicilia', 'Palermo'],
  [null, null],
];

/** Somebody as a list knows them, with an id that nobody else has. */
export const anybody: fc.Arbitrary<Entry> = fc.record({
  id: fc.integer().map(() => newId()),
  place: fc.nat(places.length - 1),
  birthYear: fc.option(fc.integer({ min: 1925, max: 2010 }), { nil: null }),
  verified: fc.boolean(),
  isNew: fc.boolean(),
  activeLately: fc.boolean(),
  kind: fc.constantFrom('member', 'staff', 'ai'),
  seeks: fc.constantFrom(null, 'female', 'male'),
});

export function listOf(entries: readonly Entry[]): PeopleList {
  const columns = makeColumns(entries.length);
  fillColumns(columns, 0, Buffer.concat(entries.map(encodeEntry)));
  return { ...columns, version: 1, regions: indexPlaces(places), segments: new Map(), skipped: new Map() };
}
