import type { Gender, ProfileKind } from '../../../contract/kernel/fields.ts';

/**
 * How a list names people: 22 bytes each. 16 of the id, 4 of the place's number, one for the year of birth, one for
 * everything that is yes or no. The database writes them (queries.ts), so this file and that statement must agree.
 */
export const ENTRY_BYTES = 22;
const ID_BYTES = 16;
const PLACE_AT = 16;
const YEAR_AT = 20;
const FLAGS_AT = 21;

/** Years count from here; the last number says that nobody told. */
export const YEAR_ZERO = 1900;
export const YEAR_UNKNOWN = 255;

export const VERIFIED = 1;
export const NEW_HERE = 2;
export const ACTIVE_LATELY = 4;
export const KIND_SHIFT = 3;
export const kindCodes: Record<ProfileKind, number> = { member: 0, staff: 1, ai: 2 };
export const SEEKS_SHIFT = 5;
/** 0: whoever comes, as with profiles that nobody owns. */
export const seeksCodes: Record<Gender, number> = { female: 1, male: 2 };

export interface Entry {
  id: string;
  place: number;
  birthYear: number | null;
  verified: boolean;
  isNew: boolean;
  activeLately: boolean;
  kind: ProfileKind;
  /** Whom the owner seeks; null where nobody owns the profile. */
  seeks: Gender | null;
}

export function encodeEntry(entry: Entry): Uint8Array {
  const bytes = new Uint8Array(ENTRY_BYTES);
  bytes.set(bytesOfId(entry.id));
  new DataView(bytes.buffer).setUint32(PLACE_AT, entry.place);
  bytes[YEAR_AT] = entry.birthYear === null ? YEAR_UNKNOWN : entry.birthYear - YEAR_ZERO;
  bytes[FLAGS_AT] =
    (entry.verified ? VERIFIED : 0) |
    (entry.isNew ? NEW_HERE : 0) |
    (entry.activeLately ? ACTIVE_LATELY : 0) |
    (kindCodes[entry.kind] << KIND_SHIFT) |
    ((entry.seeks ? seeksCodes[entry.seeks] : 0) << SEEKS_SHIFT);
  return bytes;
}

/** A list's entries side by side: a search reads one sort of fact of many people, never all facts of one. */
export interface Columns {
  count: number;
  ids: Buffer;
  /** The ids again, as numbers; every fourth holds the last four bytes of one. */
  idWords: Uint32Array;
  places: Uint32Array;
  years: Uint8Array;
  flags: Uint8Array;
}

export function makeColumns(count: number): Columns {
  const memory = new ArrayBuffer(count * ID_BYTES);
  return {
    count,
    ids: Buffer.from(memory),
    idWords: new Uint32Array(memory),
    places: new Uint32Array(count),
    years: new Uint8Array(count),
    flags: new Uint8Array(count),
  };
}

/** Reads whole entries into the columns, from a position on. Says where it has come to. */
export function fillColumns(columns: Columns, from: number, entries: Uint8Array): number {
  const { ids, places, years, flags } = columns;
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const until = from + entries.length / ENTRY_BYTES;
  for (let position = from, at = 0; position < until; position += 1, at += ENTRY_BYTES) {
    for (let byte = 0; byte < ID_BYTES; byte += 1) ids[position * ID_BYTES + byte] = entries[at + byte] ?? 0;
    places[position] = view.getUint32(at + PLACE_AT);
    years[position] = view.getUint8(at + YEAR_AT);
    flags[position] = view.getUint8(at + FLAGS_AT);
  }
  return until;
}

export function idAt({ ids }: Columns, position: number): string {
  const hex = ids.toString('hex', position * ID_BYTES, (position + 1) * ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const TAIL_BITS = 0xffff;

/** Where these people stand, in order. Those who are not in the list stand nowhere. */
export function positionsOf(columns: Columns, ids: readonly string[]): Int32Array {
  const { count, idWords } = columns;
  const wanted = new Set(ids);
  // Ids end in random bytes, so almost everybody is passed over by one look at the last two.
  const tails = new Uint8Array(TAIL_BITS + 1);
  for (const id of wanted) tails[(new Uint32Array(bytesOfId(id).buffer)[3] ?? 0) & TAIL_BITS] = 1;
  const found: number[] = [];
  for (let position = 0; position < count; position += 1) {
    const tail = (idWords[position * 4 + 3] ?? 0) & TAIL_BITS;
    if (tails[tail] === 1 && wanted.has(idAt(columns, position))) found.push(position);
  }
  return Int32Array.from(found);
}

function bytesOfId(id: string): Uint8Array {
  return Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));
}
