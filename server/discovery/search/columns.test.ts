import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf, noDetails, searchableNames } from '#contract/profile/details.ts';
import { newId } from '#server/platform/ids.ts';
import { anyPerson, chunkOf, listOf } from '#testing/discovery/search-list.ts';
import type { Entry } from '#testing/discovery/search-list.ts';
import { fillColumns, idAt, makeColumns, positionsOf } from './columns.ts';
import type { Columns } from './columns.ts';
import { kindBytes, seeksBytes, yearByte } from './fields.ts';

/** Reads a person back from the columns. */
function entryAt(columns: Columns, position: number): Entry {
  const { birth_year, verified, is_new, active_lately, kind, seeks } = columns.fields;
  const keyOf = <K extends string>(bytes: Record<K, number>, byte: number) =>
    (Object.keys(bytes) as K[]).find((key) => bytes[key] === byte);
  const year = birth_year[position]!;
  return {
    id: idAt(columns, position),
    place: columns.places[position]!,
    birthYear: year === yearByte(null) ? null : year - yearByte(0),
    verified: verified[position] === 1,
    isNew: is_new[position] === 1,
    activeLately: active_lately[position] === 1,
    details: {
      ...noDetails,
      ...Object.fromEntries(
        searchableNames.map((name) => [name, answersOf(name)[columns.fields[name][position]!] ?? null]),
      ),
    },
    kind: keyOf(kindBytes, kind[position]!)!,
    seeks: keyOf(seeksBytes, seeks[position]!) ?? null,
  };
}

test('whatever is stored of a person is read back, chunk by chunk', () => {
  const property = fc.property(
    fc.array(anyPerson, { minLength: 1, maxLength: 30 }),
    fc.nat(0xffff_ffff),
    fc.uuid(),
    fc.integer({ min: 1, max: 10 }),
    (people, place, id, chunk) => {
      const entries = [...people, { ...people[0]!, place, id }];
      const columns = makeColumns(entries.length);
      let filled = 0;
      while (filled < entries.length) {
        filled = fillColumns(columns, filled, chunkOf(entries.slice(filled, filled + chunk)));
      }
      expect(filled).toBe(entries.length);
      expect(entries.map((_, position) => entryAt(columns, position))).toEqual(entries);
    },
  );
  fc.assert(property);
});

test('people are found by their ids, and no others are, however alike the ids', () => {
  const property = fc.property(
    fc.array(anyPerson, { minLength: 1, maxLength: 40 }),
    fc.array(fc.nat(40), { maxLength: 10 }),
    (people, chosen) => {
      // Two ids that end alike.
      const twin = { ...people[0]!, id: newId().slice(0, 19) + people[0]!.id.slice(19) };
      const entries = [...people, twin];
      const ids = [...chosen.flatMap((index) => entries[index]?.id ?? []), newId()];
      const expected = entries.flatMap(({ id }, position) => (ids.includes(id) ? [position] : []));
      expect([...positionsOf(listOf(entries), ids)]).toEqual(expected);
    },
  );
  fc.assert(property);
});
