/** Finding members: by a name, an address or an id, or going through all of them. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import type { FoundMember, findMembers as findEndpoint } from '#contract/staff/members.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrandOf, brandIdsFor, brandsWhere, mayHere } from '#server/brands/staff-context.ts';
import { DAY } from '#server/platform/clock.ts';
import { cursorCodec, refuseCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';

const PAGE = 50;

/** Where a page ended: the last row's name, or its time in microseconds, as exact as the database has it; its account. */
const cursor = cursorCodec('after', z.tuple([z.union([z.int(), z.string().max(200)]), z.uuid()]));
type Place = readonly [key: number | string, accountId: string];

type Input = InputOf<typeof findEndpoint>;

export async function findMembers(
  context: StaffContext,
  input: Input,
): Promise<ReplyOf<typeof findEndpoint>> {
  const { db } = context.app;
  const brandIds = brandIdsFor(context, input.brand);
  const after = cursor.decode(input.after);
  const match = await matchText(context, brandIds, input.text ?? '');
  if (!match) return { members: [], next: null };
  const sort: keyof typeof orders = match.byName ? 'name' : (input.sort ?? 'newest');
  if (after && (typeof after[0] === 'string') !== (sort === 'name')) return refuseCursor('after');
  const wanted = { ...input, ...match, sort, after, limit: PAGE + 1 };
  const rows = await readMembers(db, wanted);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? shown.at(-1) : undefined;
  return {
    members: shown.map((row) => describeFound(context, row)),
    next: last ? cursor.encode([last.place, last.accountId]) : null,
  };
}

function describeFound(context: StaffContext, row: FoundRow): FoundMember {
  const inside = atBrandOf(context, row.brandId);
  const { accountId, profileId, screenName, gender, region, city, status, level } = row;
  return {
    brand: inside.brand.key,
    accountId,
    profileId,
    screenName,
    gender,
    region,
    city,
    status,
    level,
    age: ageFrom(row.birthYear, context.app.clock),
    photo: smallPhoto(inside, row.photo),
    createdAt: row.createdAt.getTime(),
    lastActiveAt: row.lastActiveAt.getTime(),
    email: mayHere(inside, 'members.contact') ? row.email : null,
  };
}

interface Match {
  /** Where to look. */
  brandIds: readonly string[];
  /** What a row of accounts `a` and profiles `p` must be like. */
  rows: RawBuilder<unknown>;
  /** Then the beginning of names is all that an index can go by, and they come in their own order. */
  byName?: true;
}

/** As its index has it. */
const screenName = sql`lower(p.screen_name) collate "C"`;
/** Above all letters. */
const LAST_LETTER = '\u{10FFFF}';

/** Nothing where no member can be meant, also because the caller may not look for people that way. */
async function matchText(
  context: StaffContext,
  brandIds: readonly string[],
  text: string,
): Promise<Match | undefined> {
  if (text === '') return { brandIds, rows: sql`true` };
  if (text.includes('@')) {
    const known = brandsWhere(context, brandIds, 'members.contact');
    if (known.length === 0) return undefined;
    const address = text.toLowerCase();
    return { brandIds: known, rows: sql`a.email >= ${address} and a.email < ${address + LAST_LETTER}` };
  }
  const withOrders = brandsWhere(context, brandIds, 'payments.read');
  const ids = await findIds(context.app.db, { brandIds, withOrders }, text);
  if (ids.length > 0) return { brandIds, rows: sql`a.id = any(${ids}::uuid[])` };
  const rows = sql`${screenName} >= lower(${text}::text) and ${screenName} < lower(${text}::text) || ${LAST_LETTER}`;
  return { brandIds, rows, byName: true };
}

/** Accounts that have this tracker id, or this id themselves, as their profile's or as an order's. */
async function findIds(
  db: DbOrTx,
  { brandIds, withOrders }: { brandIds: readonly string[]; withOrders: readonly string[] },
  text: string,
): Promise<string[]> {
  const id = readUuid(text);
  const inBrands = sql`brand_id = any(${brandIds}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from account where ${inBrands} and tracker_id = ${text}
    ${
      id === undefined
        ? sql``
        : sql`union select id from account where ${inBrands} and id = ${id}::uuid
      union select account_id from profile where ${inBrands} and id = ${id}::uuid and account_id is not null`
    }
    ${
      id === undefined || withOrders.length === 0
        ? sql``
        : sql`union select account_id from purchase where brand_id = any(${withOrders}::uuid[]) and id = ${id}::uuid`
    }
  `.execute(db);
  return rows.map((row) => row.id);
}

