/** What follows from what becomes of a refund, and from what banks do with a payment. */

import { vatPercentOf } from '#contract/kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { booksOf, chargebackLines, refundLines, returnedLines } from '../books/bookkeeping.ts';
import type { BookedLine, Booking } from '../books/bookkeeping.ts';
import type { AttemptState } from '../payments/attempts.ts';
import { emptyChange } from '../payments/change.ts';
import type { Change, CreditMove } from '../payments/change.ts';
import { eventOf } from '../payments/payment-events.ts';
import type { EventSource, PaymentEventRow } from '../payments/payment-events.ts';
import { refundPolls } from '../payments/poll-schedule.ts';
import type { RefundVerdict } from '../providers/provider.ts';
import { isOpenRefund } from './refund.sql.ts';
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
    refundChanges: [{ id: refundId, state: 'done', reference, dueAt: null, tries: null }],
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
    refundChanges: [{ id: refundId, state: 'failed', reference: null, dueAt: null, tries: null }],
    creditMoves: returnOf(refund.credits_taken, 'refund', `refund ${refundId}`),
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

/** A bank has taken the money, or has returned it to us: what has gone back of the payment, and its books. */
export function sumsOfDisputes(charge: Charge): Pick<Change, 'sums' | 'bookings'> {
  return sumsAfter(charge, charge.attempt.refunded_cents);
}

/** Credits that were taken under a key come back, once. */
export function returnOf(taken: number, reason: CreditMove['reason'], key: string): CreditMove[] {
  return taken > 0 ? [{ amount: taken, reason, key: `${key} given back` }] : [];
}

const emptyOf = ({ brandId, purchase }: Charge, at: Date): Change => ({
  ...emptyChange({ brandId, accountId: purchase.account_id, at }),
  level: 'still_paid',
});

const idsOf = ({ attempt }: Charge) => ({ attemptId: attempt.id, provider: attempt.provider });

const bookedBy = ({ kind, refundId, lines }: Booking): BookedLine[] =>
  lines.map(({ account, cents }) => ({ kind, refundId, account, cents }));

/** What follows from what a provider says of a refund, and what it means for those who wait for it. Null where that is nothing. */
export interface DecidedRefund {
  change: Change;
  /** Why it failed, if it did. */
  failing?: Failing;
  /** It was asked about so often in vain that a person has to look. */
  isUnanswered?: boolean;
}

export function decideRefundVerdict(
  charge: Charge,
  refund: RefundRow,
  verdict: RefundVerdict,
  when: When,
): DecidedRefund | null {
  const isOpen = isOpenRefund(refund);
  switch (verdict.state) {
    case 'done':
      return isOpen
        ? { change: decideRefunded(charge, refund, { ...when, reference: verdict.reference }) }
        : null;
    case 'failed': {
      const failing = isOpen ? 'refused' : 'returned';
      const isPossible = isOpen || refund.state === 'done';
      return isPossible ? { change: decideFailed(charge, refund, failing, when), failing } : null;
    }
    case 'sent':
    case 'unknown':
    case 'unsent':
      return isOpen ? decideUndecided(charge, refund, verdict, when) : null;
  }
}

/** It is sent again, or asked about again, or a provider that has accepted it and never said otherwise has done it. */
function decideUndecided(
  charge: Charge,
  refund: RefundRow,
  verdict: Exclude<RefundVerdict, { state: 'done' | 'failed' }>,
  when: When,
): DecidedRefund {
  const { at, source } = when;
  const { id } = refund;
  const none = emptyChange({ brandId: charge.brandId, accountId: charge.purchase.account_id, at });
  const isPolled = source === 'poll';
  // That a poll did not get through says nothing of the refund, which had been sent before.
  if (verdict.state === 'unsent' && !isPolled && refund.state === 'unknown') {
    const again = {
      id,
      state: 'created',
      reference: null,
      dueAt: resendAt(refund.tries, at),
      tries: null,
    } as const;
    return { change: { ...none, refundChanges: [again] } };
  }
  const isAccepted = verdict.state === 'sent' || refund.state === 'sent';
  const tries = isPolled ? refund.tries : 0;
  if (isPolled && isAccepted && tries >= refundPolls.most)
    return { change: decideRefunded(charge, refund, { ...when, reference: null }) };
  const state = isAccepted ? 'sent' : 'unknown';
  const reference = verdict.state === 'sent' ? verdict.reference : null;
  // It counts as unknown from before it is sent, so that alone is no news; that nothing was answered is.
  const isNews = isAccepted ? refund.state !== 'sent' : !isPolled;
  return {
    change: {
      ...none,
      refundChanges: [{ id, state, reference, dueAt: refundPolls.next(tries, at), tries }],
      log: isNews ? [refundEvent(charge, refund, state, when)] : [],
    },
    // It goes on being polled, and support is notified as well.
    isUnanswered: isPolled && tries === refundPolls.most,
  };
}

/** How long after the last time a refund is sent again that did not get through. It is never given up. */
const resends = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** When to send again what was sent in vain so many times. */
function resendAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + (resends[Math.min(Math.max(tries, 1), resends.length) - 1] ?? DAY));
}

/** The entry of its timeline for what a refund comes to. */
function refundEvent(
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
  const { attempt, purchase, booked } = charge;
  const lost = lostOf(charge);
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

/** What banks have taken of a payment and kept. */
function lostOf({ disputes }: Charge): { count: number; cents: number } {
  const lost = disputes.filter(({ state }) => state === 'lost' || state === 'lost_again');
  return { count: lost.length, cents: lost.reduce((sum, { amountCents }) => sum + amountCents, 0) };
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
export function creditsNotReturned(charge: Charge): number {
  return Math.max(0, charge.purchase.credits - creditsAccounted(charge));
}

/** Those that refunds of a charge have taken or written off. */
export function creditsAccounted({ refunds }: Pick<Charge, 'refunds'>): number {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, refund) => sum + refund.credits_taken + refund.credits_written_off, 0);
}
