/** Regions and towns: listed, searched while a visitor types, and checked. */

import type { Country } from '#contract/countries/list.ts';
import { CITY_SEARCH_MAX_RESULTS, CITY_SEARCH_MIN_LETTERS } from '#contract/kernel/constants.ts';
import type { VisitorContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** Places are the same for all brands. */
type Caller = Pick<VisitorContext, 'app'>;

export function listRegions({ app: { replica } }: Caller, { country }: { country: Country }) {
  return readRegions(replica, country);
}

export function listCities({ app: { replica } }: Caller, { country }: { country: Country }) {
  return readCities(replica, country);
}

/** Towns one of whose names begins with what was typed, whatever its case and accents, largest first. */
export async function searchCities(
  { app: { replica } }: Caller,
  { country, text }: { country: Country; text: string },
) {
  const prefix = searchNameOf(text);
  if (prefix.length < CITY_SEARCH_MIN_LETTERS) return [];
  return readCitiesByPrefix(replica, country, prefix, CITY_SEARCH_MAX_RESULTS);
}

/** What a name is found by: without case, accents and signs. */
export function searchNameOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The regions of the brand's country that have a town of exactly this name, the largest town's first. */
export function regionsOfTown({ app: { replica }, brand }: VisitorContext, city: string): Promise<string[]> {
  return readRegionsOfTown(replica, brand.settings.country, city);
}

/** Whether the region exists in the country, and the town in that region where one is named. */
export async function isPlace(
  db: DbOrTx,
  country: Country,
  { region, city }: { region: string; city?: string | null },
): Promise<boolean> {
  const found = await findRegion(db, country, region, city ?? '');
  return found !== undefined && (!city || Boolean(found.hasCity));
}

function readRegions(db: DbOrTx, country: Country) {
  return db
    .selectFrom('region')
    .select('name as region')
    .where('country', '=', country)
    .orderBy('name')
    .execute();
}

function readCities(db: DbOrTx, country: Country) {
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
function readCitiesByPrefix(db: DbOrTx, country: Country, prefix: string, limit: number) {
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
function findRegion(db: DbOrTx, country: Country, region: string, city: string) {
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
async function readRegionsOfTown(db: DbOrTx, country: Country, city: string): Promise<string[]> {
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
