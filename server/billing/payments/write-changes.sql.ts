/** The one write by which what was decided about money is put down. */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { raiseMoneyVersions } from '#server/accounts/account-record.ts';
import { conversionEvents, insertEventsOf } from '#server/analytics/events.ts';
import { insertGrants, raiseBalances } from '#server/credits/ledger.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { partsFor } from './change-parts.sql.ts';
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

/** Of a transaction that holds the money. */
const payersHeld = sql`payer as (
      select * from given
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

/** Answers whether it was written. */
export const changeWrites: Batch<Change, boolean> = {
  async run(db, changes) {
    const written = await writeChanges(db, changes);
    return changes.map(({ accountId }) => written.has(accountId));
  },
  keyOf: ({ accountId }) => accountId,
};

/**
 * Writes changes, each all or nothing, and answers with the accounts for which it did. Of an account at most one.
 * The others were decided by what has changed since: they are to be decided again.
 */
export function writeChanges(db: DbOrTx, changes: readonly Change[]): Promise<Set<string>> {
  const isErased = changes.some(({ seen }) => seen?.moneyVersion === null);
  return write(db, isErased ? payersOrErased : payers, changes);
}

/** Writes what was decided while the transaction holds the account's money. */
export async function writeHeld(tx: Tx, change: Change): Promise<void> {
  await write(tx, payersHeld, [change]);
}

async function write(
  db: DbOrTx,
  guard: RawBuilder<unknown>,
  changes: readonly Change[],
): Promise<Set<string>> {
  const isUnmoved = changes.some(({ attempt }) => attempt === null);
  const { rows } = await sql<{ account_id: string }>`
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
    ), ${guard}, ${isUnmoved ? movedOrNot : moved}, bought as (
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
      insert into pending_document (brand_id, id, cause, attempt_id, work_at)
      select brand_id, attempt_id, 'payment', attempt_id, captured_at
      from applied where captured_at is not null and captured_cents > 0
    )
    select account_id from applied`.execute(db);
  return new Set(rows.map(({ account_id: id }) => id));
}

function rowOf(change: Change) {
  const { brandId, accountId, charge, at, seen, attempt, method, plan, credits } = change;
  const { conversion, offerCard, entries } = change;
  const transactionId = newId(at.getTime());
  return {
    brand_id: brandId,
    account_id: accountId,
    attempt_id: charge?.attemptId,
    purchase_id: charge?.purchaseId,
    provider: charge?.provider,
    at,
    seen_version: seen?.moneyVersion,
    seen_state: seen?.state,
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
        from: seen?.state,
        to: attempt.state,
        outcome: attempt.outcome,
        source: change.source,
        ...(attempt.capturedAt && { cents: attempt.capturedCents }),
        ...(change.held && { held: change.held }),
      },
    }),
    purchase_state: change.purchaseState,
    offer_card: offerCard && byteaOf(offerCard),
    level: typeof change.level === 'number' ? change.level : null,
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
      credit_key: `purchase ${charge?.purchaseId}`,
      entry_id: newId(),
    }),
    ...(conversion && {
      event_id: newId(at.getTime()),
      event_type: conversionEvents[conversion.fact],
      event_details: {
        amountCents: conversion.amountCents,
        subjectId: conversion.subjectId,
        purchaseId: conversion.purchaseId,
      },
    }),
    entries: entries.map(({ account, cents }, index) => ({
      transaction_id: transactionId,
      line: index + 1,
      account,
      cents,
    })),
  };
}
