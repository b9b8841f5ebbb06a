/**
 * The history of a payment beyond what its rows say now: each state it went through, each question to a provider. A row
 * is written in the statement that makes the change, so that it costs the payment none of its own.
 */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { App } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { AttemptState, ChargeVerdict } from './attempts.ts';

/**
 * How we learned it: the answer to what was sent, a webhook, a poll, the member's return, an operator who asked, or the
 * provider's report of a day.
 */
export type EventSource = 'answer' | 'webhook' | 'poll' | 'return' | 'operator' | 'report';

/** Never a card, a token, an address or the words of a provider: none of this is personal. */
export type PaymentChange =
  | {
      kind: 'state';
      from: AttemptState | null;
      to: AttemptState;
      outcome: PaymentOutcome | null;
      source: EventSource;
      /** What was taken, once something was. */
      cents?: number;
      /** It was not sent: the provider's gate had no room for it. */
      held?: HeldReason;
    }
  /** The provider was asked what became of a charge, and said so; or could not be asked. */
  | { kind: 'asked'; answer: ChargeVerdict['state'] | 'failed'; source: EventSource }
  /** The charge was not even begun, or the refund not sent: the provider's gate was closed. */
  | { kind: 'held'; provider: ProviderName; reason: HeldReason; refundId?: string | undefined }
  | {
      kind: 'refund';
      refundId: string;
      to: 'sent' | 'unknown' | 'done' | 'failed';
      source: EventSource;
      cents: number;
    };

export interface PaymentEventRow {
  brand_id: string;
  purchase_id: string;
  id: string;
  attempt_id: string | null;
  at: Date;
  kind: PaymentChange['kind'];
  details: string;
}

interface Subject {
  brandId: string;
  purchaseId: string;
  attemptId: string | null;
}

/** The row of an event. Rows made in one process are in the order in which they were made. */
export function eventOf(
  { brandId, purchaseId, attemptId }: Subject,
  at: Date,
  { kind, ...details }: PaymentChange,
): PaymentEventRow {
  return {
    brand_id: brandId,
    purchase_id: purchaseId,
    id: newId(at.getTime()),
    attempt_id: attemptId,
    at,
    kind,
    details: JSON.stringify(details),
  };
}

/**
 * The rows as a table, to be inserted by a statement that does more: `insert into payment_event (${eventColumns}) select
 * ${eventColumns} from ${eventTable(rows)} as e where exists (select from moved m where m.id = e.attempt_id)`.
 */
export function eventTable(rows: readonly PaymentEventRow[]): RawBuilder<unknown> {
  const pick = <K extends keyof PaymentEventRow>(column: K) => rows.map((row) => row[column]);
  return sql`(select * from unnest(${pick('brand_id')}::uuid[], ${pick('purchase_id')}::uuid[], ${pick('id')}::uuid[],
    ${pick('attempt_id')}::uuid[], ${pick('at')}::timestamptz[], ${pick('kind')}::text[], ${pick('details')}::jsonb[])
    as n (${eventColumns}))`;
}

export const eventColumns = sql.raw('brand_id, purchase_id, id, attempt_id, at, kind, details');

/** Where nothing else is written with them. */
export async function recordEvents(db: DbOrTx, rows: readonly PaymentEventRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`insert into payment_event (${eventColumns})
    select ${eventColumns} from ${eventTable(rows)} as e`.execute(db);
}

export interface Held {
  brandId: string;
  purchaseId: string;
  /** Where it is a refund, and no charge. */
  refundId?: string;
  provider: ProviderName;
  reason: HeldReason;
}

/**
 * Puts down that charges or refunds are held back, once for as long as they are: not again while there was no attempt to pay since
 * the last time that was said.
 */
export async function recordHeld(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  held: readonly Held[],
): Promise<void> {
  if (held.length === 0) return;
  const at = clock.now();
  const rows = held.map(({ brandId, purchaseId, refundId, provider, reason }) =>
    eventOf({ brandId, purchaseId, attemptId: null }, at, { kind: 'held', provider, reason, refundId }),
  );
  await sql`insert into payment_event (${eventColumns})
    select ${eventColumns} from ${eventTable(rows)} as e
    where not exists (
      select from payment_event o
      where o.brand_id = e.brand_id and o.purchase_id = e.purchase_id and o.kind = 'held' and o.details = e.details
        and o.at >= coalesce((
          select max(a.created_at) from payment_attempt a
          where a.brand_id = e.brand_id and a.purchase_id = e.purchase_id), '-infinity'))`.execute(db);
}
