/**
 * What members can be charged by without typing it. An account has at most two: what its plan renews by, and what it
 * keeps for packs. Whatever is neither goes, here and at the provider's.
 */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Change } from './change.ts';

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

export interface MethodOnFile {
  id: string;
  provider: ProviderName;
  token: string;
  forPacks: boolean;
}

/** They are taken off the file, and their providers are to forget them. */
export function takenOff(methods: readonly MethodOnFile[]): Pick<Change, 'others' | 'forgotten'> {
  return {
    others: methods.map(({ id }) => ({ id, status: 'removed' })),
    forgotten: methods.map(({ provider, token }) => ({ provider, token })),
  };
}
