/** The requests that the entry `people` measures, made by many different members. */

import { sql } from 'kysely';
import { z } from 'zod';
import type { Country } from '#contract/countries/list.ts';
import { readDeck } from '#contract/discovery/deck.ts';
import { searchCities } from '#contract/discovery/places.ts';
import { searchPeople } from '#contract/discovery/search.ts';
import { SEARCH_PAGE_SIZE } from '#contract/kernel/constants.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint, InputOf } from '#contract/kernel/endpoint.ts';
import { makeReplyKey } from '#contract/kernel/sealing.ts';
import type { SealingKey } from '#contract/kernel/sealing.ts';
import { readPerson } from '#contract/profile/people.ts';
import type { VisitorContext } from '#server/app.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import type { OwnCall } from './answer-length.ts';
import type { Call } from './load.ts';
import { numbersOf, trackerIdOf } from './people-statements.ts';
import type { Scale } from './people-statements.ts';

const MOST_CALLERS = 200;
/** Where they live: places large enough for deep pages. */
const REGIONS = 8;
const CITIES = 3;
const DEEP_PAGE = 1_000;
const PAGES_AROUND = 20;
const CITY_PREFIX_LETTERS = 3;

interface Caller {
  trackerId: string;
  region: string;
  headers: Record<'authorization' | 'seal-key', string>;
  /** Opens what was sealed for this caller. */
  privateKey: SealingKey;
}

/** The sorts of requests. */
export interface PeopleCalls {
  firstPage: OwnCall[];
  page50: OwnCall[];
  deepPage: OwnCall[];
  ageRange: OwnCall[];
  bigCity: OwnCall[];
  wholeCountry: OwnCall[];
  newcomersDeck: OwnCall[];
  devotedDeck: OwnCall[];
  profile: OwnCall[];
  city: OwnCall[];
  /** Which page the deep one is: the thousandth, where there are so many. */
  deepest: number;
}

export async function makePeopleCalls(context: VisitorContext, scale: Scale): Promise<PeopleCalls> {
  const regions = await readLargestRegions(context);
  const { lastDevoted, firstNewcomer } = numbersOf(scale);
  const names = regions.map(({ region }) => region);
  const newcomers = await findCallers(context, [firstNewcomer, scale.people], names);
  const devoted = await findCallers(context, [1, lastDevoted]);
  // Not every profile is shown in every flow.
  const smallest = 0.95 * Math.min(...regions.map(({ count }) => count));
  const deepest = Math.max(1, Math.min(DEEP_PAGE, Math.floor(smallest / SEARCH_PAGE_SIZE)));
  const around = (page: number, index: number) =>
    Math.max(1, Math.min(page, deepest) - (index % PAGES_AROUND));
  const pages = (page: number) =>
    newcomers.map((caller, index) => search(caller, { region: caller.region, page: around(page, index) }));
  const cities = await readLargestCities(context);
  const ids = await readSomeIds(context, newcomers.length);
  const { country } = context.brand.settings;
  return {
    deepest,
    firstPage: newcomers.map((caller) => search(caller, { region: caller.region, page: 1 })),
    page50: pages(50),
    deepPage: pages(DEEP_PAGE),
    ageRange: newcomers.map((caller, index) =>
      search(caller, {
        region: caller.region,
        page: 1,
        filters: { ageFrom: 20 + (index % 20), ageTo: 35 + (index % 20) },
      }),
    ),
    bigCity: newcomers.map((caller, index) => search(caller, { ...cities[index % cities.length], page: 1 })),
    wholeCountry: newcomers.map((caller) => search(caller, { region: '', page: 1 })),
    newcomersDeck: newcomers.slice(0, Math.max(devoted.length, 1)).map(deck),
    devotedDeck: devoted.map(deck),
    profile: newcomers.map((caller, index) => openProfile(caller, ids[index % ids.length] ?? '', country)),
    city: (await readPrefixes(context)).map((text) => onWire(searchCities, { country, text })),
  };
}

