/** The statements of stored lists: built by the database, read in chunks. */

import { sql } from 'kysely';
import type { Gender } from '#contract/kernel/fields.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { Chunk } from './columns.ts';
import {
  LIST_FORMAT,
  fieldNames,
  searchFields,
  severalColumn,
  severalNames,
  storedColumns,
} from './fields.ts';
import type { Moments } from './fields.ts';

/** Which list: all people of a gender at a brand. */
export interface ListName {
  brandId: string;
  gender: Gender;
}

/** A region and a town, either of which may be missing, and the town's centre. */
export type Place = readonly [
  region: string | null,
  city: string | null,
  latitude: number | null,
  longitude: number | null,
];

const CHUNK_ENTRIES = 20_000;

/** No other transaction builds this list until this one ends. A million people take seconds and some memory. */
export async function lockList(tx: Tx, { brandId, gender }: ListName): Promise<void> {
  // There are few places for many people, which the planner cannot know and would sort them all.
  await sql`select set_config('statement_timeout', '240s', true), set_config('work_mem', '64MB', true),
    set_config('enable_mergejoin', 'off', true)`.execute(tx);
  const key = `search ${brandId} ${gender}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

/** Takes away what has been said of the list so far. Says whether anything was. */
export async function takeChanges(tx: Tx, { brandId, gender }: ListName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('search_change')
    .where('brand_id', '=', brandId)
    .where('gender', '=', gender)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A list that this release can read. */
const isReadable = sql`format = ${sql.lit(LIST_FORMAT)} and columns @> ${sql.lit(`{${storedColumns.join(',')}}`)}::text[]`;

/**
 * Writes the next version of a list, put together by the database: a million people never pass through here.
 * Says nothing was written where it would be the same as the last.
 */
export async function writeVersion(
  tx: Tx,
  { brandId, gender }: ListName,
  moments: Moments,
): Promise<boolean> {
  const bytes = fieldNames.map((name) => sql`${searchFields[name].byte(moments)} as ${sql.ref(name)}`);
  const gathered = fieldNames.map(
    (name) =>
      sql`string_agg(substring(int2send(${sql.ref(name)}::smallint) from 2), ''::bytea order by position) as ${sql.ref(name)}`,
  );
  const several = severalNames.map((name) => sql`${severalColumn(name)} as ${sql.ref(name)}`);
  const joined = severalNames.map(
    (name) => sql`string_agg(${sql.ref(name)}, ''::bytea order by position) as ${sql.ref(name)}`,
  );
  const columns = [
    ...fieldNames.map((name) => sql`(${sql.lit(searchFields[name].column)}, ${sql.ref(name)})`),
    ...severalNames.map((name) => sql`(${sql.lit(name)}, ${sql.ref(name)})`),
  ];
  const { rows } = await sql<{ version: number }>`
    with person as materialized (
      select p.id, coalesce(p.region, '') collate "C" as region, coalesce(p.city, '') collate "C" as city,
        row_number() over (order by p.last_active_at desc, p.id) - 1 as position, p.country,
        ${sql.join([...bytes, ...several])}
      from profile p
      left join account a on a.brand_id = p.brand_id and a.id = p.account_id
      left join (select distinct profile_id from photo
        where brand_id = ${brandId}::uuid and status = 'approved') shown on shown.profile_id = p.id
      left join preference chosen on chosen.brand_id = p.brand_id and chosen.profile_id = p.id
      left join standing on standing.brand_id = p.brand_id and standing.profile_id = p.id
      left join exposure on exposure.brand_id = p.brand_id and exposure.profile_id = p.id
      where p.brand_id = ${brandId}::uuid and p.gender = ${gender}::text and p.status = 'visible'
    ), spot as (
      select found.region, found.city, row_number() over (order by found.region, found.city) - 1 as number,
        place.latitude, place.longitude
      from (select region, city, min(country) as country from person group by region, city) as found
      left join place on place.country = found.country and place.region = found.region and place.name = found.city
    ), stretch as materialized (
      select (position / ${sql.lit(CHUNK_ENTRIES)})::integer as number,
        string_agg(uuid_send(id), ''::bytea order by position) as id,
        string_agg(int4send(spot.number::integer), ''::bytea order by position) as place,
        ${sql.join([...gathered, ...joined])}
      from person join spot using (region, city)
      group by 1
    ), chunk as materialized (
      select stretch.number, stored.column_name, stored.content
      from stretch cross join lateral (values ('id', id), ('place', place), ${sql.join(columns)})
        as stored (column_name, content)
    ), last as (
      select version, total, places, ${isReadable} as readable from search_list
      where brand_id = ${brandId}::uuid and gender = ${gender}::text order by version desc limit 1
    ), next as (
      select coalesce((select version from last), 0) + 1 as version,
        (select count(*) from person)::integer as total,
        coalesce((select jsonb_agg(jsonb_build_array(nullif(region, ''), nullif(city, ''), latitude, longitude)
          order by number) from spot),
          '[]') as places
    ), written as (
      insert into search_list (brand_id, gender, version, format, columns, total, places, made_at)
      select ${brandId}::uuid, ${gender}::text, version, ${sql.lit(LIST_FORMAT)}, ${storedColumns}::text[], total, places,
        ${moments.now}::timestamptz from next
      where not exists (select from last where last.readable and (last.total, last.places) = (next.total, next.places)
        and not exists (select from chunk left join search_chunk old on old.brand_id = ${brandId}::uuid
          and old.gender = ${gender}::text and old.version = last.version and old.number = chunk.number
          and old.column_name = chunk.column_name
          where old.content is distinct from chunk.content))
      returning version
    ), filled as (
      insert into search_chunk (brand_id, gender, version, number, column_name, content)
      select ${brandId}::uuid, ${gender}::text, written.version, chunk.number, chunk.column_name, chunk.content
      from written, chunk
    )
    select version from written`.execute(tx);
  return rows.length > 0;
}

/** A version goes once the one that took its place is so old: until then a member may be paging through it. */
export async function dropVersions(
  tx: Tx,
  { brandId, gender }: ListName,
  replacedBefore: Date,
): Promise<void> {
  await sql`delete from search_list old
    where old.brand_id = ${brandId}::uuid and old.gender = ${gender}::text and exists (
      select from search_list newer where newer.brand_id = old.brand_id and newer.gender = old.gender
        and newer.version > old.version and newer.made_at < ${replacedBefore}::timestamptz)`.execute(tx);
}

export async function notifyListBuilt(tx: Tx, channel: string, { brandId, gender }: ListName): Promise<void> {
  await sql`select pg_notify(${channel}::text, ${`${brandId} ${gender}`}::text)`.execute(tx);
}

/** Lists that are missing or out of date, or whose newest version another release has written in its own way. */
export async function readStaleLists(db: DbOrTx): Promise<ListName[]> {
  const { rows } = await sql<ListName>`
    select b.id as "brandId", g.gender as gender
    from brand b cross join (values ('female'), ('male')) as g (gender)
    where coalesce((select ${isReadable} from search_list l where l.brand_id = b.id and l.gender = g.gender
        order by version desc limit 1), false) is false
      or exists (select from search_change c where c.brand_id = b.id and c.gender = g.gender)
    order by 1, 2`.execute(db);
  return rows;
}

export interface NewestVersion {
  version: number;
  total: number;
}

/** The newest version that this release can read. */
export async function readNewest(
  db: DbOrTx,
  { brandId, gender }: ListName,
): Promise<NewestVersion | undefined> {
  const { rows } = await sql<NewestVersion>`
    select version, total from search_list
    where brand_id = ${brandId}::uuid and gender = ${gender}::text and ${isReadable} order by version desc limit 1`.execute(
    db,
  );
  return rows[0];
}

export interface VersionHead {
  total: number;
  places: Place[];
}

export async function readVersion(
  db: DbOrTx,
  { brandId, gender }: ListName,
  version: number,
): Promise<VersionHead | undefined> {
  const { rows } = await sql<VersionHead>`
    select total, places from search_list
    where brand_id = ${brandId}::uuid and gender = ${gender}::text and version = ${version}::integer and ${isReadable}`.execute(
    db,
  );
  return rows[0];
}

/** The columns of a chunk that this release knows. Undefined where one is missing: the version was thrown away. */
export async function readChunk(
  db: DbOrTx,
  { brandId, gender }: ListName,
  version: number,
  number: number,
): Promise<Chunk | undefined> {
  const rows = await db
    .selectFrom('search_chunk')
    .select(['column_name', 'content'])
    .where('brand_id', '=', brandId)
    .where('gender', '=', gender)
    .where('version', '=', version)
    .where('number', '=', number)
    .where('column_name', 'in', storedColumns)
    .execute();
  if (rows.length < storedColumns.length) return undefined;
  return new Map(rows.map(({ column_name, content }) => [column_name, content]));
}

/** Whether the newest version of a list is one that this release can read. */
export async function isNewestReadable(tx: Tx, { brandId, gender }: ListName): Promise<boolean> {
  const { rows } = await sql<{ readable: boolean }>`
    select ${isReadable} as readable from search_list
    where brand_id = ${brandId}::uuid and gender = ${gender}::text order by version desc limit 1`.execute(tx);
  return rows[0]?.readable ?? false;
}
