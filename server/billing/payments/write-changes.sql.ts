/** The one write by which what was decided about money is put down. */

import { sql } from 'kysely';
import { raiseLevels, raiseMoneyVersions } from '#server/accounts/account-record.ts';
import { conversionEvents, insertEventsOf } from '#server/analytics/events.ts';
import { insertGrants, raiseBalances } from '#server/credits/ledger.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Change } from './change.ts';

/** Those of `given` that were decided by what still holds. Of an account that is erased nothing can change but its attempts. */
const payers = sql`payer as (${raiseMoneyVersions('given')}
    )`;
const payersOrErased = sql`known as (${raiseMoneyVersions('given')}
    ), payer as (
      select * from known
      union all
      select g.* from given g
      where g.seen_version is null and not exists (
        select from account_money v where v.brand_id = g.brand_id and v.account_id = g.account_id)
    )`;

const attempts = sql`
      update payment_attempt t set state = g.state, outcome = g.outcome, advice = g.advice, reference = g.reference,
        step = g.step, captured_cents = g.captured_cents, captured_at = g.captured_at,
        payer_country = g.payer_country, work_at = g.poll_at, work_lease = null, work_error = null
      from payer g
      where t.brand_id = g.brand_id and t.id = g.attempt_id and t.state = g.seen_state and g.state is not null
      returning g.*`;
const moved = sql`applied as (${attempts}
    )`;
/** With those whose attempt stays as it is. */
const movedOrNot = sql`moved as (${attempts}
    ), applied as (
      select * from moved
      union all
      select * from payer where state is null
    )`;

/** Rows of what few changes have. */
const rowsOf = (changes: readonly Change[], rows: (change: Change) => readonly object[]) =>
  JSON.stringify(changes.flatMap(rows));

