import {
  BYTES_A_PERSON,
  ID_BYTES,
  PLACE_BYTES,
  fieldNames,
  searchFields,
  severalBytes,
  severalNames,
} from './fields.ts';
import type { FieldName, SeveralField } from './fields.ts';

/** A list in memory, column by column: a search reads one field of many people, never all fields of one. */
export interface Columns {
  count: number;
  ids: Buffer;
  /** The ids again, as numbers; every fourth holds the last four bytes of one. */
  idWords: Uint32Array;
  places: Uint32Array;
  fields: Record<FieldName, Uint8Array>;
  /** So many bytes a person, one after the other. */
  several: Record<SeveralField, Uint8Array>;
}

/** The same columns of some people who follow each other, as they are stored. */
export type Chunk = ReadonlyMap<string, Buffer>;

export function makeColumns(count: number): Columns {
  const memory = new ArrayBuffer(count * ID_BYTES);
  const fields = Object.fromEntries(fieldNames.map((name) => [name, new Uint8Array(count)]));
  return {
    count,
    ids: Buffer.from(memory),
    idWords: new Uint32Array(memory),
    places: new Uint32Array(count),
    fields: fields as Columns['fields'],
    several: {
      interests: new Uint8Array(count * severalBytes.interests),
      languages: new Uint8Array(count * severalBytes.languages),
    },
  };
}

/** Reads a chunk into the columns, from a position on. Says where it has come to. */
export function fillColumns(columns: Columns, from: number, chunk: Chunk): number {
  const stored = (name: string) => chunk.get(name) ?? failOn(name);
  const ids = stored('id');
  const places = stored('place');
  const count = ids.length / ID_BYTES;
  columns.ids.set(ids, from * ID_BYTES);
  for (let index = 0; index < count; index += 1)
    columns.places[from + index] = places.readUInt32BE(index * PLACE_BYTES);
  for (const name of fieldNames) columns.fields[name].set(stored(searchFields[name].column), from);
  for (const name of severalNames) columns.several[name].set(stored(name), from * severalBytes[name]);
  return from + count;
}

function failOn(name: string): never {
  throw new Error(`a chunk of a list has no column ${name}`);
}

export const bytesOfColumns = (count: number) => count * BYTES_A_PERSON;

export function idAt({ ids }: Columns, position: number): string {
  const hex = ids.toString('hex', position * ID_BYTES, (position + 1) * ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const TAIL_BITS = 0xffff;

/** Where these people stand, in order. Those who are not in the list stand nowhere. */
export function positionsOf(columns: Columns, ids: readonly string[]): Int32Array {
  const { count, idWords } = columns;
  const wanted = new Set(ids);
  // Ids end in random bytes, so almost all people are passed over by one look at the last two.
  const tails = new Uint8Array(TAIL_BITS + 1);
  for (const id of wanted) tails[(new Uint32Array(bytesOfId(id).buffer)[3] ?? 0) & TAIL_BITS] = 1;
  const found: number[] = [];
  for (let position = 0; position < count; position += 1) {
    const tail = (idWords[position * 4 + 3] ?? 0) & TAIL_BITS;
    if (tails[tail] === 1 && wanted.has(idAt(columns, position))) found.push(position);
  }
  return Int32Array.from(found);
}

/** Where one stands. Undefined for who is not in the list. */
export function positionOf({ count, ids, idWords }: Columns, id: string): number | undefined {
  const bytes = bytesOfId(id);
  const tail = new Uint32Array(bytes.buffer)[3];
  for (let position = 0; position < count; position += 1) {
    if (idWords[position * 4 + 3] !== tail) continue;
    if (ids.compare(bytes, 0, ID_BYTES, position * ID_BYTES, (position + 1) * ID_BYTES) === 0)
      return position;
  }
  return undefined;
}

function bytesOfId(id: string): Uint8Array {
  return Uint8Array.from(Buffer.from(id.replaceAll('-', ''), 'hex'));
}
