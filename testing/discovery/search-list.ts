import fc from 'fast-check';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import {
  answersIn,
  answersOf,
  noDetails,
  searchableNames,
  storedAnswers,
} from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import { fillColumns, makeColumns } from '#server/discovery/search/columns.ts';
import type { Chunk } from '#server/discovery/search/columns.ts';
import {
  ANY,
  UNKNOWN,
  answerByte,
  kindBytes,
  searchFields,
  seeksBytes,
  severalBytes,
  severalNames,
  yearByte,
} from '#server/discovery/search/fields.ts';
import type { FieldName, SeveralField } from '#server/discovery/search/fields.ts';
import type { Place } from '#server/discovery/search/lists.sql.ts';
import { centresOf, emptyAnswers, indexPlaces } from '#server/discovery/search/views.ts';
import type { PeopleList } from '#server/discovery/search/views.ts';
import { newId } from '#server/platform/ids.ts';

/** Few places, so that people meet; one name in two regions, and people who named none. */
export const places: Place[] = [
  ['Lazio', 'Roma', 41.89, 12.51],
  ['Lazio', 'Latina', 41.47, 12.9],
  ['Lazio', null, null, null],
  ['Sicilia', 'Roma', 37.9, 14.1],
  ['Sicilia', 'Palermo', 38.12, 13.36],
  [null, null, null, null],
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
  /** Bytes of fields that are not named here; the others say nothing, leave no one out, and are of today. */
  other?: Partial<Record<FieldName, number>>;
}

const plainBytes: Partial<Record<FieldName, number>> = {
  sought_age_to: ANY,
  sought_distance: ANY,
  sought_intentions: ANY,
  answers: UNKNOWN,
};

const unnamedFields = [
  'reserved',
  'days_active',
  'days_here',
  'sought_age_from',
  'sought_age_to',
  'sought_distance',
  'sought_intentions',
  'sought_dealbreakers',
  'answers',
  'demand',
  'shown_week',
] as const;

function severalOf(name: SeveralField, said: Details): Buffer {
  const stored = storedAnswers({ ...noDetails, [name]: said[name] })[name] as number[] | undefined;
  return Buffer.from(
    [...(stored ?? []), ...Array<number>(severalBytes[name]).fill(0)].slice(0, severalBytes[name]),
  );
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
    ...unnamedFields.map(
      (name) => [name, bytes(({ other }) => other?.[name] ?? plainBytes[name] ?? 0)] as const,
    ),
    ...severalNames.map(
      (name) => [name, Buffer.concat(entries.map(({ details }) => severalOf(name, details)))] as const,
    ),
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
  return {
    ...columns,
    version: 1,
    regions: indexPlaces(places),
    centres: centresOf(places),
    ...emptyAnswers(entries.length),
  };
}
