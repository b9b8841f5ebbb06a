/**
 * What members can be charged by without typing it. An account has at most two: what its plan renews by, and what it
 * keeps for packs. Whatever is neither goes, here and at the provider's.
 */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { queueTokenRemovals } from './forget-tokens.ts';
import { lockAccount } from './lock-account.ts';

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
