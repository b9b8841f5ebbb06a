import type { ProviderName } from '../../contract/provider-name.ts';
import type { DbOrTx, Tx } from '../core/database.ts';
import { newId } from '../core/ids.ts';
import { enqueue } from '../core/jobs.ts';
import type { StoredMeans } from '../providers/provider.ts';
import { forgetCard } from '../subscriptions/remove-card.ts';
import { lockAccount } from './lock-account.ts';
import type { AttemptRow } from './settle-queries.ts';

/**
 * Puts on file what the provider has kept, in the place of what was there. Answers with its id, or with none where the
 * account is gone.
 */
export async function storeMeans(
  tx: Tx,
  attempt: AttemptRow,
  stored: StoredMeans,
  at: Date,
): Promise<string | null> {
  const { brand_id: brandId, account_id: accountId, provider } = attempt;
  await lockAccount(tx, { brandId, accountId });
  const owner = await tx
    .selectFrom('account')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!owner) return null;
  const known = await tx
    .selectFrom('payment_method')
    .select(['id', 'provider', 'token', 'status'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
  const same = known.find((means) => means.provider === provider && means.token === stored.token);
  // Whoever had it taken off the file does not get it back because a provider says the same thing twice.
  if (same) return same.status === 'active' ? same.id : null;
  const current = known.find(({ status }) => status === 'active');
  if (current) {
    await retire(tx, brandId, current.id, 'removed');
    await enqueue(tx, forgetCard, { brandId, paymentMethodId: current.id });
  }
  const id = newId(at.getTime());
  await tx
    .insertInto('payment_method')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      provider,
      token: stored.token,
      kind: kindOf(attempt.method),
      network: stored.network ?? attempt.network,
      last_four: stored.lastFour ?? attempt.last_four,
      expiry_month: stored.expiryMonth,
      expiry_year: stored.expiryYear,
      fingerprint: attempt.fingerprint,
      created_at: at,
    })
    .execute();
  await tx
    .updateTable('subscription')
    .set({ payment_method_id: id })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'past_due'])
    .execute();
  return id;
}

/** Whether it was put on file before, even where it is not there any more. */
export async function knowsMeans(
  db: DbOrTx,
  { brandId, accountId, provider }: { brandId: string; accountId: string; provider: ProviderName },
  token: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment_method')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The means that an attempt was charged by is of no more use. */
export async function refuseMeans(tx: Tx, attempt: AttemptRow): Promise<void> {
  if (attempt.payment_method_id) await retire(tx, attempt.brand_id, attempt.payment_method_id, 'refused');
}

async function retire(tx: Tx, brandId: string, id: string, status: 'removed' | 'refused'): Promise<void> {
  await tx
    .updateTable('payment_method')
    .set({ status })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .execute();
}

function kindOf(method: AttemptRow['method']) {
  return method === 'on_file' ? 'card' : method;
}
