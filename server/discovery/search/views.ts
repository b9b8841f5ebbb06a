import type { Gender, ProfileKind } from '../../../contract/kernel/fields.ts';
import type { SearchFilters } from '../../../contract/discovery/search.ts';
import {
  ACTIVE_LATELY,
  KIND_SHIFT,
  NEW_HERE,
  SEEKS_SHIFT,
  VERIFIED,
  YEAR_UNKNOWN,
  YEAR_ZERO,
  kindCodes,
  seeksCodes,
} from './entries.ts';
import type { Columns } from './entries.ts';
import type { Place } from './queries.ts';

/** Positions in a list, in order. */
export type Positions = Int32Array;
export const NOBODY: Positions = new Int32Array(0);

/** The numbers that a list has for a region's towns. Who told no town is at the empty one. */
type Towns = ReadonlyMap<string, number>;

/** One version of a list in memory, with the answers to what was asked of it. */
export interface PeopleList extends Columns {
  version: number;
  regions: ReadonlyMap<string, Towns>;
  /** Who fits which wishes in which place, most lately asked for last. */
  segments: Map<string, Positions>;
  /** Whom a viewer must not see, most lately asked for last. */
  skipped: Map<string, { ids: readonly string[]; positions: Positions }>;
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

/** Wishes as numbers that are quick to compare with an entry. */
export interface Criteria {
  /** Flags that all must be set. */
  needed: number;
  /** A bit for each kind that may be shown. */
  kinds: number;
  /** The code of the gender that looks; 0 lets pass whomever the owner seeks. */
  seeker: number;
  firstYear: number;
  lastYear: number;
}

interface Wishes {
  filters: SearchFilters;
  /** Whether companions of the AI may be shown. */
  ai: boolean;
  /** Members are shown to the gender they seek. Null for a visitor, who is shown everybody. */
  viewerGender: Gender | null;
  thisYear: number;
}

const ANY_YEAR = { firstYear: 0, lastYear: YEAR_UNKNOWN };

export function criteriaOf({ filters, ai, viewerGender, thisYear }: Wishes): Criteria {
  const wanted: readonly ProfileKind[] = filters.kinds?.length ? filters.kinds : ['member', 'staff', 'ai'];
  let kinds = 0;
  for (const kind of wanted) if (ai || kind !== 'ai') kinds |= 1 << kindCodes[kind];
  return {
    needed:
      (filters.verified ? VERIFIED : 0) |
      (filters.isNew ? NEW_HERE : 0) |
      (filters.activeLately ? ACTIVE_LATELY : 0),
    kinds,
    seeker: viewerGender ? seeksCodes[viewerGender] : 0,
    ...yearsOf(filters, thisYear - YEAR_ZERO),
  };
}

/** Whoever has not told an age is of none that was asked for. */
function yearsOf({ ageFrom, ageTo }: SearchFilters, thisYear: number) {
  if (ageFrom === undefined && ageTo === undefined) return ANY_YEAR;
  return {
    firstYear: ageTo === undefined ? 0 : Math.max(0, thisYear - ageTo),
    lastYear: Math.min(YEAR_UNKNOWN - 1, ageFrom === undefined ? thisYear : thisYear - ageFrom),
  };
}

/** Which of the 256 flags fit. */
function fittingFlags({ needed, kinds, seeker }: Criteria): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, flags) => {
    const kind = (flags >> KIND_SHIFT) & 3;
    const seeks = (flags >> SEEKS_SHIFT) & 3;
    const isSought = seeks === 0 || seeker === 0 || seeks === seeker;
    return (flags & needed) === needed && (kinds >> kind) & 1 && isSought ? 1 : 0;
  });
}

/** Everybody who fits, wherever they are. */
function fittingPeople({ count, flags, years }: Columns, criteria: Criteria): Positions {
  const { firstYear, lastYear } = criteria;
  const fits = fittingFlags(criteria);
  const found = new Int32Array(count);
  let length = 0;
  for (let position = 0; position < count; position += 1) {
    const year = years[position] ?? 0;
    if (fits[flags[position] ?? 0] === 1 && year >= firstYear && year <= lastYear) {
      found[length] = position;
      length += 1;
    }
  }
  return found.slice(0, length);
}

/** What answers may add to a list: twice the bytes of its entries, and a little. */
export const roomForAnswers = (count: number) => 44 * count + 65_536;
/** About what an answer takes besides its positions. */
const ANSWER_BYTES = 200;

function remembered(list: PeopleList, key: string, find: () => Positions): Positions {
  const { segments } = list;
  const known = segments.get(key);
  if (known) {
    segments.delete(key);
    segments.set(key, known);
    return known;
  }
  const found = find();
  segments.set(key, found);
  let bytes = segments.size * ANSWER_BYTES;
  for (const { byteLength } of segments.values()) bytes += byteLength;
  for (const [oldest, { byteLength }] of segments) {
    if (bytes <= roomForAnswers(list.count)) break;
    segments.delete(oldest);
    bytes -= byteLength + ANSWER_BYTES;
  }
  return found;
}

/** Who fits in a place: in a town, in a whole region where no town is named, in the country where no region is. */
export function segmentOf(
  list: PeopleList,
  criteria: Criteria,
  region: string | null,
  city: string | null,
): Positions {
  const { needed, kinds, seeker, firstYear, lastYear } = criteria;
  const key = `${needed} ${kinds} ${seeker} ${firstYear} ${lastYear}`;
  if (region === null) return remembered(list, key, () => fittingPeople(list, criteria));
  const towns = list.regions.get(region);
  // Places where nobody is are not worth remembering, and anybody can make them up.
  if (!towns) return NOBODY;
  if (city === null) {
    return remembered(list, `${key} ${region}`, () => {
      const numbers = new Set(towns.values());
      return segmentOf(list, criteria, null, null).filter((at) => numbers.has(list.places[at] ?? -1));
    });
  }
  const number = towns.get(city);
  if (number === undefined) return NOBODY;
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
export function among(few: Positions, positions: Positions): Positions {
  return few.length === 0 ? NOBODY : few.filter((position) => includes(positions, position));
}

/**
 * A stretch of the positions without the holes, which are parts of them and have nobody in common. Each is found by
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
  everybody: Positions;
  first: Positions;
  /** Whoever must not be seen, found or not. */
  skipped: Positions;
}

export function countShown({ everybody, skipped }: Pick<Order, 'everybody' | 'skipped'>): number {
  return everybody.length - among(skipped, everybody).length;
}

/** A page of those who are found: the first ones, then the rest, each in the order of the list. */
export function pageOf({ everybody, first, skipped }: Order, from: number, count: number): number[] {
  const skippedFirst = among(skipped, first);
  const shownFirst = first.length - skippedFirst.length;
  const page = from < shownFirst ? pick(first, [skippedFirst], from, count) : [];
  if (page.length === count) return page;
  const skippedRest = among(skipped, everybody).filter((position) => !includes(first, position));
  const rest = pick(everybody, [first, skippedRest], Math.max(0, from - shownFirst), count - page.length);
  return [...page, ...rest];
}
