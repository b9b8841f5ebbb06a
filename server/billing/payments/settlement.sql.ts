/** The one write by which what became of charges is taken into account. */

import { sql } from 'kysely';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import { raiseLevels, raiseMoneyVersions } from '#server/accounts/account-record.ts';
import { conversionEvents, insertEventsOf } from '#server/analytics/events.ts';
import { insertGrants, raiseBalances } from '#server/credits/ledger.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { AttemptRow } from './attempts.ts';
import type { EventSource } from './payment-events.ts';

/** What is written of one charge. Null stands for: stays as it is. */
export interface Settlement {
  brandId: string;
  accountId: string;
  attemptId: string;
  purchaseId: string;
  provider: ProviderName;
  at: Date;
  /** What it was decided by: where either is another one now, nothing is written. */
  seen: { moneyVersion: number; state: AttemptRow['state'] };
  attempt: {
    state: AttemptRow['state'];
    outcome: NonNullable<AttemptRow['outcome']>;
    /** What the card's network said to a decline. */
    advice?: string | null;
    reference: string | null;
    step: object | null;
    capturedCents: number;
    capturedAt: Date | null;
    payerCountry: string | null;
    pollAt: Date | null;
  };
  purchaseState: 'fulfilled' | 'failed' | null;
  /** The level that was paid for, where it is above the present one. */
  level: number | null;
  hasBought: boolean;
  method: SettledMethod | null;
  /** Other payment methods of the payer that are no longer kept for packs, or not at all. */
  others: OtherMethod[];
  /** Tokens that providers are to forget. */
  forgotten: { provider: ProviderName; token: string }[];
  plan: SettledPlan | null;
  credits: { amount: number; reason: 'purchase' | 'renewal' } | null;
  entries: { transaction_id: string; line: number; account: string; cents: number }[];
  conversion: 'sale' | 'renewal' | null;
  /** How we learned it. */
  source: EventSource;
  /** Why it was not sent, where the provider's gate held it back. */
  held: HeldReason | null;
}

/** A payment method that is put on file, or is there and is kept for packs from now on. */
export interface SettledMethod {
  id: string;
  isNew: boolean;
  forPacks: boolean;
  token: string;
  kind: 'card' | 'paypal' | 'googlepay' | 'applepay';
  network: string | null;
  lastFour: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  fingerprint: Buffer | null;
}

export interface OtherMethod {
  id: string;
  /** `active`: a plan renews by it. `revoked`: its provider says that it is of no more use. */
  status: 'active' | 'removed' | 'revoked';
}

/** A plan that begins, or its next period. */
export interface SettledPlan {
  id: string;
  isNew: boolean;
  productId: string;
  version: number;
  paymentMethodId: string | null;
  period: number;
  start: Date;
  end: Date;
  credits: number;
  /** The period after this one is announced with the payment, at this price. */
  noticeCents: number | null;
}

