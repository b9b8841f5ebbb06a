/** What is asked of a list: who fits in a place, who is left out, and one page of the rest. */

import { LRUCache } from 'lru-cache';
import { positionsOf } from './columns.ts';
import type { Columns } from './columns.ts';
import type { Criteria } from './fields.ts';
import type { Place } from './lists.sql.ts';

/** Positions in a list, in order. */
export type Positions = Int32Array;
export const NO_PEOPLE: Positions = new Int32Array(0);

/** The numbers that a list has for a region's towns. People without a town are at the empty one. */
type Towns = ReadonlyMap<string, number>;

/** One version of a list in memory, with the answers to what was asked of it. */
export interface PeopleList extends Columns {
  version: number;
  regions: ReadonlyMap<string, Towns>;
  /** The centre of each place by its number, in degrees. Not a number where it has no town. */
  centres: Centres;
  /** How far each place is from a town, by that town's centre. */
  distances: LRUCache<string, Float32Array>;
  /** Who fits which criteria in which place. */
  segments: LRUCache<string, Positions>;
  /** Who comes first for a member, in their order and in the list's. */
  ranked: LRUCache<string, { inOrder: Positions; first: Positions }>;
  /** Whom a viewer must not see. */
  skipped: LRUCache<string, { ids: readonly string[]; positions: Positions }>;
}

export interface Centres {
  latitudes: Float32Array;
  longitudes: Float32Array;
}

export function centresOf(places: readonly Place[]): Centres {
  return {
    latitudes: Float32Array.from(places, ([, , latitude]) => latitude ?? Number.NaN),
    longitudes: Float32Array.from(places, ([, , , longitude]) => longitude ?? Number.NaN),
  };
}

export function indexPlaces(places: readonly Place[]): PeopleList['regions'] {
  const regions = new Map<string, Map<string, number>>();
  for (const [number, [region, city]] of places.entries()) {
    if (region === null) continue;
    const towns = regions.get(region) ?? new Map<string, number>();
    regions.set(region, towns.set(city ?? '', number));
  }
  return regions;
}

/** All who fit, wherever they are. */
function fittingPeople({ count, fields }: Columns, criteria: Criteria): Positions {
  let found: Positions = new Int32Array(count);
  for (let position = 0; position < count; position += 1) found[position] = position;
  for (const { name, accepted } of criteria.fields) {
    const accepts = Uint8Array.from({ length: 256 }, (_, byte) => (accepted.accepts(byte) ? 1 : 0));
    found = keepAccepted(found, fields[name], accepts);
  }
  return found;
}

function keepAccepted(positions: Positions, bytes: Uint8Array, accepts: Uint8Array): Positions {
  const found = new Int32Array(positions.length);
  let length = 0;
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    if (accepts[bytes[position] ?? 0] !== 1) continue;
    found[length] = position;
    length += 1;
  }
  return found.slice(0, length);
}

/** What answers may add to a list: twice the bytes of its entries, and a little. */
export const roomForAnswers = (count: number) => 44 * count + 65_536;
/** About what an answer takes besides its positions. */
const ANSWER_BYTES = 200;
const VIEWERS_KEPT = 500;
const TOWNS_KEPT = 300;

export function emptyAnswers(
  count: number,
): Pick<PeopleList, 'segments' | 'ranked' | 'skipped' | 'distances'> {
  return {
    segments: new LRUCache({
      maxSize: roomForAnswers(count),
      sizeCalculation: ({ byteLength }) => byteLength + ANSWER_BYTES,
    }),
    ranked: new LRUCache({ max: VIEWERS_KEPT }),
    skipped: new LRUCache({ max: VIEWERS_KEPT }),
    distances: new LRUCache({ max: TOWNS_KEPT }),
  };
}

export function remembered(list: PeopleList, key: string, find: () => Positions): Positions {
  const found = list.segments.get(key) ?? find();
  list.segments.set(key, found);
  return found;
}

/** Who fits in a place: in a town, in a whole region where no town is named, in the country where no region is. */
export function segmentOf(
  list: PeopleList,
  criteria: Criteria,
  region: string | null,
  city: string | null,
): Positions {
  const { key } = criteria;
  if (region === null) return remembered(list, key, () => fittingPeople(list, criteria));
  const towns = list.regions.get(region);
  // Places without people are not worth remembering, and any caller can make them up.
  if (!towns) return NO_PEOPLE;
  if (city === null) {
    return remembered(list, `${key} ${region}`, () => {
      const numbers = new Set(towns.values());
      return segmentOf(list, criteria, null, null).filter((at) => numbers.has(list.places[at] ?? -1));
    });
  }
  const number = towns.get(city);
  if (number === undefined) return NO_PEOPLE;
  return remembered(list, `${key} ${region}\n${city}`, () =>
    segmentOf(list, criteria, region, null).filter((at) => list.places[at] === number),
  );
}

/** How many of these stand at a position or before it. */
function countUpTo(positions: Positions, position: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function includes(positions: Positions, position: number): boolean {
  return positions[countUpTo(positions, position) - 1] === position;
}

/** Those of a few that are among these. */
function among(few: Positions, positions: Positions): Positions {
  return few.length === 0 ? NO_PEOPLE : few.filter((position) => includes(positions, position));
}

/**
 * A stretch of the positions without the holes, which are parts of them and do not overlap. Each is found by
 * halving, so that a late stretch costs what the first one does.
 */
export function pick(
  positions: Positions,
  holes: readonly Positions[],
  from: number,
  count: number,
): number[] {
  const picked: number[] = [];
  let low = 0;
  while (picked.length < count) {
    let high = positions.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const position = positions[middle] ?? 0;
      let shown = middle + 1;
      for (const hole of holes) shown -= countUpTo(hole, position);
      if (shown <= from + picked.length) low = middle + 1;
      else high = middle;
    }
    const position = positions[low];
    if (position === undefined) break;
    picked.push(position);
  }
  return picked;
}

interface Order {
  /** All who are found, and those of them who come first. */
  all: Positions;
  first: Positions;
  /** People who must not be seen, found or not. */
  skipped: Positions;
  /** The first ones in an order of their own, without those who must not be seen. Absent: in that of the list. */
  inOrder?: Positions;
}
export type RankedOrder = Required<Order>;

export function countShown({ all, skipped }: Pick<Order, 'all' | 'skipped'>): number {
  return all.length - among(skipped, all).length;
}

/** A page of those who are found: the first ones, then the rest, each in the order of the list. */
export function pageOf({ all, first, skipped, inOrder }: Order, from: number, count: number): number[] {
  const skippedFirst = among(skipped, first);
  const shownFirst = first.length - skippedFirst.length;
  const pageOfFirst = () =>
    inOrder ? [...inOrder.subarray(from, from + count)] : pick(first, [skippedFirst], from, count);
  const page = from < shownFirst ? pageOfFirst() : [];
  if (page.length === count) return page;
  const skippedRest = among(skipped, all).filter((position) => !includes(first, position));
  const rest = pick(all, [first, skippedRest], Math.max(0, from - shownFirst), count - page.length);
  return [...page, ...rest];
}

/** Where those stand whom this viewer must not see. They are looked for once in a version, until they change. */
export function skipPeople(list: PeopleList, viewerId: string, ids: readonly string[]): Positions {
  if (ids.length === 0) return NO_PEOPLE;
  const { skipped } = list;
  const known = skipped.get(viewerId);
  const entry = known && isSame(known.ids, ids) ? known : { ids, positions: positionsOf(list, ids) };
  skipped.set(viewerId, entry);
  return entry.positions;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index]);
}
