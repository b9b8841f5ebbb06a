import fc from 'fast-check';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import { answersIn, answersOf, searchableNames } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { fillColumns, makeColumns } from '#server/discovery/search/columns.ts';
import type { Chunk } from '#server/discovery/search/columns.ts';
import {
  answerByte,
  kindBytes,
  searchFields,
  seeksBytes,
  yearByte,
} from '#server/discovery/search/fields.ts';
import type { Place } from '#server/discovery/search/lists.sql.ts';
import { emptyAnswers, indexPlaces } from '#server/discovery/search/views.ts';
import type { PeopleList } from '#server/discovery/search/views.ts';
import { newId } from '#server/platform/ids.ts';

/** Few places, so that people meet; one name in two regions, and people who named none. */
export const places: Place[] = [
  ['Lazio', 'Roma'],
  ['Lazio', 'Latina'],
  ['Lazio', null],
  ['Sicilia', 'Roma'],
  ['Sicilia', 'Palermo'],
  [null, null],
];

export interface Entry {
  id: string;
  place: number;
  birthYear: number | null;
  verified: boolean;
  isNew: boolean;
  activeLately: boolean;
  kind: ProfileKind;
  details: Details;
  /** Whom the owner seeks; null where the profile has no owner. */
  seeks: Gender | null;
}

/** These people as a chunk of a list. */
export function chunkOf(entries: readonly Entry[]): Chunk {
  const bytes = (byte: (entry: Entry) => number) => Buffer.from(entries.map(byte));
  const numbers = Buffer.alloc(entries.length * 4);
  for (const [index, { place }] of entries.entries()) numbers.writeUInt32BE(place, index * 4);
  return new Map([
    ['id', Buffer.from(entries.map(({ id }) => id.replaceAll('-', '')).join(''), 'hex')],
    ['place', numbers],
    ['birth_year', bytes(({ birthYear }) => yearByte(birthYear))],
    ['verified', bytes(({ verified }) => Number(verified))],
    ['is_new', bytes(({ isNew }) => Number(isNew))],
    ['active_lately', bytes(({ activeLately }) => Number(activeLately))],
    ['kind', bytes(({ kind }) => kindBytes[kind])],
    ...searchableNames.map(
      (name) => [searchFields[name].column, bytes((entry) => answerByte(name, entry.details[name]))] as const,
    ),
    ['seeks', bytes(({ seeks }) => (seeks ? seeksBytes[seeks] : 0))],
  ]);
}

/** Only those that a list knows. */
const someDetails = fc
  .record(
    Object.fromEntries(
      searchableNames.map((name) => [name, fc.constantFrom(null, ...answersOf(name))] as const),
    ),
  )
  .map(answersIn);

/** A person as a list knows them, with an id of their own. */
export const anyPerson: fc.Arbitrary<Entry> = fc.record({
  id: fc.integer().map(() => newId()),
  place: fc.nat(places.length - 1),
  birthYear: fc.option(fc.integer({ min: 1925, max: 2010 }), { nil: null }),
  verified: fc.boolean(),
  isNew: fc.boolean(),
  activeLately: fc.boolean(),
  kind: fc.constantFrom('member', 'staff', 'ai'),
  details: someDetails,
  seeks: fc.constantFrom(null, 'female', 'male'),
});

export function listOf(entries: readonly Entry[]): PeopleList {
  const columns = makeColumns(entries.length);
  fillColumns(columns, 0, chunkOf(entries));
  return { ...columns, version: 1, regions: indexPlaces(places), ...emptyAnswers(entries.length) };
}
