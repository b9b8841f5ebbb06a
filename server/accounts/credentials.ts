/** What a member signs in with, as the database has it. */

import { sql } from 'kysely';
import type { Suspension } from '#contract/account/sign-in.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

/** What a member gets to know who is shut out. */
export const disabledColumns = ['disabled_by', 'disabled_reason', 'disabled_until'] as const;

interface MaybeDisabled {
  status: string;
  disabled_by: string | null;
  disabled_reason: string | null;
  disabled_until: Date | null;
}

/** What shuts a member out, where that is a sanction. What support has written down is not for them. */
export function suspensionOf(account: Omit<MaybeDisabled, 'status'>): Suspension | null {
  const { disabled_by, disabled_reason: reason, disabled_until: until } = account;
  if (disabled_by !== 'sanction' || reason === null) return null;
  return { reason, until: until?.getTime() ?? null };
}

/**
 * Fails where the account is disabled. To be called once the caller has shown that it is theirs: then they also learn which
 * rule was broken and until when they are shut out.
 */
export function refuseDisabled(account: MaybeDisabled): void {
  if (account.status !== 'disabled') return;
  const suspension = suspensionOf(account);
  if (suspension) fail('account.suspended', suspension);
  fail('account.disabled');
}

export function findAccountByEmail(db: DbOrTx, brandId: string, email: string) {
  return db
    .selectFrom('account')
    .select(['id', 'email', 'pending_email', 'password_hash', 'status', 'tracker_id', 'credentials_version'])
    .select(disabledColumns)
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** What a member signs in with, and where mails about it go. */
export function findCredentials(db: DbOrTx, brandId: string, accountId: string) {
  return credentialsOf(db, brandId, accountId).executeTakeFirst();
}

/** No other transaction changes them until this one ends. */
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
    .select(['a.disabled_by', 'a.disabled_reason', 'a.disabled_until'])
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

const nextVersion = sql<number>`credentials_version + 1`;

/** Links and known devices of before are worthless, so nothing waits for a confirmation any more. */
export async function raiseCredentialsVersion(
  tx: Tx,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ pending_email: null, credentials_version: nextVersion })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}

/** Takes a new password. Links made before it die, so nothing waits for a confirmation any more. Answers with the new version. */
export async function savePassword(
  tx: Tx,
  brandId: string,
  accountId: string,
  { hash, confirmedAt }: { hash: string; confirmedAt: Date | null },
): Promise<number> {
  const { credentials_version } = await tx
    .updateTable('account')
    .set({
      password_hash: hash,
      pending_email: null,
      credentials_version: nextVersion,
      email_confirmed_at: sql<Date | null>`coalesce(email_confirmed_at, ${confirmedAt})`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .returning('credentials_version')
    .executeTakeFirstOrThrow();
  return credentials_version;
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
