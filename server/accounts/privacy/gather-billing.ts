import type { DbOrTx, Tx } from '../../platform/database/database.ts';

/** Money, as its owner is told of it. Tokens and fingerprints of cards are of use to us alone. */
const MOST = 10_000;

export async function gatherPlan(db: DbOrTx, brandId: string, accountId: string) {
  const account = await db
    .selectFrom('account')
    .select(['age_verified_at', 'first_bought_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .executeTakeFirst();
  const plans = await db
    .selectFrom('subscription')
    .select(['product_id', 'state', 'period', 'period_start', 'period_end', 'period_credits'])
    .select(['next_charge_at', 'next_product_id', 'ended_at', 'end_reason', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const cards = await db
    .selectFrom('payment_method')
    .select(['kind', 'provider', 'network', 'last_four', 'expiry_month', 'expiry_year', 'status'])
    .select(['for_packs', 'retired_at', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return { ...account, plans, cards };
}

export async function gatherPayments(db: DbOrTx, brandId: string, accountId: string) {
  const purchases = await db
    .selectFrom('purchase as p')
    .leftJoin('purchase_consent as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.purchase_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.kind', 'p.product_id', 'p.amount_cents', 'p.credit_cents', 'p.credits', 'p.state'])
    .select(['p.fulfilled_at', 'p.created_at', 'c.button', 'c.terms', 'c.created_at as agreed_at'])
    .select(['c.keeps_for', 'c.ip', 'c.user_agent'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .orderBy('p.created_at', 'desc')
    .limit(MOST)
    .execute();
  const attempts = await db
    .selectFrom('payment_attempt')
    .select(['purchase_id', 'provider', 'method', 'initiated_by', 'amount_cents', 'state', 'outcome'])
    .select(['network', 'last_four', 'captured_cents', 'refunded_cents', 'charged_back_cents'])
    .select(['captured_at', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .select(['purchase_id', 'amount_cents', 'reason', 'state', 'credits_taken', 'done_at', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return { purchases, attempts, refunds };
}

export function gatherReceipts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('document')
    .select(['purchase_id', 'kind', 'year', 'number', 'facts', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}

/** Books are kept, since the law wants it. Where somebody sat who agreed to a price does not belong to them. */
export async function forgetPlacesOfConsent(tx: Tx, brandId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('purchase_consent')
    .set({ ip: null, user_agent: null })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
