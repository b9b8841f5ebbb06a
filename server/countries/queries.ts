import type { Country } from '../../contract/countries/list.ts';
import type { DbOrTx } from '../platform/database/database.ts';

export function readRegions(db: DbOrTx, country: Country) {
  return db
    .selectFrom('region')
    .select('name as region')
    .where('country', '=', country)
    .orderBy('name')
    .execute();
}

export function readCities(db: DbOrTx, country: Country) {
  return db
    .selectFrom('place')
    .select(['name as city', 'region'])
    .where('country', '=', country)
    .orderBy('population', 'desc')
    .orderBy('name')
    .limit(20_000)
    .execute();
}

/**
 * `collate "C"` turns a prefix into a range of the index: from the prefix up to the prefix and the last letter. The
 * largest are picked from the index alone, and only they are looked up.
 */
export function readCitiesByPrefix(db: DbOrTx, country: Country, prefix: string, limit: number) {
  const largest = db
    .selectFrom('place_name')
    .select('place_id')
    .where('country', '=', country)
    .where('search_name', '>=', prefix)
    .where('search_name', '<', `${prefix}\u{10ffff}`)
    // Several names of one place may fit.
    .groupBy(['place_id', 'population'])
    .orderBy('population', 'desc')
    .orderBy('place_id')
    .limit(limit)
    .as('found');
  return db
    .selectFrom(largest)
    .innerJoin('place', 'place.id', 'found.place_id')
    .select(['name as city', 'region'])
    .orderBy('place.population', 'desc')
    .orderBy('name')
    .execute();
}

/** A region by its name, and whether a town of that name is in it. */
export function findRegion(db: DbOrTx, country: Country, region: string, city: string) {
  return db
    .selectFrom('region as r')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('place as p')
          .select('p.id')
          .whereRef('p.country', '=', 'r.country')
          .whereRef('p.region', '=', 'r.name')
          .where('p.name', '=', city),
      ).as('hasCity'),
    )
    .where('r.country', '=', country)
    .where('r.name', '=', region)
    .executeTakeFirst();
}

/** The regions that have a town of this name, the largest town's first. */
export async function readRegionsOfTown(db: DbOrTx, country: Country, city: string): Promise<string[]> {
  const rows = await db
    .selectFrom('place')
    .select('region')
    .where('country', '=', country)
    .where('name', '=', city)
    .orderBy('population', 'desc')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map(({ region }) => region);
}