interface Wanted extends Pick<Input, 'status' | 'level' | 'from' | 'to'> {
  brandIds: readonly string[];
  rows: RawBuilder<unknown>;
  sort: keyof typeof orders;
  after: Place | undefined;
  limit: number;
}

interface FoundRow {
  brandId: string;
  accountId: string;
  profileId: string;
  email: string;
  status: 'active' | 'disabled' | 'closing';
  level: 0 | 1 | 2;
  createdAt: Date;
  lastActiveAt: Date;
  screenName: string;
  gender: Gender;
  birthYear: number | null;
  region: string | null;
  city: string | null;
  photo: { id: string; widths: number[] } | null;
  place: number | string;
}

const microseconds = sql`(extract(epoch from m.key) * 1000000)::bigint`;
const moment = (key: number | string) => sql`timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond'`;

/** By what rows are sorted, and how the last one's is written into a cursor and read again. */
const orders = {
  newest: { key: sql`a.created_at`, id: sql`a.id`, descends: true, place: microseconds, read: moment },
  oldest: { key: sql`a.created_at`, id: sql`a.id`, descends: false, place: microseconds, read: moment },
  active: {
    key: sql`p.last_active_hour`,
    id: sql`p.account_id`,
    descends: true,
    place: microseconds,
    read: moment,
  },
  name: {
    key: screenName,
    id: sql`p.account_id`,
    descends: false,
    place: sql`m.key`,
    read: (key: number | string) => sql`${key}::text`,
  },
};

/** A page of each brand by its own index, and of these the first ones: so nothing is read that could not be shown. */
async function readMembers(db: DbOrTx, wanted: Wanted): Promise<FoundRow[]> {
  const { brandIds, rows: match, after, limit, sort } = wanted;
  const { key, id, descends, place, read } = orders[sort];
  const direction = descends ? sql`desc` : sql`asc`;
  const beyond = descends ? sql`<` : sql`>`;
  const onPage = after ? sql`and (${key}, ${id}) ${beyond} (${read(after[0])}, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<FoundRow>`
    select m.*, ${place} as place,
      (select json_build_object('id', o.id, 'widths', o.widths)
        from first_photo(m."brandId", m."profileId") o) as photo
    from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
      select a.brand_id as "brandId", a.id as "accountId", p.id as "profileId", a.email, a.status, a.level,
        a.created_at as "createdAt", p.last_active_at as "lastActiveAt", p.screen_name as "screenName", p.gender,
        p.birth_year as "birthYear", p.region, p.city, ${key} as key
      from account a join profile p on p.brand_id = a.brand_id and p.account_id = a.id and p.kind = 'member'
      where a.brand_id = b.id and p.brand_id = b.id and not a.walks and ${match} ${filtersOf(wanted)} ${onPage}
      order by ${key} ${direction}, ${id} ${direction} limit ${limit}::int
    ) as m
    order by m.key ${direction}, m."accountId" ${direction} limit ${limit}::int`.execute(db);
  return rows;
}

function filtersOf({ status, level, from, to, sort }: Wanted): RawBuilder<unknown> {
  const conditions = [
    status === 'active' && sql`a.status = 'active'`,
    // Both, so that the index of those who are not active is used.
    status !== undefined && status !== 'active' && sql`a.status <> 'active' and a.status = ${status}`,
    level === 'free' && sql`a.level = 0`,
    level === 'paying' && sql`a.level > 0`,
    // So that an index of names finds them, however few of many who are called so.
    level === 'paying' && sort === 'name' && sql`p.paying`,
    from !== undefined && sql`a.created_at >= ${new Date(from)}::timestamptz`,
    to !== undefined && sql`a.created_at < ${new Date(Date.parse(to) + DAY)}::timestamptz`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}
