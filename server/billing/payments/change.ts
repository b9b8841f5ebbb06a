/** What is written about the money of an account, as a decision says it: by one statement, all of it or nothing. */

import type { PaymentMethodKind, ProviderName } from '#contract/billing/providers.ts';
import type { HeldReason } from '#contract/staff/payments.ts';
import type { Booking, EntryLine } from '../books/bookkeeping.ts';
import type { Attempt, AttemptState } from './attempts.ts';
import type { EventSource, PaymentEventRow } from './payment-events.ts';

/** What follows from an event about the money of an account. Null stands for: stays as it is. */
export interface Change {
  brandId: string;
  accountId: string;
  at: Date;
  /** The charge that it is about, where it is about one. */
  charge: { attemptId: string; purchaseId: string; provider: ProviderName } | null;
  /**
   * What it was decided by: where either is another one now, nothing is written. An account that is erased has no version.
   * Null where the transaction holds the money, so that nothing can be another one.
   */
  seen: { moneyVersion: number | null; state: AttemptState } | null;
  attempt: AttemptChange | null;
  /** Said after the capture; it replaces nothing that was said before. */
  lateCountry: string | null;
  purchaseState: 'fulfilled' | 'failed' | null;
  /** The card by which an offer for a first purchase was had, where cards belong to one person. */
  offerCard: Buffer | null;
  /** The level that was paid for, where it is above the present one. */
  level: number | null;
  /** It is the first thing that the payer has bought. */
  isFirst: boolean;
  /** The payer has shown their age. */
  isOfAge: boolean;
  method: KeptMethod | null;
  /** Other payment methods of the payer that are no longer kept for packs, or not at all. */
  others: OtherMethod[];
  /** Tokens that providers are to forget. */
  forgotten: { provider: ProviderName; token: string }[];
  plan: PaidPeriod | null;
  /** The plan that ends now. */
  ended: { id: string; state: 'canceled' | 'expired'; reason: string } | null;
  /** Another payment method for the plan that runs. One that would have ended for want of a card renews again. */
  renewsBy: { planId: string; methodId: string | null; resumes: boolean } | null;
  credits: { amount: number; reason: 'purchase' | 'renewal' } | null;
  /** Of the charge. */
  entries: EntryLine[];
  refunds: StartedRefund[];
  /** What became of a refund that was started before. */
  refund: RefundChange | null;
  /** What has gone back of a payment. */
  sums: PaymentSums | null;
  /** What is booked besides the charge. */
  bookings: Booking[];
  conversion: Conversion | null;
  /** For the timelines of payments. */
  log: PaymentEventRow[];
  /** How we learned it. */
  source: EventSource;
  /** Why it was not sent, where the provider's gate held it back. */
  held: HeldReason | null;
}

export interface AttemptChange {
  state: AttemptState;
  outcome: NonNullable<Attempt['outcome']>;
  /** What the card's network said to a decline. */
  advice?: string | null;
  reference: string | null;
  step: object | null;
  capturedCents: number;
  capturedAt: Date | null;
  payerCountry: string | null;
  pollAt: Date | null;
}

/** A payment method that is put on file, or is there and is kept for packs from now on. */
export interface KeptMethod {
  id: string;
  isNew: boolean;
  forPacks: boolean;
  token: string;
  kind: PaymentMethodKind;
  network: string | null;
  lastFour: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  fingerprint: Buffer | null;
}

interface OtherMethod {
  id: string;
  /** `active`: a plan renews by it. `revoked`: its provider says that it is of no more use. */
  status: 'active' | 'removed' | 'revoked';
}

/** A plan that begins, or its next period. */
export interface PaidPeriod {
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

export interface StartedRefund {
  id: string;
  attemptId: string;
  purchaseId: string;
  provider: ProviderName;
  amountCents: number;
  reason: 'withdrawal' | 'left' | 'support' | 'cancelled' | 'late' | 'duplicate' | 'replaced';
  /** Message credits that go back with it, and those that were used already. */
  taken: number;
  writtenOff: number;
}

export interface RefundChange {
  id: string;
  state: 'done' | 'failed';
  reference: string | null;
}

export interface PaymentSums {
  attemptId: string;
  state: AttemptState;
  refundedCents: number;
  chargedBackCents: number;
}

/** What the funnel counts. */
interface Conversion {
  fact: 'sale' | 'renewal' | 'refund' | 'chargeback';
  subjectId: string;
  purchaseId: string;
  amountCents: number;
}

/** Nothing yet. */
export function emptyChange({
  brandId,
  accountId,
  at,
}: Pick<Change, 'brandId' | 'accountId' | 'at'>): Change {
  return {
    brandId,
    accountId,
    at,
    charge: null,
    seen: null,
    attempt: null,
    lateCountry: null,
    purchaseState: null,
    offerCard: null,
    level: null,
    isFirst: false,
    isOfAge: false,
    method: null,
    others: [],
    forgotten: [],
    plan: null,
    ended: null,
    renewsBy: null,
    credits: null,
    entries: [],
    refunds: [],
    refund: null,
    sums: null,
    bookings: [],
    conversion: null,
    log: [],
    source: 'answer',
    held: null,
  };
}