/** Parts that few need, so that the others do not pay for them: the database sets up every part of a statement, whether or not it finds a row. */
const parts = {
  levels: sql`,
    raised as (${raiseLevels('applied')}
    )`,
  methods: sql`,
    dropped as (
      update payment_method m set for_packs = false, status = o.status,
        retired_at = case when o.status <> 'active' then g.at end
      from applied g cross join lateral jsonb_to_recordset(g.others) as o (id uuid, status text)
      where m.brand_id = g.brand_id and m.id = o.id and m.status = 'active'
      returning m.id
    ), cleared as materialized (
      -- One is kept for packs: the next takes its place after the one before has left it.
      select count(*) as count from dropped
    ), kept as (
      insert into payment_method (brand_id, id, account_id, provider, token, kind, network, last_four, expiry_month,
        expiry_year, fingerprint, for_packs, created_at)
      select brand_id, method_id, account_id, provider, token, method_kind, network, last_four, expiry_month, expiry_year,
        decode(fingerprint, 'hex'), for_packs, at
      from applied, cleared where method_is_new and cleared.count >= 0
    ), kept_again as (
      update payment_method m set status = 'active', retired_at = null, for_packs = g.for_packs
      from applied g, cleared
      where not g.method_is_new and cleared.count >= 0 and m.brand_id = g.brand_id and m.id = g.method_id
    ), forgotten as (
      insert into token_removal (brand_id, id, provider, token, customer_id, work_at, created_at)
      select g.brand_id, f.id, f.provider, f.token, g.account_id, g.at, g.at
      from applied g cross join lateral jsonb_to_recordset(g.forgotten) as f (id uuid, provider text, token text)
      on conflict (brand_id, customer_id, provider, token) do nothing
    )`,
  replaced: (changes: readonly Change[]) => sql`,
    replaced as (
      update subscription s set state = 'canceled', ended_at = g.at, end_reason = 'replaced', next_charge_at = null,
        next_product_id = null, next_version = null
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ attemptId: attempt_id, replaced }) => (replaced ? [{ attempt_id, id: replaced.id }] : []))}::jsonb)
        as r (attempt_id uuid, id uuid) using (attempt_id)
      where s.brand_id = g.brand_id and s.id = r.id
      returning s.brand_id, s.id
    ), unneeded as (
      -- Should what it owed be paid after all, the money is refunded.
      update purchase p set state = 'expired'
      from replaced r
      where p.brand_id = r.brand_id and p.subscription_id = r.id and p.kind = 'renewal'
        and p.state in ('created', 'awaiting_payment')
    )`,
  newPlan: (isAfterAnother: boolean) => sql`,
    begun as (
      insert into subscription (brand_id, id, account_id, product_id, version, payment_method_id, state, period,
        period_start, period_end, period_credits, next_charge_at, created_at)
      select brand_id, plan_id, account_id, product_id, version, plan_method_id, 'active', period, period_start,
        period_end, period_credits, period_end, period_start
      from applied where plan_is_new${isAfterAnother ? sql` and (select count(*) from replaced) >= 0` : sql``}
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
      from applied g where not g.plan_is_new and s.brand_id = g.brand_id and s.id = g.plan_id
    )`,
  renewsBy: (changes: readonly Change[]) => sql`,
    renews_by as (
      update subscription s set payment_method_id = coalesce(r.method_id, s.payment_method_id),
        next_charge_at = case when r.resumes then s.period_end else s.next_charge_at end,
        end_reason = case when r.resumes then null else s.end_reason end
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ attemptId: attempt_id, renewsBy }) =>
        renewsBy
          ? [{ attempt_id, id: renewsBy.planId, method_id: renewsBy.methodId, resumes: renewsBy.resumes }]
          : [],
      )}::jsonb) as r (attempt_id uuid, id uuid, method_id uuid, resumes boolean) using (attempt_id)
      where s.brand_id = g.brand_id and s.id = r.id
    )`,
  notice: sql`,
    announced as (
      insert into renewal_notice as known (brand_id, subscription_id, period, kind, amount_cents, charge_at, sent_at)
      select brand_id, plan_id, period + 1, 'at_purchase', notice_cents, period_end, at
      from applied where notice_cents is not null
      on conflict (brand_id, subscription_id, period, kind) do update set
        amount_cents = excluded.amount_cents, charge_at = excluded.charge_at, sent_at = excluded.sent_at
        where known.amount_cents <> excluded.amount_cents
    )`,
  refunds: (changes: readonly Change[]) => sql`,
    refunds as (
      insert into refund (brand_id, id, attempt_id, purchase_id, account_id, amount_cents, reason, provider, work_at, created_at)
      select g.brand_id, r.id, r.of_attempt, r.of_purchase, g.account_id, r.cents, r.reason, r.provider, g.at, g.at
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ attemptId: attempt_id, refunds }) =>
        refunds.map((refund) => ({
          attempt_id,
          id: refund.id,
          of_attempt: refund.attemptId,
          of_purchase: refund.purchaseId,
          cents: refund.amountCents,
          reason: refund.reason,
          provider: refund.provider,
        })),
      )}::jsonb) as r (attempt_id uuid, id uuid, of_attempt uuid, of_purchase uuid, cents integer, reason text,
        provider text) using (attempt_id)
    )`,
  lateCountry: (changes: readonly Change[]) => sql`,
    located as (
      update payment_attempt t set payer_country = r.country
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ attemptId: attempt_id, lateCountry: country }) => (country === null ? [] : [{ attempt_id, country }]))}::jsonb)
        as r (attempt_id uuid, country text) using (attempt_id)
      where t.brand_id = g.brand_id and t.id = g.attempt_id
    )`,
};

function partsFor(changes: readonly Change[]) {
  const has = (isNeeded: (change: Change) => boolean) => changes.some(isNeeded);
  const isReplaced = has(({ replaced }) => replaced !== null);
  const needed = [
    has(({ level, isFirst, isOfAge }) => level !== null || isFirst || isOfAge) && parts.levels,
    has(({ method, others, forgotten }) => method !== null || others.length > 0 || forgotten.length > 0) &&
      parts.methods,
    isReplaced && parts.replaced(changes),
    has(({ plan }) => plan?.isNew === true) && parts.newPlan(isReplaced),
    has(({ plan }) => plan?.isNew === false) && parts.nextPeriod,
    has(({ renewsBy }) => renewsBy !== null) && parts.renewsBy(changes),
    has(({ plan }) => typeof plan?.noticeCents === 'number') && parts.notice,
    has(({ refunds }) => refunds.length > 0) && parts.refunds(changes),
    has(({ lateCountry }) => lateCountry !== null) && parts.lateCountry(changes),
  ];
  return sql.join(
    needed.filter((part) => part !== false),
    sql``,
  );
}

/** Answers whether it was written. */
export const changeWrites: Batch<Change, boolean> = {
  async run(db, changes) {
    const written = await writeChanges(db, changes);
    return changes.map(({ attemptId }) => written.has(attemptId));
  },
  keyOf: ({ accountId }) => accountId,
};

/**
 * Writes changes, each all or nothing, and answers with the ids of the attempts for which it did. Of an account at most
 * one. The others were decided by what has changed since: they are to be decided again.
 */
