import { sql } from 'kysely';
import type { Gender } from '../../../contract/kernel/fields.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import {
  ACTIVE_LATELY,
  KIND_SHIFT,
  NEW_HERE,
  SEEKS_SHIFT,
  VERIFIED,
  YEAR_UNKNOWN,
  YEAR_ZERO,
  kindCodes,
  seeksCodes,
} from './entries.ts';

/** Which list: everybody of a gender at a brand. */
export interface ListName {
  brandId: string;
  gender: Gender;
}

/** A region and a town, either of which somebody may not have told. */
export type Place = readonly [region: string | null, city: string | null];

const CHUNK_ENTRIES = 20_000;

/** Nobody else builds this list until the transaction ends. A million people take seconds and some memory. */
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

interface Moments {
  now: Date;
  newSince: Date;
  activeSince: Date;
}

/**
 * Writes the next version of a list, put together by the database: a million people never pass through here.
 * Says nothing was written where it would be the same as the last.
 */
export async function writeVersion(
  tx: Tx,
  { brandId, gender }: ListName,
  { now, newSince, activeSince }: Moments,
): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    with person as materialized (
      select p.id, coalesce(p.region, '') collate "C" as region, coalesce(p.city, '') collate "C" as city,
        row_number() over (order by p.last_active_at desc, p.id) - 1 as position,
        (coalesce(p.birth_year - ${sql.lit(YEAR_ZERO)}, ${sql.lit(YEAR_UNKNOWN)}) << 8)
          | case when p.kind = 'member' and a.email_confirmed_at is not null and shown.profile_id is not null
              then ${sql.lit(VERIFIED)} else 0 end
          | case when p.created_at >= ${newSince}::timestamptz then ${sql.lit(NEW_HERE)} else 0 end
          | case when p.last_active_at >= ${activeSince}::timestamptz then ${sql.lit(ACTIVE_LATELY)} else 0 end
          | (case p.kind when 'ai' then ${sql.lit(kindCodes.ai)} when 'staff' then ${sql.lit(kindCodes.staff)}
              else ${sql.lit(kindCodes.member)} end << ${sql.lit(KIND_SHIFT)})
          | (case a.seeks when 'female' then ${sql.lit(seeksCodes.female)} when 'male' then ${sql.lit(seeksCodes.male)}
              else 0 end << ${sql.lit(SEEKS_SHIFT)}) as facts
      from profile p
      left join account a on a.brand_id = p.brand_id and a.id = p.account_id
      left join (select distinct profile_id from photo
        where brand_id = ${brandId}::uuid and status = 'approved') shown on shown.profile_id = p.id
      where p.brand_id = ${brandId}::uuid and p.gender = ${gender}::text and p.status = 'visible'
    ), place as (
      select region, city, row_number() over (order by region, city) - 1 as number
      from (select distinct region, city from person) as found
    ), chunk as materialized (
      select (position / ${sql.lit(CHUNK_ENTRIES)})::integer as number,
        string_agg(uuid_send(id) || substring(int8send((place.number << 16) | facts) from 3), ''::bytea order by position)
          as content
      from person join place using (region, city)
      group by 1
    ), last as (
      select version, total, places from search_list
      where brand_id = ${brandId}::uuid and gender = ${gender}::text order by version desc limit 1
    ), next as (
      select coalesce((select version from last), 0) + 1 as version,
        (select count(*) from person)::integer as total,
        coalesce((select jsonb_agg(jsonb_build_array(nullif(region, ''), nullif(city, '')) order by number) from place),
          '[]') as places
    ), written as (
      insert into search_list (brand_id, gender, version, total, places, made_at)
      select ${brandId}::uuid, ${gender}::text, version, total, places, ${now}::timestamptz from next
      where not exists (select from last where (last.total, last.places) = (next.total, next.places)
        and not exists (select from chunk left join search_chunk old on old.brand_id = ${brandId}::uuid
          and old.gender = ${gender}::text and old.version = last.version and old.number = chunk.number
          where old.content is distinct from chunk.content))
      returning version
    ), filled as (
      insert into search_chunk (brand_id, gender, version, number, content)
      select ${brandId}::uuid, ${gender}::text, written.version, chunk.number, chunk.content from written, chunk
    )
    select version from written`.execute(tx);
  return rows.length > 0;
}

/** A version goes once the one that took its place is so old: until then somebody may be paging through it. */
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

export async function tellOfList(tx: Tx, channel: string, { brandId, gender }: ListName): Promise<void> {
  await sql`select pg_notify(${channel}::text, ${`${brandId} ${gender}`}::text)`.execute(tx);
}

/** Lists that are missing or out of date. */
export async function readStaleLists(db: DbOrTx): Promise<ListName[]> {
  const { rows } = await sql<ListName>`
    select b.id as "brandId", g.gender as gender
    from brand b cross join (values ('female'), ('male')) as g (gender)
    where not exists (select from search_list l where l.brand_id = b.id and l.gender = g.gender)
      or exists (select from search_change c where c.brand_id = b.id and c.gender = g.gender)
    order by 1, 2`.execute(db);
  return rows;
}

export interface NewestVersion {
  version: number;
  total: number;
}

export async function readNewest(
  db: DbOrTx,
  { brandId, gender }: ListName,
): Promise<NewestVersion | undefined> {
  const { rows } = await sql<NewestVersion>`
    select version, total from search_list
    where brand_id = ${brandId}::uuid and gender = ${gender}::text order by version desc limit 1`.execute(db);
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
    where brand_id = ${brandId}::uuid and gender = ${gender}::text and version = ${version}::integer`.execute(
    db,
  );
  return rows[0];
}

export async function readChunk(
  db: DbOrTx,
  { brandId, gender }: ListName,
  version: number,
  number: number,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('search_chunk')
    .select('content')
    .where('brand_id', '=', brandId)
    .where('gender', '=', gender)
    .where('version', '=', version)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.content;
}
