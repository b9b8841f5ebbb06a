/** What is known of an account's money besides its payments, read while the transaction holds it. */

import { sql } from 'kysely';
import type { Language } from '#contract/kernel/constants.ts';
import { heldMessageCredits } from '#server/credits/ledger.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { lockAccount } from '../orders/lock-account.ts';
import { currentPlanOf } from '../orders/subscription.sql.ts';
import type { CurrentPlan } from '../orders/subscription.sql.ts';
import type { MethodOnFile } from '../payments/payment-methods.ts';

export interface AccountMoney {
  brandId: string;
  accountId: string;
  /** The plan that runs now. */
  plan: CurrentPlan | null;
  /** Those on file. */
  methods: MethodOnFile[];
  /** Message credits that are left. No other transaction takes of them until this one ends. */
  credits: number;
  /** Null where the account is erased. */
  owner: { email: string; language: Language } | null;
}

interface Owner {
  brandId: string;
  accountId: string;
}

/** Holds it until the transaction ends. */
export async function holdAccountMoney(tx: Tx, owner: Owner): Promise<AccountMoney> {
  await lockAccount(tx, owner);
  return readAccountMoney(tx, owner);
}

/** A statement of its own, after the lock: a statement that waits for a lock sees what was there before. */
export async function readAccountMoney(tx: Tx, { brandId, accountId }: Owner): Promise<AccountMoney> {
  const [brand, account] = [sql`${brandId}::uuid`, sql`${accountId}::uuid`];
  const { rows } = await sql<
    Pick<AccountMoney, 'methods' | 'credits' | 'owner'> & (CurrentPlan | { id: null })
  >`
    select plan.*, ${heldMessageCredits(brand, account)} as credits,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'provider', m.provider, 'token', m.token, 'forPacks', m.for_packs))
        from payment_method m
        where m.brand_id = ${brand} and m.account_id = ${account} and m.status = 'active'), '[]') as methods,
      (select jsonb_build_object('email', a.email, 'language', a.language) from account a
        where a.brand_id = ${brand} and a.id = ${account}) as owner
    from (values (1)) as one left join lateral (${currentPlanOf(brand, account)}) plan on true`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a row was lost');
  const { methods, credits, owner, ...plan } = row;
  return { brandId, accountId, plan: plan.id === null ? null : plan, methods, credits, owner };
}
