import { sql } from 'kysely';
import type { Gender } from '../../contract/fields.ts';
import type { DbOrTx } from '../core/database.ts';
import type { Mark } from '../staff/page-mark.ts';

export interface Wanted {
  /** Of all brands where absent. */
  brandId: string | undefined;
  after: Mark | undefined;
  limit: number;
}

interface WaitingRow {
  brand_id: string;
  id: string;
  at: Date;
  screen_name: string;
  birth_year: number | null;
  region: string | null;
  city: string | null;
}

export interface WordsRow {
  screen_name: string;
  gender: Gender;
  description: string;
  looking_for: string;
}

export interface WaitingProfileRow extends WaitingRow {
  words: WordsRow;
  before: WordsRow | null;
}

const beyond = (after: Mark | undefined, at: string, id: string) =>
  after === undefined
    ? sql``
    : sql`and (${sql.ref(at)}, ${sql.ref(id)}) > (${after.at}::timestamptz, ${after.id}::uuid)`;
const ofBrand = (brandId: string | undefined, column: string) =>
  brandId === undefined ? sql`` : sql`and ${sql.ref(column)} = ${brandId}::uuid`;
const wordsOf = (name: 'p' | 'c') =>
  sql.raw(`json_build_object('screen_name', ${name}.screen_name, 'gender', ${name}.gender,
    'description', ${name}.description, 'looking_for', ${name}.looking_for)`);
/** Whoever has not accepted the terms has not asked to be seen, and whoever is leaving no longer does. */
const isHere = sql`join account a on a.brand_id = p.brand_id and a.id = p.account_id
  and a.accepted_at is not null and a.status = 'active'`;

/** Words that wait, of newcomers and of those who have changed theirs, oldest first. */
export async function readWaitingProfiles(db: DbOrTx, wanted: Wanted): Promise<WaitingProfileRow[]> {
  const { brandId, after, limit } = wanted;
  const { rows } = await sql<WaitingProfileRow>`
    select * from (
      (select p.brand_id, p.id, p.submitted_at as at, p.screen_name, p.birth_year, p.region, p.city,
        ${wordsOf('p')} as words, null::json as before
      from profile p ${isHere}
      where p.status = 'pending' ${ofBrand(brandId, 'p.brand_id')} ${beyond(after, 'p.submitted_at', 'p.id')}
      order by p.submitted_at, p.id limit ${limit}::int)
      union all
      (select c.brand_id, c.profile_id, c.submitted_at, p.screen_name, p.birth_year, p.region, p.city,
        ${wordsOf('c')}, ${wordsOf('p')}
      from profile_change c join profile p on p.brand_id = c.brand_id and p.id = c.profile_id ${isHere}
      where c.status = 'pending' ${ofBrand(brandId, 'c.brand_id')} ${beyond(after, 'c.submitted_at', 'c.profile_id')}
      order by c.submitted_at, c.profile_id limit ${limit}::int)
    ) as waiting
    order by at, id limit ${limit}::int`.execute(db);
  return rows;
}

export interface WaitingPhotoRow extends WaitingRow {
  profile_id: string;
  width: number;
  height: number;
  widths: number[];
}

export async function readWaitingPhotos(db: DbOrTx, wanted: Wanted): Promise<WaitingPhotoRow[]> {
  const { brandId, after, limit } = wanted;
  const { rows } = await sql<WaitingPhotoRow>`
    select o.brand_id, o.id, o.created_at as at, p.id as profile_id, p.screen_name, p.birth_year, p.region, p.city,
      o.width, o.height, o.widths
    from photo o join profile p on p.brand_id = o.brand_id and p.id = o.profile_id ${isHere}
    where o.status = 'pending' ${ofBrand(brandId, 'o.brand_id')} ${beyond(after, 'o.created_at', 'o.id')}
    order by o.created_at, o.id limit ${limit}::int`.execute(db);
  return rows;
}

/** Whom to tell of a verdict, and in which language. */
export function readTold(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account')
    .select(['email', 'language', 'status', 'accepted_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
}

/** The account behind a profile, as far as moderation may go on with it by itself. */
export async function isReadyToBeSeen(db: DbOrTx, brandId: string, profileId: string): Promise<boolean> {
  const { rows } = await sql`
    select p.id from profile p ${isHere}
    where p.brand_id = ${brandId}::uuid and p.id = ${profileId}::uuid`.execute(db);
  return rows.length === 1;
}
