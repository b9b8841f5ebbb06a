/**
 * What members can be charged by without typing it. An account has at most two: what its plan renews by, and what it
 * keeps for packs. Whatever is neither goes, here and at the provider's.
 */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { StoredPaymentMethod } from '../providers/provider.ts';
import type { AttemptRow } from './attempts.ts';
import { queueTokenRemovals } from './forget-tokens.ts';
import { lockAccount } from './lock-account.ts';
import type { Purchase } from './orders.sql.ts';

interface Owner {
  brandId: string;
  accountId: string;
}

/** What a member's click charges: what their plan renews by, else what they keep for packs. */
export async function findPaymentMethodOnFile(db: DbOrTx, brandId: string, accountId: string) {
  const { rows } = await sql<PaymentMethodOnFile>`
    select id, provider, token, network, last_four as "lastFour", fingerprint
    from payment_method_on_file(${brandId}::uuid, ${accountId}::uuid)`.execute(db);
  return rows[0];
}

interface PaymentMethodOnFile {
  id: string;
  provider: ProviderName;
  token: string;
  network: string | null;
  lastFour: string | null;
  fingerprint: Buffer | null;
}

/**
 * Saves the payment method that the provider has stored, if its owner consented; else the provider is asked to forget it.
 * Answers with its id. A plan's is not the plan's before it is paid (`attachToPlan`).
 */
export async function savePaymentMethod(
  tx: Tx,
  attempt: AttemptRow,
  stored: StoredPaymentMethod,
  at: Date,
): Promise<string | null> {
  const { brand_id: brandId, account_id: accountId, provider, keeps_for: keepsFor } = attempt;
  const owner = { brandId, accountId };
  await lockAccount(tx, owner);
  const paidAt = attempt.captured_at ?? at;
  const isKept = keepsFor !== null && (await isThere(tx, owner));
  if (!isKept || (keepsFor === 'clicks' && (await hasNewerForPacks(tx, owner, paidAt)))) {
    await queueTokenRemovals(tx, owner, [{ provider, token: stored.token }], at);
    return null;
  }
  const known = await findByToken(tx, owner, provider, stored.token);
  // A member who had it taken off the file does not get it back because a provider says the same thing twice.
  if (known?.retired_at && known.retired_at >= paidAt) return null;
  const id = known?.id ?? newId(at.getTime());
  if (known) await revive(tx, owner, id);
  else await insertPaymentMethod(tx, attempt, { ...stored, id, at });
  if (keepsFor === 'clicks') await keepForPacks(tx, owner, id);
  return id;
}

/** A plan renews by this from now on, unless it has ended or got something newer than a payment of then. */
export async function attachToPlan(
  tx: Tx,
  { brandId, accountId, subscriptionId }: Pick<Purchase, 'brandId' | 'accountId' | 'subscriptionId'>,
  paymentMethodId: string,
  paidAt: Date,
): Promise<void> {
  if (subscriptionId === null) return;
  await lockAccount(tx, { brandId, accountId });
  await sql`
    update subscription s set payment_method_id = ${paymentMethodId}::uuid
    where s.brand_id = ${brandId}::uuid and s.id = ${subscriptionId}::uuid and s.state in ('active', 'past_due')
      and not exists (
        select from payment_method m
        where m.brand_id = s.brand_id and m.id = s.payment_method_id and m.status = 'active'
          and m.created_at > ${paidAt}::timestamptz)`.execute(tx);
}

/** Takes off the file whatever no plan renews by any more and no member keeps for packs. */
export async function dropUnused(tx: Tx, owner: Owner, at: Date): Promise<void> {
  const { brandId, accountId } = owner;
  await lockAccount(tx, owner);
  const { rows } = await sql<{ provider: ProviderName; token: string }>`
    update payment_method m set status = 'removed', retired_at = ${at}::timestamptz
    where m.brand_id = ${brandId}::uuid and m.account_id = ${accountId}::uuid and m.status = 'active' and not m.for_packs
      and not exists (
        select from current_subscription s
        where s.brand_id = m.brand_id and s.account_id = m.account_id and s.payment_method_id = m.id)
    returning m.provider, m.token`.execute(tx);
  await queueTokenRemovals(tx, owner, rows, at);
}

/** Takes one off the file, or all that are there. Answers with those that were. */
export async function removePaymentMethods(
  tx: Tx,
  { brandId, accountId, id }: Owner & { id?: string | undefined },
  at: Date,
): Promise<string[]> {
  await lockAccount(tx, { brandId, accountId });
  const rows = await tx
    .updateTable('payment_method')
    .set({ status: 'removed', retired_at: at })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .$if(id !== undefined, (update) => update.where('id', '=', id ?? ''))
    .returning(['id', 'provider', 'token'])
    .execute();
  await queueTokenRemovals(tx, { brandId, accountId }, rows, at);
  return rows.map((row) => row.id);
}

/** What an attempt was charged by is of no more use, so its provider need not keep it. */
export async function revokePaymentMethod(tx: Tx, attempt: AttemptRow, at: Date): Promise<void> {
  if (!attempt.payment_method_id) return;
  const { brand_id: brandId, account_id: accountId } = attempt;
  const revoked = await tx
    .updateTable('payment_method')
    .set({ status: 'revoked', retired_at: at })
    .where('brand_id', '=', attempt.brand_id)
    .where('id', '=', attempt.payment_method_id)
    .where('status', '=', 'active')
    .returning(['provider', 'token'])
    .execute();
  await queueTokenRemovals(tx, { brandId, accountId }, revoked, at);
}

function findByToken(db: DbOrTx, { brandId, accountId }: Owner, provider: ProviderName, token: string) {
  return db
    .selectFrom('payment_method')
    .select(['id', 'retired_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('token', '=', token)
    .limit(1)
    .executeTakeFirst();
}

async function isThere(tx: Tx, { brandId, accountId }: Owner): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** News of a payment may be late: what was kept since stays. */
async function hasNewerForPacks(tx: Tx, { brandId, accountId }: Owner, paidAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_method')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .where('for_packs', '=', true)
    .where('created_at', '>', paidAt)
    .executeTakeFirst();
  return row !== undefined;
}

async function insertPaymentMethod(
  tx: Tx,
  attempt: AttemptRow,
  { id, at, ...stored }: StoredPaymentMethod & { id: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('payment_method')
    .values({
      brand_id: attempt.brand_id,
      id,
      account_id: attempt.account_id,
      provider: attempt.provider,
      token: stored.token,
      kind: attempt.method === 'on_file' ? 'card' : attempt.method,
      network: stored.network ?? attempt.network,
      last_four: stored.lastFour ?? attempt.last_four,
      expiry_month: stored.expiryMonth,
      expiry_year: stored.expiryYear,
      fingerprint: attempt.fingerprint,
      created_at: at,
    })
    .execute();
}

async function revive(tx: Tx, { brandId }: Owner, id: string): Promise<void> {
  await tx
    .updateTable('payment_method')
    .set({ status: 'active', retired_at: null })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('status', '<>', 'active')
    .execute();
}

/** In the place of the one before: one is kept for packs. */
async function keepForPacks(tx: Tx, { brandId, accountId }: Owner, id: string): Promise<void> {
  const own = tx
    .updateTable('payment_method')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId);
  await own.set({ for_packs: false }).where('for_packs', '=', true).where('id', '<>', id).execute();
  await own.set({ for_packs: true }).where('id', '=', id).execute();
}
