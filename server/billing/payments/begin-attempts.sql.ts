/** Attempts to pay orders begin here: one statement that finds out whether one may, and what is in its way where it may not. */

import { sql } from 'kysely';
import { raiseMoneyVersions } from '#server/accounts/account-record.ts';
import { timeZoneIn } from '#server/countries/local-time.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { USER_AGENT_LENGTH } from '../orders/consent.ts';
import type { Consent } from '../orders/consent.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import { blockOf, isDeclined } from '../orders/payment-blocks.ts';
import type { Refusal, Watched } from '../orders/payment-blocks.ts';
import { offerTaken } from '../terms/purchase-limits.ts';
import { limitReached, pausedUntil } from '../terms/spending-limits.ts';
import type { ReachedLimit } from '../terms/spending-limits.ts';
import { openInSql as open } from './attempts.ts';
import { attemptFields, attemptRow, insertAttempts } from './new-attempt.sql.ts';
import type { NewAttempt } from './new-attempt.sql.ts';

export interface WantedAttempt {
  purchase: Purchase;
  attempt: NewAttempt;
  consent: Consent;
  /** The first of its order just now, which uses up its token; another provider's attempt may follow. */
  isFirst: boolean;
  /** The version of the payer's money by which its price was read; null where it is to be read now. */
  seenVersion: number | null;
  /** By what the payer and their card would be found on the lists of those who may not pay. */
  watched: Watched;
  /** Cards and devices tell people apart: nothing is play money. */
  byTraces: boolean;
}

/** Why none begins. `over`: the order is decided, or an attempt of it is under way, which is nothing new to its payer. */
export type Hindrance =
  | { why: Refusal | 'order.used' | 'order.expired' | 'order.first_purchase_only' | 'over' }
  | { why: 'payment.undecided'; orderId: string; pollAt: string | null }
  | { why: 'spending.paused'; until: string }
  | ({ why: 'spending.limit_reached' } & ReachedLimit);

/** `overtaken`: something was done about the account's money at the same moment, so that it has to be tried again. */
export type Begun = 'begun' | 'overtaken' | Hindrance;

export const begunAttempts: Batch<WantedAttempt, Begun> = {
  run: beginAttempts,
  keyOf: ({ purchase }) => purchase.accountId,
};

/**
 * What may be in the way is counted, which the database does one payer after the other. As joins it would go through all open
 * orders and all cards for each wherever there were few of them the last time that it looked: with 200 who paid at once a
 * statement took ten seconds. Nothing of it changes without the version of the payer's money.
 */
