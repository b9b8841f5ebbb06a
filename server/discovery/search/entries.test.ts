import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import {
  ACTIVE_LATELY,
  ENTRY_BYTES,
  KIND_SHIFT,
  NEW_HERE,
  SEEKS_SHIFT,
  VERIFIED,
  YEAR_UNKNOWN,
  YEAR_ZERO,
  encodeEntry,
  fillColumns,
  idAt,
  kindCodes,
  makeColumns,
  positionsOf,
  seeksCodes,
} from './entries.ts';
import type { Columns, Entry } from './entries.ts';
import { anybody, listOf } from '../../../testing/discovery/search-list.ts';

/** Reads an entry back by the layout that the columns keep. */
function entryAt(columns: Columns, position: number): Entry {
  const flags = columns.flags[position]!;
  const year = columns.years[position]!;
  const keyOf = <K extends string>(codes: Record<K, number>, code: number) =>
    (Object.keys(codes) as K[]).find((key) => codes[key] === code);
  return {
    id: idAt(columns, position),
    place: columns.places[position]!,
    birthYear: year === YEAR_UNKNOWN ? null : year + YEAR_ZERO,
    verified: (flags & VERIFIED) > 0,
    isNew: (flags & NEW_HERE) > 0,
    activeLately: (flags & ACTIVE_LATELY) > 0,
    kind: keyOf(kindCodes, (flags >> KIND_SHIFT) & 3)!,
    seeks: keyOf(seeksCodes, (flags >> SEEKS_SHIFT) & 3) ?? null,
  };
}

test('whatever is told of somebody is read back, chunk by chunk', () => {
  const property = fc.property(
    fc.array(anybody, { minLength: 1, maxLength: 30 }),
    fc.nat(0xffff_ffff),
    fc.uuid(),
    fc.integer({ min: 1, max: 10 }),
    (people, place, id, chunk) => {
      const entries = [...people, { ...people[0]!, place, id }];
      const columns = makeColumns(entries.length);
      let filled = 0;
      while (filled < entries.length) {
        const bytes = Buffer.concat(entries.slice(filled, filled + chunk).map(encodeEntry));
        expect(bytes.length % ENTRY_BYTES).toBe(0);
        filled = fillColumns(columns, filled, bytes);
      }
      expect(filled).toBe(entries.length);
      expect(entries.map((_, position) => entryAt(columns, position))).toEqual(entries);
    },
  );
  fc.assert(property);
});

test('people are found by their ids, and nobody else is, however alike the ids', () => {
  const property = fc.property(
    fc.array(anybody, { minLength: 1, maxLength: 40 }),
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