export async function writeChanges(db: DbOrTx, changes: readonly Change[]): Promise<Set<string>> {
  const isErased = changes.some(({ seen }) => seen.moneyVersion === null);
  const isUnmoved = changes.some(({ attempt }) => attempt === null);
  const { rows } = await sql<{ attempt_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(changes.map(rowOf))}::jsonb) as g (
        brand_id uuid, account_id uuid, attempt_id uuid, purchase_id uuid, provider text, at timestamptz,
        seen_version bigint, seen_state text, state text, outcome text, advice text, reference text, step jsonb,
        captured_cents integer, captured_at timestamptz, payer_country text, poll_at timestamptz, purchase_state text,
        offer_card bytea, level smallint, first_bought_at timestamptz, age_verified_at timestamptz,
        method_id uuid, method_is_new boolean, for_packs boolean, token text, method_kind text, network text,
        last_four text, expiry_month smallint, expiry_year smallint, fingerprint text, others jsonb, forgotten jsonb,
        plan_id uuid, plan_is_new boolean, product_id text, version integer, plan_method_id uuid, period integer,
        period_start timestamptz, period_end timestamptz, period_credits integer, notice_cents integer,
        credits integer, credit_reason text, credit_key text, entry_id uuid, event_id uuid, event_type text,
        event_details jsonb, entries jsonb, log_id uuid, log jsonb)
    ), ${isErased ? payersOrErased : payers}, ${isUnmoved ? movedOrNot : moved}, bought as (
      update purchase p set state = g.purchase_state,
        fulfilled_at = case g.purchase_state when 'fulfilled' then g.at end,
        subscription_id = coalesce(g.plan_id, p.subscription_id), offer_card = g.offer_card
      from applied g where g.purchase_state is not null and p.brand_id = g.brand_id and p.id = g.purchase_id
    )${partsFor(changes)}, booked as (
      insert into money_entry (brand_id, transaction_id, line, account, provider, amount_cents, attempt_id, at)
      select g.brand_id, e.transaction_id, e.line, e.account, g.provider, e.cents, g.attempt_id, g.at
      from applied g cross join lateral jsonb_to_recordset(g.entries)
        as e (transaction_id uuid, line smallint, account text, cents integer)
    ), granted as (${insertGrants('applied')}
    ), credited as (${raiseBalances('granted')}
    ), recorded as (${insertEventsOf('applied')}
    ), logged as (
      insert into payment_event (brand_id, purchase_id, id, attempt_id, at, kind, details)
      select brand_id, purchase_id, log_id, attempt_id, at, 'state', log from applied where log_id is not null
    ), awaiting_receipt as (
      insert into receipt_due (brand_id, captured_at, attempt_id)
      select brand_id, captured_at, attempt_id from applied where captured_at is not null and captured_cents > 0
    )
    select attempt_id from applied`.execute(db);
  return new Set(rows.map(({ attempt_id: id }) => id));
}

function rowOf(change: Change) {
  const { brandId, accountId, attemptId, purchaseId, at, seen, attempt, method, plan, credits } = change;
  const { conversion, offerCard, entries } = change;
  const transactionId = newId(at.getTime());
  return {
    brand_id: brandId,
    account_id: accountId,
    attempt_id: attemptId,
    purchase_id: purchaseId,
    provider: change.provider,
    at,
    seen_version: seen.moneyVersion,
    seen_state: seen.state,
    ...(attempt && {
      state: attempt.state,
      outcome: attempt.outcome,
      advice: attempt.advice,
      reference: attempt.reference,
      step: attempt.step,
      captured_cents: attempt.capturedCents,
      captured_at: attempt.capturedAt,
      payer_country: attempt.payerCountry,
      poll_at: attempt.pollAt,
      log_id: newId(at.getTime()),
      log: {
        from: seen.state,
        to: attempt.state,
        outcome: attempt.outcome,
        source: change.source,
        ...(attempt.capturedAt && { cents: attempt.capturedCents }),
        ...(change.held && { held: change.held }),
      },
    }),
    purchase_state: change.purchaseState,
    offer_card: offerCard && byteaOf(offerCard),
    level: change.level,
    first_bought_at: change.isFirst ? at : null,
    age_verified_at: change.isOfAge ? at : null,
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
    others: change.others,
    forgotten: change.forgotten.map((token) => ({ id: newId(at.getTime()), ...token })),
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
      event_details: { amountCents: attempt?.capturedCents ?? 0, subjectId: attemptId, purchaseId },
    }),
    entries: entries.map(({ account, cents }, index) => ({
      transaction_id: transactionId,
      line: index + 1,
      account,
      cents,
    })),
  };
}
