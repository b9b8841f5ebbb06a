import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../platform/database/database.ts';

export function findAccountByEmail(db: DbOrTx, brandId: string, email: string) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'pending_email', 'password_hash', 'status', 'tracker_id', 'credentials_version'])
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** What somebody signs in with, and where mails about it go. */
export function findCredentials(db: DbOrTx, brandId: string, accountId: string) {
  return credentialsOf(db, brandId, accountId).executeTakeFirst();
}

/** Nobody else changes them until the transaction ends. */
export function lockCredentials(tx: Tx, brandId: string, accountId: string) {
  return credentialsOf(tx, brandId, accountId).forUpdate('a').executeTakeFirst();
}

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;

function credentialsOf(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.tracker_id', 'a.status', 'a.language', 'a.credentials_version', 'p.screen_name'])
    .select(['a.email', 'a.email_confirmed_at', 'a.pending_email', 'a.email_changes'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId);
}

/** Whether the account may still be entered with what was checked a moment ago. Until the end they cannot change. */
export async function holdCredentials(
  tx: Tx,
  brandId: string,
  accountId: string,
  version: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('credentials_version', '=', version)
    .where('status', '<>', 'disabled')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Everything a member's browser is told about him, in one read. */
export function readMember(db: DbOrTx, brandId: string, accountId: string) {
  return (
    db
      .selectFrom('account as a')
      .innerJoin('profile as p', (join) =>
        join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
      )
      .leftJoin('balance as b', (join) =>
        join.onRef('b.brand_id', '=', 'a.brand_id').onRef('b.account_id', '=', 'a.id'),
      )
      .leftJoin('profile_change as c', (join) =>
        join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.profile_id', '=', 'p.id'),
      )
      .select([
        'a.id as account_id',
        'a.age_verified_at',
        'a.first_bought_at',
        'a.remarketing_id',
        'a.notify_messages',
        'a.tracker_id',
        'a.email',
        'a.email_confirmed_at',
        'a.flow_id',
        'a.level',
        'a.seeks',
        'a.language',
        'a.status',
        'a.accepted_at',
        'a.password_hash',
        'a.email_changes',
        'a.pending_email',
        'a.closes_at',
        'p.status as profile_status',
        'p.refusal',
        'c.status as change_status',
        'c.refusal as change_refusal',
        'p.id as profile_id',
        'p.region',
        'p.city',
        'p.gender',
        'p.last_active_at',
        'b.message_credits',
        'b.icebreaker_credits',
        'b.like_credits',
      ])
      .select(
        sql<string | null>`(select card.id from payment_method_on_file(a.brand_id, a.id) card)`.as('card_id'),
      )
      // He sees the name that he asked for; others do once it is approved.
      .select(
        sql<string>`case c.status when 'pending' then c.screen_name else p.screen_name end`.as('screen_name'),
      )
      .select((member) =>
        member
          .selectFrom('push_token as device')
          .select('device.token')
          .whereRef('device.brand_id', '=', 'a.brand_id')
          .whereRef('device.account_id', '=', 'a.id')
          .orderBy('device.created_at', 'desc')
          .limit(1)
          .as('push_token'),
      )
      .where('a.brand_id', '=', brandId)
      .where('a.id', '=', accountId)
      .executeTakeFirst()
  );
}

export type MemberRow = NonNullable<Awaited<ReturnType<typeof readMember>>>;

export function readOwnPhotos(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'position', 'widths', 'status', 'refusal'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('status', 'in', ['approved', 'pending', 'rejected'])
    .orderBy('position')
    .limit(20)
    .execute();
}

export async function findFlowOf(
  db: DbOrTx,
  brandId: string,
  accountId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('flow_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.flow_id;
}

/** The same password at another cost. One that was changed meanwhile stays. */
export async function replacePasswordHash(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: to })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('password_hash', '=', from)
    .execute();
}

const nextVersion = sql<number>`credentials_version + 1`;

/** Takes a new password. Links made before it die, so nothing waits for a confirmation any more. */
export async function savePassword(
  tx: Tx,
  brandId: string,
  accountId: string,
  { hash, confirmedAt }: { hash: string; confirmedAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      password_hash: hash,
      pending_email: null,
      credentials_version: nextVersion,
      email_confirmed_at: sql<Date | null>`coalesce(email_confirmed_at, ${confirmedAt})`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

/** Takes a new address. Answers with the new version of the credentials. */
export async function saveEmail(
  tx: Tx,
  brandId: string,
  accountId: string,
  { email, confirmedAt }: { email: string; confirmedAt: Date | null },
): Promise<number> {
  const { credentials_version } = await tx
    .updateTable('account')
    .set({
      email,
      email_confirmed_at: confirmedAt,
      pending_email: null,
      email_changes: sql<number>`email_changes + 1`,
      credentials_version: nextVersion,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .returning('credentials_version')
    .executeTakeFirstOrThrow();
  return credentials_version;
}

export async function savePendingEmail(
  tx: Tx,
  brandId: string,
  accountId: string,
  email: string,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ pending_email: email })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

export async function markEmailConfirmed(
  tx: Tx,
  brandId: string,
  accountId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ email_confirmed_at: at })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .where('email_confirmed_at', 'is', null)
    .execute();
}

/** When he was last here, for one call at a time to answer to. */
export async function lockLastVisit(tx: Tx, brandId: string, accountId: string): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select('p.last_active_at')
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.last_active_at;
}

export async function saveRemarketingId(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  remarketingId: string,
): Promise<void> {
  await db
    .updateTable('account')
    .set({ remarketing_id: remarketingId })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}