function search(
  { trackerId, headers, privateKey }: Caller,
  question: Omit<InputOf<typeof searchPeople>, 'trackerId'>,
): OwnCall {
  return { ...onWire(searchPeople, { trackerId, ...question }), headers, privateKey };
}

function deck({ trackerId, headers, privateKey }: Caller): OwnCall {
  return { ...onWire(readDeck, { trackerId, region: '' }), headers, privateKey };
}

function openProfile({ headers: { authorization } }: Caller, id: string, country: Country): OwnCall {
  return { ...onWire(readPerson, { id, country, seeks: 'female' }), headers: { authorization } };
}

/** How a call goes over the wire. */
export function onWire<E extends Endpoint>(endpoint: E, input: InputOf<E>): Call {
  const part = (schema: z.ZodType) => z.encode(schema, input) as Record<string, unknown>;
  const params = endpoint.params ? part(endpoint.params) : {};
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  return { path: hostPrefixes[endpoint.host] + path, ...(endpoint.body && { body: part(endpoint.body) }) };
}

interface CallerRow {
  account_id: string;
  tracker_id: string;
  region: string;
}

/** Men among these numbers who seek women, may look into every region, and live in one of these. */
async function findCallers(
  context: VisitorContext,
  [from, to]: [number, number],
  regions: readonly string[] | null = null,
): Promise<Caller[]> {
  const trackerIds = Array.from({ length: to - from + 1 }, (_, index) => trackerIdOf(from + index));
  const { rows } = await sql<CallerRow>`
    select p.account_id, a.tracker_id, p.region
    from account a join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    where a.brand_id = ${context.brandId}::uuid and a.tracker_id = any(${trackerIds}::text[]) and a.level = 2
      and a.seeks = 'female' and p.gender = 'male' and p.status = 'visible'
      and (${regions}::text[] is null or p.region = any(${regions}::text[]))
    order by p.id limit ${MOST_CALLERS}`.execute(context.app.db);
  const callers: Caller[] = [];
  for (const { account_id: accountId, tracker_id: trackerId, region } of rows) {
    const { header, privateKey } = await makeReplyKey();
    const token = await openSession(context, context.app.db, accountId, 'password');
    const headers = { authorization: `Bearer ${token}`, 'seal-key': header };
    callers.push({ trackerId, region, headers, privateKey });
  }
  return callers;
}

const shown = sql`from profile p left join account a on a.brand_id = p.brand_id and a.id = p.account_id
  where p.gender = 'female' and p.status = 'visible' and coalesce(a.seeks, 'male') = 'male'`;

async function readLargestRegions({ app: { db }, brandId }: VisitorContext) {
  const { rows } = await sql<{ region: string; count: number }>`
    select p.region, count(*) ${shown} and p.brand_id = ${brandId}::uuid
    group by p.region order by count(*) desc limit ${REGIONS}`.execute(db);
  return rows;
}

async function readLargestCities({ app: { db }, brandId }: VisitorContext) {
  const { rows } = await sql<{ region: string; city: string }>`
    select p.region, p.city ${shown} and p.brand_id = ${brandId}::uuid
    group by p.region, p.city order by count(*) desc limit ${CITIES}`.execute(db);
  return rows;
}

async function readSomeIds({ app: { db }, brandId }: VisitorContext, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id ${shown} and p.brand_id = ${brandId}::uuid
    order by md5(p.id::text) limit ${count}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What a visitor has typed of a town. */
async function readPrefixes({ app: { db }, brand }: VisitorContext): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    select left(name, ${CITY_PREFIX_LETTERS}::int) as prefix from place
    where country = ${brand.settings.country} and length(rtrim(left(name, ${CITY_PREFIX_LETTERS}::int))) = ${CITY_PREFIX_LETTERS}::int
    group by 1 order by sum(population) desc limit ${MOST_CALLERS}`.execute(db);
  return rows.map(({ prefix }) => prefix);
}
