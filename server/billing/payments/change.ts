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
  /** The level that was paid for, where it is above the present one; or that which is paid for still. */
  level: number | 'still_paid' | null;
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
  planChange: PlanChange | null;
  /** The order of the period after this one of a plan, which is not wanted any more. No payment for it was tried. */
  dropsNext: { planId: string; period: number } | null;
  /** The order that its payer does not want any more. Money that comes for it all the same is refunded. */
  calledOff: string | null;
  credits: { amount: number; reason: 'purchase' | 'renewal' } | null;
  /** Of the charge. */
  entries: EntryLine[];
  refunds: StartedRefund[];
  /** What became of refunds that were started before. */
  refundChanges: RefundChange[];
  /** Message credits that are taken back, or returned. */
  creditMoves: CreditMove[];
  dispute: DisputeChange | null;
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

/** What changes about the plan that runs. What is missing stays. */
export interface PlanChange {
  id: string;
  state?: 'past_due';
  tries?: number;
  paymentMethodId?: string;
  nextChargeAt?: Date | null;
  next?: { productId: string; version: number } | null;
  endReason?: 'left' | 'closed' | 'no_card' | null;
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
  state: 'created' | 'sent' | 'unknown' | 'done' | 'failed';
  reference: string | null;
  /** When it is sent again or asked about. */
  dueAt: Date | null;
  /** Of those it has made with what is due then; null where they stay as they are. */
  tries: number | null;
}

export interface CreditMove {
  /** Below zero they are taken. */
  amount: number;
  reason: 'refund' | 'chargeback';
  /** The same key never moves twice. */
  key: string;
}

/** What a bank does with a payment, as far as that is known now. */
export interface DisputeChange {
  id: string;
  attemptId: string;
  reference: string;
  amountCents: number;
  state: 'announced' | 'lost' | 'reversed' | 'lost_again';
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
    planChange: null,
    dropsNext: null,
    calledOff: null,
    credits: null,
    entries: [],
    refunds: [],
    refundChanges: [],
    creditMoves: [],
    dispute: null,
    sums: null,
    bookings: [],
    conversion: null,
    log: [],
    source: 'answer',
    held: null,
  };
}
