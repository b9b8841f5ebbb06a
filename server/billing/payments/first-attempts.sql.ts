/** The first attempts to pay orders, with the consent to each: one statement that finds out whether anything is in the way. */

import { sql } from 'kysely';
import { hardDeclines } from '#contract/billing/payment-outcome.ts';
import { raiseMoneyVersions } from '#server/accounts/account-record.ts';
import type { Batch } from '#server/platform/database/batches.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openStates } from './attempts.ts';
import { USER_AGENT_LENGTH } from './consent.ts';
import type { Consent } from './consent.ts';
import { attemptFields, attemptRow, insertAttempts } from './new-attempt.sql.ts';
import type { NewAttempt } from './new-attempt.sql.ts';
import type { Purchase } from './orders.sql.ts';
import type { Watched } from './payment-blocks.ts';

export interface FirstAttempt {
  purchase: Purchase;
  attempt: NewAttempt;
  consent: Consent;
  /** The version of the payer's money by which this was decided. */
  seenVersion: number;
  /** By what the payer and their card would be found on the lists of those who may not pay. */
  watched: Watched;
}

/** Answers whether it was put down. */
export const firstAttempts: Batch<FirstAttempt, boolean> = {
  async run(db, given) {
    const made = await insertFirstAttempts(db, given);
    return given.map(({ attempt }) => made.has(attempt.id));
  },
  keyOf: ({ purchase }) => purchase.accountId,
};

/** Written out, so that a plan holds for all. */
const listOf = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));
const open = listOf(openStates);
const hard = listOf(hardDeclines);

/**
 * One is put down where no payer on a list is behind it, nothing was done about the account's money since it was read, the
 * order waits for its first payment, no other order for the same thing is undecided, and its owner has set no limit.
 *
 * What may be in the way is counted, which the database does one payer after the other. As joins it would go through all open
 * orders and all cards for each wherever there were few of them the last time that it looked: with 200 who paid at once a
 * statement took ten seconds. Nothing of it changes without the version of the payer's money.
 */
async function insertFirstAttempts(db: Database, given: readonly FirstAttempt[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given.map(rowOf))}::jsonb) as g (
        ${attemptFields}, product_id text, seen_version bigint, blocks jsonb,
        stops text[], declined_since timestamptz, button text, terms text, text_hash bytea, renewal_cents integer, period text,
        immediate boolean, agreed_keeps_for text, language text, ip inet, user_agent text)
    ), free as materialized (
      select * from given g
      where (
          select count(*) from jsonb_to_recordset(g.blocks) as k (kind text, hash bytea)
          join payment_block b on b.brand_id = g.brand_id and b.kind = k.kind and b.value_hash = k.hash
            and b.stops = any (g.stops)) = 0
        and (
          select count(*) from payment_attempt t
          where t.brand_id = g.brand_id and t.account_id = g.account_id and t.fingerprint = g.fingerprint
            and t.created_at > g.declined_since and t.state = 'declined' and t.outcome in (${hard})) = 0
        and (
          select count(*) from payment_attempt t
          where t.brand_id = g.brand_id and t.purchase_id = g.purchase_id and t.state in (${open})) = 0
        and (
          select count(*) from purchase other
          where other.brand_id = g.brand_id and other.account_id = g.account_id and other.id <> g.purchase_id
            and other.state = 'awaiting_payment' and other.product_id is not distinct from g.product_id
            and (
              select count(*) from payment_attempt t
              where t.brand_id = other.brand_id and t.purchase_id = other.id and t.state in (${open})) > 0) = 0
        and (
          select count(*) from spending_limit l
          where l.brand_id = g.brand_id and l.account_id = g.account_id) = 0
        and (
          select count(*) from spending_pause l
          where l.brand_id = g.brand_id and l.account_id = g.account_id and l.until > g.at) = 0
    ), payer as (${raiseMoneyVersions('free')}
    ), begun as (
      update purchase p set state = 'awaiting_payment', token_used_at = g.at
      from payer g
      where p.brand_id = g.brand_id and p.id = g.purchase_id and p.state = 'created' and p.token_used_at is null
        and p.expires_at > g.at
      returning g.*
    ), agreed as (
      insert into purchase_consent (brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents,
        renewal_cents, period, immediate, keeps_for, language, ip, user_agent, created_at)
      select brand_id, purchase_id, account_id, button, terms, text_hash, amount_cents, renewal_cents, period, immediate,
        agreed_keeps_for, language, ip, user_agent, at
      from begun
      on conflict (brand_id, purchase_id) do nothing
    )${insertAttempts('begun')}
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

function rowOf({ purchase, attempt, consent, seenVersion, watched }: FirstAttempt) {
  return {
    ...attemptRow(purchase, attempt),
    product_id: purchase.productId,
    seen_version: seenVersion,
    blocks: watched.blocks.map(({ kind, hash }) => ({ kind, hash: byteaOf(hash) })),
    stops: watched.stops,
    declined_since: watched.declinedSince,
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