export async function beginAttempts(db: DbOrTx, given: readonly WantedAttempt[]): Promise<Begun[]> {
  const { rows } = await sql<{ id: string; hindrance: Hindrance | null; begun: boolean }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given.map(rowOf))}::jsonb) as g (
        ${attemptFields}, product_id text, first_offer boolean, is_first boolean, known_version bigint, blocks jsonb,
        stops text[], declined_since timestamptz, by_traces boolean, zone text, button text, terms text, text_hash bytea,
        renewal_cents integer, period text, immediate boolean, agreed_keeps_for text, language text, ip inet, user_agent text)
    ), facts as materialized (
      select g.*,
        coalesce(g.known_version, (
          select m.version from account_money m
          where m.brand_id = g.brand_id and m.account_id = g.account_id)) as seen_version,
        ${blockOf('g')} as refusal, ${isDeclined('g')} as declined,
        (select jsonb_build_object('state', p.state, 'used', p.token_used_at is not null, 'late', p.expires_at <= g.at)
          from purchase p where p.brand_id = g.brand_id and p.id = g.purchase_id) as owed,
        (
          select count(*) from payment_attempt t
          where t.brand_id = g.brand_id and t.purchase_id = g.purchase_id and t.state in (${open})) > 0 as busy,
        case when g.is_first then (
          select jsonb_build_object('orderId', other.id, 'pollAt', (
            select max(t.work_at) from payment_attempt t
            where t.brand_id = other.brand_id and t.purchase_id = other.id and t.state in (${open})))
          from purchase other
          where other.brand_id = g.brand_id and other.account_id = g.account_id and other.id <> g.purchase_id
            and other.state = 'awaiting_payment'
            and (other.product_id is not distinct from g.product_id or g.first_offer and other.first_offer)
            and (
              select count(*) from payment_attempt t
              where t.brand_id = other.brand_id and t.purchase_id = other.id and t.state in (${open})) > 0
          limit 1) end as undecided,
        case when g.is_first and g.first_offer then (
          select (select count(*) from account a
              where a.brand_id = p.brand_id and a.id = p.account_id and a.first_bought_at is not null) > 0
            or ${offerTaken('p', sql`g.fingerprint`, sql`g.by_traces`)}
          from purchase p where p.brand_id = g.brand_id and p.id = g.purchase_id) else false end as bought_before,
        ${pausedUntil('g')} as paused_until, ${limitReached('g')} as limit_reached
      from given g
    ), judged as materialized (
      select f.*, case
        when refusal is not null then jsonb_build_object('why', refusal)
        when declined then jsonb_build_object('why', 'already_declined')
        when is_first and (owed->>'state' in ('paid', 'fulfilled') or (owed->>'used')::boolean)
          then jsonb_build_object('why', 'order.used')
        when is_first and (owed->>'state' in ('failed', 'expired') or (owed->>'late')::boolean)
          then jsonb_build_object('why', 'order.expired')
        when is_first and busy then jsonb_build_object('why', 'order.used')
        when undecided is not null then undecided || jsonb_build_object('why', 'payment.undecided')
        when bought_before then jsonb_build_object('why', 'order.first_purchase_only')
        when busy or owed->>'state' not in ('created', 'awaiting_payment') then jsonb_build_object('why', 'over')
        when paused_until is not null then jsonb_build_object('why', 'spending.paused', 'until', paused_until)
        when limit_reached is not null then limit_reached || jsonb_build_object('why', 'spending.limit_reached')
        end as hindrance
      from facts f
    ), free as materialized (
      select * from judged where hindrance is null
    ), payer as (${raiseMoneyVersions('free')}
    ), taken as (
      update purchase p set state = 'awaiting_payment', token_used_at = g.at
      from payer g
      where p.brand_id = g.brand_id and p.id = g.purchase_id and p.state in ('created', 'awaiting_payment')
        and (not g.is_first or p.token_used_at is null)
      returning g.*
    ), agreed as (
      insert into purchase_consent (brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents,
        renewal_cents, period, immediate, keeps_for, language, ip, user_agent, created_at)
      select brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents, renewal_cents, period, immediate,
        agreed_keeps_for, language, ip, user_agent, at
      from taken where is_first
      on conflict (brand_id, purchase_id) do nothing
    ), begun as (${insertAttempts('taken')}
      returning id
    )
    select j.attempt_id as id, j.hindrance, j.attempt_id in (select id from begun) as begun from judged j`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return given.map(({ attempt }) => {
    const { begun, hindrance } = found.get(attempt.id) ?? { begun: false, hindrance: null };
    return begun ? 'begun' : (hindrance ?? 'overtaken');
  });
}

interface WantedRenewal {
  purchase: Purchase;
  attempt: NewAttempt;
  seenVersion: number;
}

/**
 * The same of renewals, whose payers have consented long before: the ids of the attempts, by purchase. None where one is under way,
 * or where something was done about the account's money since it was read. Without consent and notice the database refuses it.
 */
export async function beginRenewals(
  db: DbOrTx,
  wanted: readonly WantedRenewal[],
): Promise<Map<string, string>> {
  const given = wanted.map(({ purchase, attempt, seenVersion }) => ({
    seen_version: seenVersion,
    ...attemptRow(purchase, attempt),
  }));
  const { rows } = await sql<{ id: string; purchase_id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        ${attemptFields}, seen_version bigint)
    ), payer as (${raiseMoneyVersions('given')}
    ), begun as (
      update purchase p set state = 'awaiting_payment', token_used_at = g.at
      from payer g
      where p.brand_id = g.brand_id and p.id = g.purchase_id and p.state in ('created', 'awaiting_payment')
      returning g.*
    )${insertAttempts('begun')}
    on conflict (brand_id, purchase_id) where state in (${open}) do nothing
    returning id, purchase_id`.execute(db);
  return new Map(rows.map(({ id, purchase_id: purchaseId }) => [purchaseId, id]));
}

function rowOf({ purchase, attempt, consent, isFirst, seenVersion, watched, byTraces }: WantedAttempt) {
  return {
    ...attemptRow(purchase, attempt),
    product_id: purchase.productId,
    first_offer: purchase.firstOffer,
    is_first: isFirst,
    known_version: seenVersion,
    // Who was let through for the first provider is for the next.
    blocks: isFirst ? watched.blocks.map(({ kind, hash }) => ({ kind, hash: byteaOf(hash) })) : [],
    stops: watched.stops,
    declined_since: isFirst ? watched.declinedSince : null,
    by_traces: byTraces,
    zone: timeZoneIn(purchase.country, null),
    button: consent.button,
    terms: consent.terms,
    text_hash: byteaOf(consent.textHash),
    renewal_cents: consent.renewalCents,
    period: consent.period,
    immediate: consent.immediate,
    agreed_keeps_for: consent.keepsFor,
    language: consent.language,
    ip: consent.ip,
    user_agent: consent.userAgent.slice(0, USER_AGENT_LENGTH),
  };
}
