/** What is put down of a charge before its provider is asked. */

import { sql } from 'kysely';
import type { PaymentMethodKind, ProviderName } from '#contract/billing/providers.ts';
import { byteaOf } from '#server/platform/database/database.ts';
import type { Purchase } from '../orders/orders.sql.ts';
import type { ChargeRequest } from '../providers/provider.ts';

export type AttemptMethod = PaymentMethodKind | 'on_file';

/** What is kept of a card: enough to recognise it, never the card. */
export interface KnownCard {
  network: string | null;
  lastFour: string | null;
  fingerprint: Buffer | null;
}

export interface NewAttempt {
  id: string;
  provider: ProviderName;
  method: AttemptMethod;
  initiatedBy: 'member' | 'merchant';
  paymentMethodId: string | null;
  /** What the provider is asked to keep it for. */
  keepsFor: ChargeRequest['store'];
  card: KnownCard | null;
  pollAt: Date;
  /** Missing where that is noted when its turn comes. */
  sentAt: Date | null;
  at: Date;
}

/** One as a row of a statement's given values, which has the columns of `attemptFields`. */
export function attemptRow(purchase: Purchase, attempt: NewAttempt) {
  const { card } = attempt;
  return {
    brand_id: purchase.brandId,
    attempt_id: attempt.id,
    purchase_id: purchase.id,
    account_id: purchase.accountId,
    provider: attempt.provider,
    method: attempt.method,
    initiated_by: attempt.initiatedBy,
    amount_cents: purchase.amountCents,
    payment_method_id: attempt.paymentMethodId,
    keeps_for: attempt.keepsFor,
    network: card?.network,
    last_four: card?.lastFour,
    fingerprint: card?.fingerprint && byteaOf(card.fingerprint),
    work_at: attempt.pollAt,
    sent_at: attempt.sentAt,
    at: attempt.at,
  };
}

export const attemptFields = sql`brand_id uuid, attempt_id uuid, purchase_id uuid, account_id uuid, provider text, method text,
  initiated_by text, amount_cents integer, payment_method_id uuid, keeps_for text, network text, last_four text,
  fingerprint bytea, work_at timestamptz, sent_at timestamptz, at timestamptz`;

/** The part of a statement that puts down those of `given`. */
export const insertAttempts = (given: string) => sql`
  insert into payment_attempt (brand_id, id, purchase_id, account_id, provider, method, initiated_by, amount_cents,
    payment_method_id, keeps_for, network, last_four, fingerprint, work_at, sent_at, created_at)
  select brand_id, attempt_id, purchase_id, account_id, provider, method, initiated_by, amount_cents,
    payment_method_id, keeps_for, network, last_four, fingerprint, work_at, sent_at, at
  from ${sql.ref(given)}`;
