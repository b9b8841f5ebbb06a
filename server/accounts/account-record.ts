/** The row of an account: what other files and rooms lock and change of it. */

import { sql } from 'kysely';
import type { RawBuilder, Updateable } from 'kysely';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';

interface AccountKey {
  brandId: string;
  accountId: string;
}

type OwnSettings = Pick<
  Updateable<DB['account']>,
  | 'language'
  | 'newsletter'
  | 'notify_messages'
  | 'notify_likes'
  | 'notify_visits'
  | 'surname'
  | 'phone'
  | 'seeks'
  | 'messages_from'
  | 'staff_messages'
>;

/** For this room alone: others change what the functions below let them. */
export async function changeAccount(
  db: DbOrTx,
  { brandId, accountId }: AccountKey,
  change: Updateable<DB['account']>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('account')
    .set(change)
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

/** What the member says of themselves and wants to receive. */
export function updateAccount(tx: Tx, key: AccountKey, change: OwnSettings): Promise<void> {
  return changeAccount(tx, key, change);
}

/** They read, and neither write nor like until then; null where nothing keeps them from it. */
export async function muteAccount(
  tx: Tx,
  { brandId, accountId }: AccountKey,
  until: Date | null,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ muted_until: until })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('muted_until', 'is distinct from', until)
    .execute();
}

/** They take a break, until then or until they are back; null where they do not. */
export function setPause(
  tx: Tx,
  key: AccountKey,
  pause: { since: Date; until: Date | null } | null,
): Promise<void> {
  return changeAccount(tx, key, { paused_at: pause?.since ?? null, paused_until: pause?.until ?? null });
}

/** Answers whether it was another one. */
export async function setLevel(
  tx: Tx,
  { brandId, accountId }: AccountKey,
  level: 0 | 1 | 2,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ level })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('level', '<>', level)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Holds the money of an account until the transaction ends, and raises its version. Answers whether there is such an account. */
export function holdMoney(tx: Tx, { brandId, accountId }: AccountKey): Promise<boolean> {
  return holdMoneyOf(tx, brandId, sql`${accountId}::uuid`);
}

/** The same of an account that is given by an expression. */
export async function holdMoneyOf(tx: Tx, brandId: string, account: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update account_money set version = version + 1
    where brand_id = ${brandId}::uuid and account_id = ${account}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Keeps all other transactions from the money of accounts until this one ends, in the order of their ids. */
export async function lockMoney(tx: Tx, keys: readonly AccountKey[]): Promise<void> {
  await sql`
    select from account_money
    where (brand_id, account_id) in (select * from unnest(${keys.map(({ brandId }) => brandId)}::uuid[],
      ${keys.map(({ accountId }) => accountId)}::uuid[]))
    order by account_id for no key update`.execute(tx);
}

/**
 * The part of a statement of billing that keeps others from an account's money: it goes on for those rows of `payments`
 * whose `seen_version` still holds, in the order of the accounts. Answers with those rows as they are, so that no statement has to
 * look for them again: two lists that a statement has made itself are compared row by row.
 */
export const raiseMoneyVersions = (payments: string) => sql`
  update account_money m set version = m.version + 1
  from (select * from ${sql.ref(payments)} order by account_id) as g
  where m.brand_id = g.brand_id and m.account_id = g.account_id and m.version = g.seen_version
  returning g.*`;

/** The part that gives the level that was paid for, which never lowers the present one, and notes a first purchase and a shown age. */
export const raiseLevels = (payments: string) => sql`
  update account a set level = greatest(a.level, g.level),
    first_bought_at = coalesce(a.first_bought_at, g.first_bought_at),
    age_verified_at = coalesce(a.age_verified_at, g.age_verified_at)
  from ${sql.ref(payments)} g
  where a.brand_id = g.brand_id and a.id = g.account_id
    and (g.level > a.level or g.first_bought_at is not null or g.age_verified_at is not null)`;

/** No other transaction closes, keeps, disables, enables or erases it until this one ends. */
export function lockAccount(tx: Tx, brandId: string, accountId: string) {
  return tx
    .selectFrom('account')
    .select(['email', 'pending_email', 'tracker_id', 'language', 'status', 'closes_at'])
    .select(['disabled_by', 'disabled_until', 'paused_at', 'paused_until'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Accounts whose pause or suspension is over at this time, the first of them first. */
export function findAccountsDue(
  db: Database,
  column: 'paused_until' | 'disabled_until',
  { now, limit }: { now: Date; limit: number },
) {
  return db
    .selectFrom('account')
    .select(['brand_id as brandId', 'id as accountId'])
    .where(column, '<=', now)
    .orderBy(column)
    .limit(limit)
    .execute();
}
