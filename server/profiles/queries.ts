import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';
import type { Words } from './words.ts';

function ownProfile(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .leftJoin('profile_change as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
    )
    .select(['a.email', 'a.surname', 'a.phone', 'a.seeks', 'p.id as profile_id', 'p.screen_name'])
    .select(['p.birth_year', 'p.region', 'p.city', 'p.gender', 'p.description', 'p.looking_for'])
    .select(['p.moderated_at', 'p.status', 'c.screen_name as new_screen_name', 'c.gender as new_gender'])
    .select(['c.description as new_description', 'c.looking_for as new_looking_for'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId);
}

export type OwnProfileRow = NonNullable<Awaited<ReturnType<typeof readOwnProfileRow>>>;

export function readOwnProfileRow(db: DbOrTx, brandId: string, accountId: string) {
  return ownProfile(db, brandId, accountId).executeTakeFirst();
}

/** What others read of it. */
export function publicWordsOf({ screen_name, gender, description, looking_for }: OwnProfileRow): Words {
  return { screen_name, gender, description, looking_for };
}

/** What its owner wrote last, whatever has become of it. */
export function wordsOf(row: OwnProfileRow): Words {
  return {
    screen_name: row.new_screen_name ?? row.screen_name,
    gender: row.new_gender ?? row.gender,
    description: row.new_description ?? row.description,
    looking_for: row.new_looking_for ?? row.looking_for,
  };
}

/** Whoever changes a profile, its photos or its settings does so one after the other. */
export function lockOwnProfile(tx: Tx, brandId: string, accountId: string) {
  return ownProfile(tx, brandId, accountId).forNoKeyUpdate(['a', 'p']).executeTakeFirst();
}

export async function updateProfile(
  tx: Tx,
  brandId: string,
  profileId: string,
  change: Updateable<DB['profile']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('profile')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .execute();
}

export async function updateAccount(
  tx: Tx,
  brandId: string,
  accountId: string,
  change: Updateable<DB['account']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx
    .updateTable('account')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

function settings(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.language', 'a.newsletter', 'p.id as profile_id', 'p.hidden_by_owner'])
    .select(['a.notify_messages', 'a.notify_likes', 'a.notify_visits'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId);
}

export type SettingsRow = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

export function readSettings(db: DbOrTx, brandId: string, accountId: string) {
  return settings(db, brandId, accountId).executeTakeFirst();
}

export function lockSettings(tx: Tx, brandId: string, accountId: string) {
  return settings(tx, brandId, accountId).forNoKeyUpdate().executeTakeFirst();
}

export function readPhotos(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'blur_id', 'status', 'refusal', 'width', 'height', 'widths', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .orderBy('position')
    .limit(20)
    .execute();
}

/** Nobody else changes it, or its files, until the transaction ends. */
export function lockPhoto(tx: Tx, brandId: string, photoId: string) {
  return tx
    .selectFrom('photo')
    .select(['profile_id', 'status', 'widths', 'blur_id'])
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePhoto(
  tx: Tx,
  brandId: string,
  photoId: string,
  change: Pick<Updateable<DB['photo']>, 'status' | 'refusal'>,
): Promise<void> {
  await tx
    .updateTable('photo')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .execute();
}

/** The account of whose profile it is; null for profiles of ours. */
export async function readProfileOwner(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('profile')
    .select('account_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row?.account_id;
}

export async function insertPhoto(tx: Tx, row: Insertable<DB['photo']>): Promise<void> {
  await tx.insertInto('photo').values(row).execute();
}

/** Answers with the id of the blurred one, whose file has to go as well. */
export async function deletePhoto(tx: Tx, brandId: string, photoId: string): Promise<string> {
  const row = await tx
    .deleteFrom('photo')
    .where('brand_id', '=', brandId)
    .where('id', '=', photoId)
    .returning('blur_id')
    .executeTakeFirstOrThrow();
  return row.blur_id;
}

/** Half of the twenty places, so that all can stand aside while they change places. */
const ASIDE = 10;

/** Gives the photos the places from `first` on, in this order. A place is never held twice, not even for a moment. */
export async function orderPhotos(tx: Tx, brandId: string, photoIds: string[], first: number): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`update photo set position = ${ASIDE - 1}::int + place
    from unnest(${photoIds}::uuid[]) with ordinality as wanted (id, place)
    where photo.brand_id = ${brandId} and photo.id = wanted.id`.execute(tx);
  await tx
    .updateTable('photo')
    .set(({ eb }) => ({ position: eb('position', '-', ASIDE - first) }))
    .where('brand_id', '=', brandId)
    .where('id', 'in', photoIds)
    .execute();
}
