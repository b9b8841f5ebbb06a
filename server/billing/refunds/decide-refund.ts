/** What follows from what becomes of a refund, and from what banks do with a payment. */

import { vatPercentOf } from '#contract/kernel/money.ts';
import { booksOf, chargebackLines, refundLines, returnedLines } from '../books/bookkeeping.ts';
import type { BookedLine, Booking } from '../books/bookkeeping.ts';
import type { AttemptState } from '../payments/attempts.ts';
import { emptyChange } from '../payments/change.ts';
import type { Change } from '../payments/change.ts';
import { eventOf } from '../payments/payment-events.ts';
import type { EventSource, PaymentEventRow } from '../payments/payment-events.ts';
import type { Charge, RefundRow } from './refund.sql.ts';

interface When {
  at: Date;
  source: EventSource;
}

/** `called_off`: never sent, because the bank has taken the money itself. */
export type Failing = 'refused' | 'returned' | 'called_off';

/** The money is on its way back: into the books, and off the payment. */
export function decideRefunded(
  charge: Charge,
  refund: RefundRow,
  { reference, ...when }: When & { reference: string | null },
): Change {
  const { id: refundId, amount_cents: amountCents } = refund;
  const { attempt, purchase } = charge;
  const after = sumsAfter(charge, attempt.refunded_cents + amountCents);
  const books = booksOf([...charge.booked, ...after.bookings.flatMap(bookedBy)], vatPercentOf(purchase));
  const lines = refundLines(books, amountCents);
  const booking: Booking = { kind: 'refund', ...idsOf(charge), refundId, lines };
  // What bought nothing was never reported as a sale either.
  const isCounted = boughtSomething(charge);
  return {
    ...emptyOf(charge, when.at),
    refund: { id: refundId, state: 'done', reference },
    sums: after.sums,
    bookings: [...after.bookings, booking],
    conversion: isCounted
      ? { fact: 'refund', subjectId: refundId, purchaseId: purchase.id, amountCents }
      : null,
    log: [refundEvent(charge, refund, 'done', when)],
  };
}

/** The money is still ours, or ours again. The payment keeps its state, which only moves up; its refunded sum goes down. */
export function decideFailed(charge: Charge, refund: RefundRow, why: Failing, when: When): Change {
  const { id: refundId, amount_cents: amountCents } = refund;
  const failed: Change = {
    ...emptyOf(charge, when.at),
    refund: { id: refundId, state: 'failed', reference: null },
    log: [refundEvent(charge, refund, 'failed', when)],
  };
  if (why !== 'returned') return failed;
  const sent = charge.booked.filter((line) => line.kind === 'refund' && line.refundId === refundId);
  const lines = returnedLines(sent);
  const booking: Booking = { kind: 'refund_returned', ...idsOf(charge), refundId, lines };
  const booked = [...charge.booked, ...bookedBy(booking)];
  const after = sumsAfter({ ...charge, booked }, charge.attempt.refunded_cents - amountCents);
  return { ...failed, sums: after.sums, bookings: [booking, ...after.bookings] };
}

/** A bank has taken the money, or has returned it to us. */
export function decideDisputed(charge: Charge, at: Date): Change {
  return { ...emptyOf(charge, at), ...sumsAfter(charge, charge.attempt.refunded_cents) };
}

const emptyOf = ({ brandId, purchase }: Charge, at: Date): Change =>
  emptyChange({ brandId, accountId: purchase.account_id, at });

const idsOf = ({ attempt }: Charge) => ({ attemptId: attempt.id, provider: attempt.provider });

const bookedBy = ({ kind, refundId, lines }: Booking): BookedLine[] =>
  lines.map(({ account, cents }) => ({ kind, refundId, account, cents }));

/** The entry of its timeline for what a refund comes to. */
export function refundEvent(
  { brandId, purchase, attempt }: Charge,
  { id: refundId, amount_cents: cents }: RefundRow,
  to: 'sent' | 'unknown' | 'done' | 'failed',
  { at, source }: When,
): PaymentEventRow {
  const of = { brandId, purchaseId: purchase.id, attemptId: attempt.id };
  return eventOf(of, at, { kind: 'refund', refundId, to, source, cents });
}

/**
 * A payment's sums agree with its refunds and disputes. A bank may take what was refunded already: then only the rest counts as
 * charged back, so that both together never exceed what was captured. Where that shifts, the books follow.
 */
function sumsAfter(charge: Charge, refundedCents: number): Pick<Change, 'sums' | 'bookings'> {
  const { attempt, purchase, lost, booked } = charge;
  const { captured_cents: captured, charged_back_cents: before } = attempt;
  const chargedBackCents = Math.min(lost.cents, captured - refundedCents);
  const state = stateOf(attempt.state, { captured, refundedCents, chargedBack: lost.count > 0 });
  const difference = chargedBackCents - before;
  const lines = difference === 0 ? [] : chargebackLines(booksOf(booked, vatPercentOf(purchase)), difference);
  return {
    sums: { attemptId: attempt.id, state, refundedCents, chargedBackCents },
    bookings: lines.length > 0 ? [{ kind: 'chargeback', ...idsOf(charge), refundId: null, lines }] : [],
  };
}

/** The state of a payment only moves up: money that is returned to us leaves it as it was. */
const rank: Partial<Record<AttemptState, number>> = { partially_refunded: 1, refunded: 2, charged_back: 3 };

interface Sums {
  captured: number;
  refundedCents: number;
  chargedBack: boolean;
}

function stateOf(current: AttemptState, sums: Sums): AttemptState {
  const next = nextOf(sums);
  return next && (rank[next] ?? 0) > (rank[current] ?? 0) ? next : current;
}

function nextOf({ captured, refundedCents, chargedBack }: Sums): AttemptState | undefined {
  if (chargedBack) return 'charged_back';
  if (refundedCents === 0) return undefined;
  return refundedCents >= captured ? 'refunded' : 'partially_refunded';
}

/** A member who leaves a plan, or takes a better one, keeps the credits that they paid for and do not return. */
const withCredits = new Set<RefundRow['reason']>(['withdrawal', 'support', 'cancelled']);

/** How many credits belong to this part of the money: what is left of them where it is the last part. */
export function creditsDue(charge: Charge, amountCents: number, reason: RefundRow['reason']): number {
  const { purchase, attempt } = charge;
  if (!withCredits.has(reason) || !boughtSomething(charge)) return 0;
  // Those went with the chargeback.
  if (attempt.charged_back_cents > 0) return 0;
  const left = creditsNotReturned(charge);
  if (amountCents >= charge.refundableCents) return left;
  return Math.min(left, Math.floor((purchase.credits * amountCents) / attempt.captured_cents));
}

/** Money that came too late or twice bought nothing. */
export function boughtSomething({ purchase, refunds }: Charge): boolean {
  return (
    purchase.state === 'fulfilled' &&
    !refunds.some(({ reason }) => reason === 'late' || reason === 'duplicate')
  );
}

/** The purchase's credits that no refund has accounted for. */
export function creditsNotReturned({ purchase, refunds }: Charge): number {
  const accounted = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, refund) => sum + refund.credits_taken + refund.credits_written_off, 0);
  return Math.max(0, purchase.credits - accounted);
}