/** Parts that few need, so that the others do not pay for them: the database sets up every part of a statement, whether or not it finds a row. */
const parts = {
  levels: sql`,
    raised as (${raiseLevels('settled')}
    )`,
  methods: sql`,
    unkept as (
      update payment_method m set for_packs = false, status = o.status,
        retired_at = case when o.status <> 'active' then g.at end
      from settled g cross join lateral jsonb_to_recordset(g.others) as o (id uuid, status text)
      where m.brand_id = g.brand_id and m.id = o.id and m.status = 'active'
      returning m.id
    ), cleared as materialized (
      -- One is kept for packs: the next takes its place after the one before has left it.
      select count(*) as count from unkept
    ), kept as (
      insert into payment_method (brand_id, id, account_id, provider, token, kind, network, last_four, expiry_month,
        expiry_year, fingerprint, for_packs, created_at)
      select brand_id, method_id, account_id, provider, token, method_kind, network, last_four, expiry_month, expiry_year,
        decode(fingerprint, 'hex'), for_packs, at
      from settled, cleared where method_is_new and cleared.count >= 0
    ), kept_again as (
      update payment_method m set status = 'active', retired_at = null, for_packs = g.for_packs
      from settled g, cleared
      where not g.method_is_new and cleared.count >= 0 and m.brand_id = g.brand_id and m.id = g.method_id
    ), forgotten as (
      insert into token_removal (brand_id, id, provider, token, customer_id, work_at, created_at)
      select g.brand_id, f.id, f.provider, f.token, g.account_id, g.at, g.at
      from settled g cross join lateral jsonb_to_recordset(g.forgotten) as f (id uuid, provider text, token text)
      on conflict (brand_id, customer_id, provider, token) do nothing
    )`,
  newPlan: sql`,
    begun as (
      insert into subscription (brand_id, id, account_id, product_id, version, payment_method_id, state, period,
        period_start, period_end, period_credits, next_charge_at, created_at)
      select brand_id, plan_id, account_id, product_id, version, plan_method_id, 'active', period, period_start,
        period_end, period_credits, period_end, period_start
      from settled where plan_is_new
    )`,
  nextPeriod: sql`,
    renewed as (
      -- Another plan that is chosen for later stays chosen.
      update subscription s set state = 'active', period = g.period, tries = 0, end_reason = null,
        period_start = g.period_start, period_end = g.period_end, next_charge_at = g.period_end,
        period_credits = g.period_credits, product_id = g.product_id, version = g.version,
        payment_method_id = coalesce(g.plan_method_id, s.payment_method_id),
        next_version = case when s.next_product_id = g.product_id then null else s.next_version end,
        next_product_id = nullif(s.next_product_id, g.product_id)
      from settled g where not g.plan_is_new and s.brand_id = g.brand_id and s.id = g.plan_id
    )`,
  notice: sql`,
    announced as (
      insert into renewal_notice as known (brand_id, subscription_id, period, kind, amount_cents, charge_at, sent_at)
      select brand_id, plan_id, period + 1, 'at_purchase', notice_cents, period_end, at
      from settled where notice_cents is not null
      on conflict (brand_id, subscription_id, period, kind) do update set
        amount_cents = excluded.amount_cents, charge_at = excluded.charge_at, sent_at = excluded.sent_at
        where known.amount_cents <> excluded.amount_cents
    )`,
};

function partsFor(settlements: readonly Settlement[]) {
  const has = (isNeeded: (settlement: Settlement) => boolean) => settlements.some(isNeeded);
  const needed = [
    has(({ level, hasBought }) => level !== null || hasBought) && parts.levels,
    has(({ method, others, forgotten }) => method !== null || others.length > 0 || forgotten.length > 0) &&
      parts.methods,
    has(({ plan }) => plan?.isNew === true) && parts.newPlan,
    has(({ plan }) => plan?.isNew === false) && parts.nextPeriod,
    has(({ plan }) => typeof plan?.noticeCents === 'number') && parts.notice,
  ];
  return sql.join(
    needed.filter((part) => part !== false),
    sql``,
  );
}

/** Answers whether it was written. */
export const settlementWrites: Batch<Settlement, boolean> = {
  async run(db, settlements) {
    const written = await writeSettlements(db, settlements);
    return settlements.map(({ attemptId }) => written.has(attemptId));
  },
  keyOf: ({ accountId }) => accountId,
};

/**
 * Writes what follows from charges, each all or nothing, and answers with the ids of the attempts for which it did. Of an
 * account at most one. The others were decided by what has changed since: they are to be decided again.
 */
