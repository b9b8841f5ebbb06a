import { expect, test } from '#testing/harness.ts';
import { listCities, listRegions, searchCities } from './find-places.ts';

test('a country has its regions', async ({ app }) => {
  const italy = await listRegions({ app }, { country: 'it' });
  expect(italy).toHaveLength(20);
  expect(italy).toContainEqual({ region: 'Lazio' });
  expect((await listRegions({ app }, { country: 'es' })).map(({ region }) => region)).toContain('Andalucía');
});

test.for([
  ['it', 'rom', 'Roma', 'Lazio'],
  ['it', 'ROMA', 'Roma', 'Lazio'],
  ['it', "l'aq", "L'Aquila", 'Abruzzo'],
  ['it', 'forli', 'Forlì', 'Emilia-Romagna'],
  ['es', 'sev', 'Sevilla', 'Andalucía'],
  ['es', 'a cor', 'A Coruña', 'Galicia'],
  ['es', 'malag', 'Málaga', 'Andalucía'],
  ['es', 'san seb', 'Donostia/San Sebastián', 'País Vasco'],
  ['es', 'donost', 'Donostia/San Sebastián', 'País Vasco'],
  ['es', 'vitoria', 'Vitoria-Gasteiz', 'País Vasco'],
  ['it', 'aqui', "L'Aquila", 'Abruzzo'],
  ['it', 'spez', 'La Spezia', 'Liguria'],
  ['es', 'coru', 'A Coruña', 'Galicia'],
  ['es', 'ejido', 'El Ejido', 'Andalucía'],
  ['es', 'hospital', "L'Hospitalet de Llobregat", 'Cataluña'],
] as const)('%s: typing “%s” offers %s first', async ([country, text, city, region], { app }) => {
  const found = await searchCities({ app }, { country, text });
  expect(found[0]).toEqual({ city, region });
  expect(found.length).toBeLessThanOrEqual(20);
});

test('a town is offered once, whichever of its names fit, among all that fit the largest first', async ({
  app,
}) => {
  const palms = await searchCities({ app }, { country: 'es', text: 'palma' });
  expect(palms.slice(0, 2).map(({ city }) => city)).toEqual(['Palma', 'Las Palmas de Gran Canaria']);
  for (const text of ['don', 'san', 'las', 'palmas']) {
    const found = (await searchCities({ app }, { country: 'es', text })).map(
      ({ city, region }) => city + region,
    );
    expect(new Set(found).size).toBe(found.length);
  }
  // A word in the middle is no name.
  expect(await searchCities({ app }, { country: 'es', text: 'gran canaria' })).toEqual([]);
});

test('nothing that could be a pattern counts as one', async ({ app }) => {
  for (const text of ['%%%', '___', 'ro%', "x' or 1=1"]) {
    expect(await searchCities({ app }, { country: 'it', text })).toEqual([]);
  }
});

test('all towns of a country come largest first', async ({ app }) => {
  const spain = await listCities({ app }, { country: 'es' });
  expect(spain.slice(0, 2).map(({ city }) => city)).toEqual(['Madrid', 'Barcelona']);
  expect(spain.length).toBeGreaterThan(6_000);
});
