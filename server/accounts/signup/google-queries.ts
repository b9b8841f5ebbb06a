import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

const PROVIDER = 'google';

/** Whose account an identity opens. It stays as it is until the transaction ends. */
export function findByIdentity(tx: Tx, brandId: string, subject: string) {
  return tx
    .selectFrom('identity as i')
    .innerJoin('account as a', (join) =>
      join.onRef('a.brand_id', '=', 'i.brand_id').onRef('a.id', '=', 'i.account_id'),
    )
    .select(['a.id', 'a.status', 'a.tracker_id', 'a.flow_id'])
    .where('i.brand_id', '=', brandId)
    .where('i.provider', '=', PROVIDER)
    .where('i.subject', '=', subject)
    .forShare('a')
    .executeTakeFirst();
}

/** The account with an address, for nobody else to change meanwhile. */
export function lockByEmail(tx: Tx, brandId: string, email: string) {
  return tx
    .selectFrom('account')
    .select(['id', 'status', 'tracker_id', 'flow_id', 'email_confirmed_at'])
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Answers whether the account now opens to this identity and to no other. */
export async function linkIdentity(
  tx: Tx,
  { brandId, accountId, subject, at }: { brandId: string; accountId: string; subject: string; at: Date },
): Promise<boolean> {
  await tx
    .insertInto('identity')
    .values({ brand_id: brandId, provider: PROVIDER, subject, account_id: accountId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const linked = await tx
    .selectFrom('identity')
    .select('subject')
    .where('brand_id', '=', brandId)
    .where('provider', '=', PROVIDER)
    .where('subject', '=', subject)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return linked !== undefined;
}

/** Takes away what whoever made the account could come back with, and every link that was sent to him. */
export async function takeCredentials(
  tx: Tx,
  { brandId, accountId, at }: { brandId: string; accountId: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      password_hash: null,
      pending_email: null,
      // Whoever comes now has not accepted anything himself.
      accepted_at: null,
      email_confirmed_at: at,
      credentials_version: sql<number>`credentials_version + 1`,
    })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
  await tx
    .deleteFrom('identity')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
  await tx
    .deleteFrom('push_token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
