import { sql } from 'kysely';
import { COUNTRIES } from '../../contract/countries/list.ts';
import type { Country } from '../../contract/countries/list.ts';
import { transact } from '../platform/database/database.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { regionsOf } from './country.ts';
import { loadPlaces } from './place-data.ts';

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
    .values(regionsOf[country].map((name) => ({ country, name })))
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
