/** Parts of the one write (write-changes.sql.ts) that not every change needs. */

import { sql } from 'kysely';
import { raiseLevels } from '#server/accounts/account-record.ts';
import { insertCreditMoves, moveBalances } from '#server/credits/ledger.ts';
import { newId } from '#server/platform/ids.ts';
import type { Booking } from '../books/bookkeeping.ts';
import type { Change } from './change.ts';

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
  ended: (changes: readonly Change[]) => sql`,
    ended as (
      update subscription s set state = r.state, ended_at = g.at, end_reason = r.reason, next_charge_at = null,
        next_product_id = null, next_version = null
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, ended }) => (ended ? [{ account_id, ...ended }] : []))}::jsonb)
        as r (account_id uuid, id uuid, state text, reason text) using (account_id)
      where s.brand_id = g.brand_id and s.id = r.id
      returning s.brand_id, s.id
    ), unneeded as (
      -- Should what it owed be paid after all, the money is refunded.
      update purchase p set state = 'expired'
      from ended r
      where p.brand_id = r.brand_id and p.subscription_id = r.id and p.kind = 'renewal'
        and p.state in ('created', 'awaiting_payment')
    )`,
  newPlan: (isAfterAnother: boolean) => sql`,
    begun as (
      insert into subscription (brand_id, id, account_id, product_id, version, payment_method_id, state, period,
        period_start, period_end, period_credits, next_charge_at, created_at)
      select brand_id, plan_id, account_id, product_id, version, plan_method_id, 'active', period, period_start,
        period_end, period_credits, period_end, period_start
      from applied where plan_is_new${isAfterAnother ? sql` and (select count(*) from ended) >= 0` : sql``}
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
  planChange: (changes: readonly Change[]) => sql`,
    plan_changed as (
      update subscription s set state = coalesce(c.plan->>'state', s.state),
        tries = coalesce((c.plan->>'tries')::smallint, s.tries),
        payment_method_id = coalesce((c.plan->>'paymentMethodId')::uuid, s.payment_method_id),
        next_charge_at = case when c.plan ? 'nextChargeAt' then (c.plan->>'nextChargeAt')::timestamptz else s.next_charge_at end,
        next_product_id = case when c.plan ? 'next' then c.plan#>>'{next,productId}' else s.next_product_id end,
        next_version = case when c.plan ? 'next' then (c.plan#>>'{next,version}')::integer else s.next_version end,
        end_reason = case when c.plan ? 'endReason' then c.plan->>'endReason' else s.end_reason end
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, planChange: plan }) => (plan ? [{ account_id, plan }] : []))}::jsonb)
        as c (account_id uuid, plan jsonb) using (account_id)
      where s.brand_id = g.brand_id and s.id = (c.plan->>'id')::uuid
    )`,
  dropsNext: (changes: readonly Change[]) => sql`,
    unwanted as (
      select p.brand_id, p.id from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, dropsNext }) =>
        dropsNext ? [{ account_id, plan: dropsNext.planId, next: dropsNext.period + 1 }] : [],
      )}::jsonb) as r (account_id uuid, plan uuid, next integer) using (account_id)
      join purchase p on p.brand_id = g.brand_id and p.subscription_id = r.plan and p.kind = 'renewal' and p.period = r.next
        and p.state = 'created'
      where not exists (
        select from payment_attempt a where a.brand_id = p.brand_id and a.purchase_id = p.id)
    ), consent_dropped as (
      delete from purchase_consent c using unwanted u where c.brand_id = u.brand_id and c.purchase_id = u.id
    ), next_dropped as (
      delete from purchase p using unwanted u where p.brand_id = u.brand_id and p.id = u.id
    )`,
  calledOff: (changes: readonly Change[]) => sql`,
    called_off as (
      update purchase p set state = 'expired'
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, calledOff: id }) => (id ? [{ account_id, id }] : []))}::jsonb)
        as r (account_id uuid, id uuid) using (account_id)
      where p.brand_id = g.brand_id and p.id = r.id and p.state in ('created', 'awaiting_payment')
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
      insert into refund (brand_id, id, attempt_id, purchase_id, account_id, amount_cents, reason, credits_taken,
        credits_written_off, provider, work_at, created_at)
      select g.brand_id, r.id, r.of_attempt, r.of_purchase, g.account_id, r.cents, r.reason, r.taken, r.written_off, r.provider, g.at, g.at
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, refunds }) =>
        refunds.map((refund) => ({
          account_id,
          id: refund.id,
          of_attempt: refund.attemptId,
          of_purchase: refund.purchaseId,
          cents: refund.amountCents,
          reason: refund.reason,
          taken: refund.taken,
          written_off: refund.writtenOff,
          provider: refund.provider,
        })),
      )}::jsonb) as r (account_id uuid, id uuid, of_attempt uuid, of_purchase uuid, cents integer, reason text,
        taken integer, written_off integer, provider text) using (account_id)
    )`,
  refundChanges: (changes: readonly Change[]) => sql`,
    refunds_changed as (
      update refund f set state = r.state, reference = coalesce(r.reference, f.reference),
        done_at = case when r.state in ('done', 'failed') then g.at end,
        work_at = r.due_at, work_lease = null, work_error = null, work_tries = coalesce(r.tries, f.work_tries)
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, refundChanges }) =>
        refundChanges.map(({ dueAt: due_at, ...refund }) => ({ account_id, due_at, ...refund })),
      )}::jsonb) as r (account_id uuid, id uuid, state text, reference text, due_at timestamptz, tries smallint)
        using (account_id)
      where f.brand_id = g.brand_id and f.id = r.id
    )`,
  creditMoves: (changes: readonly Change[]) => sql`,
    credit_moves as (
      select g.brand_id, g.account_id, r.id as entry_id, r.amount, r.reason, r.key
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, creditMoves, at }) =>
        creditMoves.map((move) => ({ account_id, id: newId(at.getTime()), ...move })),
      )}::jsonb) as r (account_id uuid, id uuid, amount integer, reason text, key text) using (account_id)
    ), credits_moved as (${insertCreditMoves('credit_moves')}
    ), balances_moved as (${moveBalances('credits_moved')}
    )`,
  dispute: (changes: readonly Change[]) => sql`,
    disputed as (
      insert into dispute as known (brand_id, id, attempt_id, reference, amount_cents, state, created_at, changed_at)
      select g.brand_id, r.id, r.of_attempt, r.reference, r.cents, r.state, g.at, g.at
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, dispute }) =>
        dispute
          ? [
              {
                account_id,
                id: dispute.id,
                of_attempt: dispute.attemptId,
                reference: dispute.reference,
                cents: dispute.amountCents,
                state: dispute.state,
              },
            ]
          : [],
      )}::jsonb) as r (account_id uuid, id uuid, of_attempt uuid, reference text, cents integer, state text) using (account_id)
      on conflict (brand_id, id) do update set reference = excluded.reference, amount_cents = excluded.amount_cents,
        state = excluded.state,
        changed_at = case when known.state = excluded.state then known.changed_at else excluded.changed_at end
    )`,
  sums: (changes: readonly Change[]) => sql`,
    summed as (
      update payment_attempt t set state = r.state, refunded_cents = r.refunded, charged_back_cents = r.charged_back
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, sums }) =>
        sums
          ? [
              {
                account_id,
                id: sums.attemptId,
                state: sums.state,
                refunded: sums.refundedCents,
                charged_back: sums.chargedBackCents,
              },
            ]
          : [],
      )}::jsonb) as r (account_id uuid, id uuid, state text, refunded integer, charged_back integer) using (account_id)
      where t.brand_id = g.brand_id and t.id = r.id
    )`,
  bookings: (booked: readonly Booked[]) => sql`,
    reversed as (
      insert into money_entry (kind, brand_id, transaction_id, line, account, provider, amount_cents, attempt_id, refund_id, at)
      select r.kind, g.brand_id, r.transaction_id, r.line, r.account, r.provider, r.cents, r.of_attempt, r.of_refund, g.at
      from applied g
      join jsonb_to_recordset(${JSON.stringify(booked.flatMap(entryRows))}::jsonb)
        as r (account_id uuid, kind text, transaction_id uuid, line smallint, account text, provider text, cents integer,
        of_attempt uuid, of_refund uuid) using (account_id)
    ), awaiting_document as (
      insert into pending_document (brand_id, id, cause, attempt_id, work_at)
      select g.brand_id, r.id, r.cause, r.of_attempt, g.at
      from applied g
      join jsonb_to_recordset(${JSON.stringify(booked.flatMap(documentRows))}::jsonb)
        as r (account_id uuid, id uuid, cause text, of_attempt uuid) using (account_id)
    )`,
  log: (changes: readonly Change[]) => sql`,
    noted as (
      insert into payment_event (brand_id, purchase_id, id, attempt_id, at, kind, details)
      select g.brand_id, r.purchase_id, r.id, r.of_attempt, r.at, r.kind, r.details
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, log }) =>
        log.map(({ purchase_id, id, attempt_id: of_attempt, at, kind, details }) => ({
          account_id,
          purchase_id,
          id,
          of_attempt,
          at,
          kind,
          details: JSON.parse(details) as unknown,
        })),
      )}::jsonb) as r (account_id uuid, purchase_id uuid, id uuid, of_attempt uuid, at timestamptz, kind text, details jsonb)
        using (account_id)
    )`,
  lateCountry: (changes: readonly Change[]) => sql`,
    located as (
      update payment_attempt t set payer_country = r.country
      from applied g
      join jsonb_to_recordset(${rowsOf(changes, ({ accountId: account_id, lateCountry: country }) => (country === null ? [] : [{ account_id, country }]))}::jsonb)
        as r (account_id uuid, country text) using (account_id)
      where t.brand_id = g.brand_id and t.id = g.attempt_id
    )`,
};

export function partsFor(changes: readonly Change[]) {
  const has = (isNeeded: (change: Change) => boolean) => changes.some(isNeeded);
  const isAfterAnother = has(({ ended }) => ended !== null);
  const needed = [
    has(({ level, isFirst, isOfAge }) => typeof level === 'number' || isFirst || isOfAge) && parts.levels,
    has(({ method, others, forgotten }) => method !== null || others.length > 0 || forgotten.length > 0) &&
      parts.methods,
    isAfterAnother && parts.ended(changes),
    has(({ plan }) => plan?.isNew === true) && parts.newPlan(isAfterAnother),
    has(({ plan }) => plan?.isNew === false) && parts.nextPeriod,
    has(({ planChange }) => planChange !== null) && parts.planChange(changes),
    has(({ dropsNext }) => dropsNext !== null) && parts.dropsNext(changes),
    has(({ calledOff }) => calledOff !== null) && parts.calledOff(changes),
    has(({ plan }) => typeof plan?.noticeCents === 'number') && parts.notice,
    has(({ refunds }) => refunds.length > 0) && parts.refunds(changes),
    has(({ refundChanges }) => refundChanges.length > 0) && parts.refundChanges(changes),
    has(({ creditMoves }) => creditMoves.length > 0) && parts.creditMoves(changes),
    has(({ dispute }) => dispute !== null) && parts.dispute(changes),
    has(({ sums }) => sums !== null) && parts.sums(changes),
    has(({ bookings }) => bookings.length > 0) && parts.bookings(changes.flatMap(bookedBy)),
    has(({ log }) => log.length > 0) && parts.log(changes),
    has(({ lateCountry }) => lateCountry !== null) && parts.lateCountry(changes),
  ];
  return sql.join(
    needed.filter((part) => part !== false),
    sql``,
  );
}

interface Booked {
  accountId: string;
  transactionId: string;
  booking: Booking;
}

const bookedBy = ({ accountId, bookings, at }: Change): Booked[] =>
  bookings.map((booking) => ({ accountId, transactionId: newId(at.getTime()), booking }));

function entryRows({ accountId, transactionId, booking }: Booked) {
  return booking.lines.map(({ account, cents }, index) => ({
    account_id: accountId,
    kind: booking.kind,
    transaction_id: transactionId,
    line: index + 1,
    account,
    provider: booking.provider,
    cents,
    of_attempt: booking.attemptId,
    of_refund: booking.refundId,
  }));
}

/** What moves the price of a sale has a document: a refund by its own id, all else by its transaction. */
function documentRows({ accountId, transactionId, booking }: Booked) {
  const { kind, refundId, attemptId, lines } = booking;
  const sold = lines.find(({ account }) => account !== 'processor' && account !== 'customer_liability');
  if (!sold) return [];
  const reversal = sold.cents > 0 ? 'taken_back' : 'returned';
  const about = kind === 'refund' ? { id: refundId, cause: kind } : { id: transactionId, cause: reversal };
  return [{ account_id: accountId, ...about, of_attempt: attemptId }];
}
