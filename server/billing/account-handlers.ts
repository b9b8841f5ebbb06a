import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers, ErasedAccount } from '#server/accounts/account-handlers.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { queueRemovalOfAll } from './payments/forget-tokens.ts';
import { cancelAtPeriodEnd } from './plans/end-plan.ts';

export const billingAccountHandlers: AccountHandlers = {
  async closing(context, tx, afterCommit) {
    const { brandId, accountId } = context;
    await cancelAtPeriodEnd(context.app, tx, afterCommit, { brandId, accountId, reason: 'closed' });
  },
  async erasing(tx, account) {
    await queueRemovalOfAll(tx, account, account.at);
    await forgetConsentAddresses(tx, account);
  },
  // Tokens and fingerprints of cards are of use to us alone.
  exports: [
    { topic: 'plan', read: readPlan },
    { topic: 'payments', read: readPayments },
    { topic: 'receipts', read: readReceipts },
    { topic: 'spending', read: readSpendingSettings },
  ],
};

async function readPlan(db: DbOrTx, brandId: string, accountId: string) {
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
    .limit(MOST_EXPORTED)
    .execute();
  const cards = await db
    .selectFrom('payment_method')
    .select(['kind', 'provider', 'network', 'last_four', 'expiry_month', 'expiry_year', 'status'])
    .select(['for_packs', 'retired_at', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  return { ...account, plans, cards };
}

async function readPayments(db: DbOrTx, brandId: string, accountId: string) {
  const purchases = await db
    .selectFrom('purchase as p')
    .leftJoin('purchase_consent as c', (join) =>
      join.onRef('c.brand_id', '=', 'p.brand_id').onRef('c.purchase_id', '=', 'p.id'),
    )
    .select(['p.id', 'p.kind', 'p.product_id', 'p.amount_cents', 'p.credit_cents', 'p.credits', 'p.state'])
    .select(['p.fulfilled_at', 'p.created_at', 'c.button', 'c.terms', 'c.created_at as agreed_at'])
    .select(['c.keeps_for', 'c.ip', 'c.user_agent', 'p.vat_country', 'p.vat_basis_points', 'p.vat_evidence'])
    .where('p.brand_id', '=', brandId)
    .where('p.account_id', '=', accountId)
    .orderBy('p.created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  const attempts = await db
    .selectFrom('payment_attempt')
    .select(['purchase_id', 'provider', 'method', 'initiated_by', 'amount_cents', 'state', 'outcome'])
    .select(['network', 'last_four', 'captured_cents', 'refunded_cents', 'charged_back_cents'])
    .select(['captured_at', 'payer_country', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .select(['purchase_id', 'amount_cents', 'reason', 'state', 'credits_taken', 'done_at', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
  return { purchases, attempts, refunds };
}

function readReceipts(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('document')
    .select(['purchase_id', 'kind', 'year', 'number', 'facts', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(MOST_EXPORTED)
    .execute();
}

async function readSpendingSettings(db: DbOrTx, brandId: string, accountId: string) {
  const limits = await db
    .selectFrom('spending_limit')
    .select(['period', 'limit_cents', 'next_cents', 'next_from'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
  const pause = await db
    .selectFrom('spending_pause')
    .select(['until', 'created_at'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { limits, pause: pause ?? null };
}

/** The law wants the books kept. The address and the browser of a payer who consented to a price do not belong to them. */
async function forgetConsentAddresses(tx: Tx, { brandId, accountId }: ErasedAccount): Promise<void> {
  await tx
    .updateTable('purchase_consent')
    .set({ ip: null, user_agent: null })
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .execute();
}