export async function writeSettlements(
  db: Database,
  settlements: readonly Settlement[],
): Promise<Set<string>> {
  const { rows } = await sql<{ attempt_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(settlements.map(rowOf))}::jsonb) as g (
        brand_id uuid, account_id uuid, attempt_id uuid, purchase_id uuid, provider text, at timestamptz,
        seen_version bigint, seen_state text, state text, outcome text, advice text, reference text, step jsonb,
        captured_cents integer, captured_at timestamptz, payer_country text, poll_at timestamptz, purchase_state text,
        level smallint, first_bought_at timestamptz,
        method_id uuid, method_is_new boolean, for_packs boolean, token text, method_kind text, network text,
        last_four text, expiry_month smallint, expiry_year smallint, fingerprint text, others jsonb, forgotten jsonb,
        plan_id uuid, plan_is_new boolean, product_id text, version integer, plan_method_id uuid, period integer,
        period_start timestamptz, period_end timestamptz, period_credits integer, notice_cents integer,
        credits integer, credit_reason text, credit_key text, entry_id uuid, event_id uuid, event_type text,
        event_details jsonb, entries jsonb, happening_id uuid, happening jsonb)
    ), payer as (${raiseMoneyVersions('given')}
    ), settled as (
      update payment_attempt t set state = g.state, outcome = g.outcome, advice = g.advice, reference = g.reference,
        step = g.step, captured_cents = g.captured_cents, captured_at = g.captured_at,
        payer_country = g.payer_country, poll_at = g.poll_at
      from payer g
      where t.brand_id = g.brand_id and t.id = g.attempt_id and t.state = g.seen_state
      returning g.*
    ), bought as (
      update purchase p set state = g.purchase_state,
        fulfilled_at = case g.purchase_state when 'fulfilled' then g.at end,
        subscription_id = coalesce(g.plan_id, p.subscription_id)
      from settled g where g.purchase_state is not null and p.brand_id = g.brand_id and p.id = g.purchase_id
    )${partsFor(settlements)}, booked as (
      insert into money_entry (brand_id, transaction_id, line, account, provider, amount_cents, attempt_id, at)
      select g.brand_id, e.transaction_id, e.line, e.account, g.provider, e.cents, g.attempt_id, g.at
      from settled g cross join lateral jsonb_to_recordset(g.entries)
        as e (transaction_id uuid, line smallint, account text, cents integer)
    ), granted as (${insertGrants('settled')}
    ), credited as (${raiseBalances('granted')}
    ), told as (${insertEventsOf('settled')}
    ), happened as (
      insert into payment_event (brand_id, purchase_id, id, attempt_id, at, kind, details)
      select brand_id, purchase_id, happening_id, attempt_id, at, 'state', happening from settled
    ), awaiting_receipt as (
      insert into receipt_due (brand_id, captured_at, attempt_id)
      select brand_id, captured_at, attempt_id from settled where captured_at is not null and captured_cents > 0
    )
    select attempt_id from settled`.execute(db);
  return new Set(rows.map(({ attempt_id: id }) => id));
}

function rowOf(settlement: Settlement) {
  const { brandId, accountId, attemptId, purchaseId, at, seen, attempt, method, plan, credits } = settlement;
  const { conversion } = settlement;
  return {
    brand_id: brandId,
    account_id: accountId,
    attempt_id: attemptId,
    purchase_id: purchaseId,
    provider: settlement.provider,
    at,
    seen_version: seen.moneyVersion,
    seen_state: seen.state,
    state: attempt.state,
    outcome: attempt.outcome,
    advice: attempt.advice,
    reference: attempt.reference,
    step: attempt.step,
    captured_cents: attempt.capturedCents,
    captured_at: attempt.capturedAt,
    payer_country: attempt.payerCountry,
    poll_at: attempt.pollAt,
    purchase_state: settlement.purchaseState,
    level: settlement.level,
    first_bought_at: settlement.hasBought ? at : null,
    ...(method && {
      method_id: method.id,
      method_is_new: method.isNew,
      for_packs: method.forPacks,
      token: method.token,
      method_kind: method.kind,
      network: method.network,
      last_four: method.lastFour,
      expiry_month: method.expiryMonth,
      expiry_year: method.expiryYear,
      fingerprint: method.fingerprint?.toString('hex') ?? null,
    }),
    others: settlement.others,
    forgotten: settlement.forgotten.map((token) => ({ id: newId(at.getTime()), ...token })),
    ...(plan && {
      plan_id: plan.id,
      plan_is_new: plan.isNew,
      product_id: plan.productId,
      version: plan.version,
      plan_method_id: plan.paymentMethodId,
      period: plan.period,
      period_start: plan.start,
      period_end: plan.end,
      period_credits: plan.credits,
      notice_cents: plan.noticeCents,
    }),
    ...(credits && {
      credits: credits.amount,
      credit_reason: credits.reason,
      credit_key: `purchase ${purchaseId}`,
      entry_id: newId(),
    }),
    ...(conversion && {
      event_id: newId(at.getTime()),
      event_type: conversionEvents[conversion],
      event_details: { amountCents: attempt.capturedCents, subjectId: attemptId, purchaseId },
    }),
    entries: settlement.entries,
    happening_id: newId(at.getTime()),
    happening: {
      from: seen.state,
      to: attempt.state,
      outcome: attempt.outcome,
      source: settlement.source,
      ...(attempt.capturedAt && { cents: attempt.capturedCents }),
      ...(settlement.held && { held: settlement.held }),
    },
  };
}
