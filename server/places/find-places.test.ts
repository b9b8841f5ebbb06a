import { expect, test } from '../testing/harness.ts';
import { listCities, listRegions, searchCities } from './find-places.ts';

test('a country has its regions', async ({ app }) => {
  const italy = await listRegions(app, { country: 'it' });
  expect(italy).toHaveLength(20);
  expect(italy).toContainEqual({ region: 'Lazio' });
  expect((await listRegions(app, { country: 'es' })).map(({ region }) => region)).toContain('Andalucía');
});

test.for([
  ['it', 'rom', 'Roma', 'Lazio'],
  ['it', 'ROMA', 'Roma', 'Lazio'],
  ['it', "l'aq", "L'Aquila", 'Abruzzo'],
  ['it', 'forli', 'Forlì', 'Emilia-Romagna'],
  ['es', 'sev', 'Sevilla', 'Andalucía'],
  ['es', 'a cor', 'A Coruña', 'Galicia'],
  ['es', 'malag', 'Málaga', 'Andalucía'],
] as const)('%s: typing “%s” offers %s first', async ([country, text, city, region], { app }) => {
  const found = await searchCities(app, { country, text });
  expect(found[0]).toEqual({ city, region });
  expect(found.length).toBeLessThanOrEqual(20);
});

test('nothing that could be a pattern counts as one', async ({ app }) => {
  for (const text of ['%%%', '___', 'ro%', "x' or 1=1"]) {
    expect(await searchCities(app, { country: 'it', text })).toEqual([]);
  }
});

test('all towns of a country come largest first', async ({ app }) => {
  const spain = await listCities(app, { country: 'es' });
  expect(spain.slice(0, 2).map(({ city }) => city)).toEqual(['Madrid', 'Barcelona']);
  expect(spain.length).toBeGreaterThan(6_000);
});
