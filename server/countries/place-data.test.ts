import { expect, test } from 'vitest';
import { COUNTRIES } from '#contract/countries/list.ts';
import type { Country } from '#contract/countries/list.ts';
import { searchNameOf } from './find-places.ts';
import { correctionsOf, loadPlaces, regionsOf, rowsOf, searchNamesOf } from './seed-places.ts';

const places = Object.fromEntries(COUNTRIES.map((country) => [country, loadPlaces(country)])) as Record<
  Country,
  ReturnType<typeof loadPlaces>
>;
const everywhere = Object.values(places).flat();

function regionOf(name: string): string | undefined {
  return everywhere.find((place) => place.name === name)?.region;
}

function found(country: Country, typed: string): string[] {
  const prefix = searchNameOf(typed);
  return places[country]
    .filter(({ searchNames }) => searchNames.some((name) => name.startsWith(prefix)))
    .map(({ name }) => name);
}

test('every country has its regions, and every region has places', () => {
  expect(regionsOf('it')).toHaveLength(20);
  expect(regionsOf('es')).toHaveLength(19);
  expect(regionsOf('pt')).toHaveLength(20);
  for (const country of COUNTRIES) {
    const used = new Set(places[country].map(({ region }) => region));
    expect([...used].toSorted()).toEqual(regionsOf(country).toSorted());
  }
  expect(places.it.length).toBeGreaterThan(9_300);
  expect(places.es.length).toBeGreaterThan(6_700);
  expect(places.pt.length).toBeGreaterThan(700);
});

test.each([
  ['Roma', 'Lazio'],
  ['Milano', 'Lombardia'],
  ['Mantova', 'Lombardia'],
  ['Napoli', 'Campania'],
  ['Torino', 'Piemonte'],
  ['Firenze', 'Toscana'],
  ['Livorno', 'Toscana'],
  ['Venezia', 'Veneto'],
  ['Padova', 'Veneto'],
  ['Genova', 'Liguria'],
  ['Sanremo', 'Liguria'],
  ['Siracusa', 'Sicilia'],
  ["L'Aquila", 'Abruzzo'],
  ['Aosta', "Valle d'Aosta"],
  ['Bolzano', 'Trentino-Alto Adige'],
  ['Trieste', 'Friuli-Venezia Giulia'],
  ["Cava de' Tirreni", 'Campania'],
  ['Sevilla', 'Andalucía'],
  ['Cádiz', 'Andalucía'],
  ['Zaragoza', 'Aragón'],
  ['A Coruña', 'Galicia'],
  ['Ourense', 'Galicia'],
  ['Girona', 'Cataluña'],
  ['Lleida', 'Cataluña'],
  ['Elche', 'Comunidad Valenciana'],
  ['Donostia/San Sebastián', 'País Vasco'],
  ['Vitoria-Gasteiz', 'País Vasco'],
  ['Palma', 'Islas Baleares'],
  ['Toledo', 'Castilla-La Mancha'],
  ['Ceuta', 'Ceuta'],
  ['Melilla', 'Melilla'],
  ['Lisboa', 'Lisboa'],
  ['Braga', 'Braga'],
  ['Funchal', 'Madeira'],
  ['Ponta Delgada', 'Açores'],
  ['Valença', 'Viana do Castelo'],
])('%s lies in %s', (name, region) => {
  expect(regionOf(name)).toBe(region);
});

test('no foreign name, no quarter of a city and no office is left', () => {
  const gone =
    `Rome Milan Naples Turin Florence Venice Genoa Leghorn Padua Mantua Syracuse Seville Saragossa Cadiz
    Corunna Eixample Carabanchel Usera Chamberí Gràcia Fuorigrotta Vomero Scampia Secondigliano Algorta
    Lisbon`
      .split(/\s+/)
      .concat(
        'City Center',
        'Ciutat Vella',
        'Ciudad Lineal',
        'Lido di Ostia',
        'Weather Station',
        'Country Park',
      );
  const names = new Set(everywhere.map(({ name }) => name));
  expect(gone.filter((name) => names.has(name))).toEqual([]);
  // Chamartín is also a village of Ávila, so only the one in Madrid must be missing.
  expect(places.es.filter(({ name }) => name === 'Chamartín').map(({ region }) => region)).toEqual([
    'Castilla y León',
  ]);
  const odd = /[(),]|^\p{Ll}|\b(?:of|diocese|bishopric|Province|Metropolitan|District|Station)\b/u;
  expect(everywhere.filter(({ name }) => odd.test(name))).toEqual([]);
});

test('the largest come first and no town outgrows the capital', () => {
  expect(places.it.slice(0, 4).map(({ name }) => name)).toEqual(['Roma', 'Milano', 'Napoli', 'Torino']);
  expect(places.es.slice(0, 4).map(({ name }) => name)).toEqual([
    'Madrid',
    'Barcelona',
    'Valencia',
    'Sevilla',
  ]);
  expect(places.pt.slice(0, 2).map(({ name }) => name)).toEqual(['Lisboa', 'Porto']);
  for (const country of COUNTRIES) {
    const sizes = places[country].map(({ population }) => population);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.every((size) => Number.isInteger(size) && size >= 0)).toBe(true);
  }
});

test('a region never holds one name twice, and ids are unique', () => {
  const keys = everywhere.map(({ country, region, searchNames }) => `${country}/${region}/${searchNames[0]}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(everywhere.map(({ id }) => id)).size).toBe(everywhere.length);
});

test('a visitor finds a town however accents, apostrophes and hyphens are typed', () => {
  for (const typed of ["l'aq", 'L’Aq', 'l aq', " L'  AQ"]) expect(found('it', typed)).toEqual(["L'Aquila"]);
  for (const typed of ['a coru', 'A Coruñ', 'a-corun']) expect(found('es', typed)).toContain('A Coruña');
  expect(found('it', 'san')[0]).toBe('San Severo');
  expect(found('it', "sant'ang")).toEqual(found('it', 'sant ang'));
  expect(found('it', 'aco')).toEqual([]);
  expect(found('es', 'vitoria g')).toEqual(['Vitoria-Gasteiz']);
});

test.each([
  ['Roma', ['roma']],
  ["L'Aquila", ['l aquila', 'aquila']],
  ['Las Palmas', ['las palmas', 'palmas']],
  ['Donostia/San Sebastián', ['donostia san sebastian', 'donostia', 'san sebastian']],
  ['Elda - A Veiga', ['elda a veiga', 'elda', 'a veiga', 'veiga']],
  ['Vitoria-Gasteiz', ['vitoria gasteiz']],
  ['Lara', ['lara']],
])('%s is found by %j', (name, searchNames) => {
  expect(searchNamesOf(name)).toEqual(searchNames);
});

test('every correction still fits the row it was written for', () => {
  const rows = new Map(COUNTRIES.flatMap(rowsOf).map(({ cityId, name }) => [cityId, name]));
  const corrected = COUNTRIES.flatMap((country) => {
    const { names, dropped } = correctionsOf(country);
    return names.map(([id, was]) => [id, was] as const).concat(dropped);
  });
  expect(corrected.filter(([id, was]) => rows.get(id) !== was)).toEqual([]);
});

test('the list is the same at every call', () => {
  expect(loadPlaces('it')).toEqual(places.it);
});
