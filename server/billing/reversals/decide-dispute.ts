/** What follows from what a bank does with a payment that its owner disputes. */

import { newId } from '#server/platform/ids.ts';
import { emptyChange } from '../payments/change.ts';
import type { Change, CreditMove, DisputeChange } from '../payments/change.ts';
import { takenOff } from '../payments/payment-methods.ts';
import type { AccountMoney } from '../plans/account-money.sql.ts';
import { decideCancellation, decideEnd } from '../plans/decide-plan.ts';
import {
  boughtSomething,
  creditsNotReturned,
  decideFailed,
  returnOf,
  sumsOfDisputes,
} from '../refunds/decide-refund.ts';
import type { Charge, DisputeRow, RefundRow } from '../refunds/refund.sql.ts';

type DisputeState = DisputeRow['state'];

export interface DisputeFacts {
  charge: Charge;
  money: AccountMoney;
  /** The plans that the payment paid for, also by what went over into better ones. */
  successors: readonly string[];
}

export interface DisputeNews {
  reference: string;
  /** Zero where the bank does not say how much: then it is all. */
  amountCents: number;
  state: DisputeState;
}

interface DecidedDispute {
  dispute: DisputeChange;
  /** It had not come so far. */
  isNew: boolean;
  change: Change | null;
  /** Refunds that were not sent yet, and must not be: the bank has taken the money already. */
  calledOff: RefundRow[];
}

/** A dispute that only a report without names has mentioned. The first webhook about another one means this one. */
export const UNNAMED = 'report ';

/** A dispute only moves up this list, so its webhooks may come twice and in any order. */
const rank: Record<DisputeState, number> = { announced: 0, lost: 1, reversed: 2, lost_again: 3 };

export const hasCome = (state: DisputeState, to: DisputeState): boolean => rank[state] >= rank[to];

export const isLost = (state: DisputeState): boolean => state === 'lost' || state === 'lost_again';

export function decideDispute(facts: DisputeFacts, news: DisputeNews, at: Date): DecidedDispute {
  const { charge } = facts;
  const { attempt, purchase, disputes } = charge;
  const { reference, state } = news;
  // One without a name gets the first that it is called by.
  const known =
    disputes.find((dispute) => dispute.reference === reference) ??
    disputes.find((dispute) => dispute.reference.startsWith(UNNAMED));
  const none = emptyChange({ brandId: charge.brandId, accountId: purchase.account_id, at });
  const attemptId = attempt.id;
  if (known && hasCome(known.state, state)) {
    const dispute = { ...withoutTaken(known), attemptId, reference };
    const change = known.reference === reference ? null : { ...none, dispute };
    return { dispute, isNew: false, change, calledOff: [] };
  }
  const amountCents = news.amountCents || (known?.amountCents ?? attempt.captured_cents);
  const dispute = { id: known?.id ?? newId(), attemptId, reference, amountCents, state };
  const others = disputes.filter(({ id }) => id !== dispute.id);
  const now = { ...charge, disputes: [...others, { ...dispute, taken: known?.taken ?? 0 }] };
  const calledOff = isLost(state) ? charge.refunds.filter((refund) => refund.state === 'created') : [];
  const change = { ...none, ...followsFrom({ ...facts, charge: now }, dispute, calledOff, at), dispute };
  return { dispute, isNew: true, change, calledOff };
}

const withoutTaken = ({ id, reference, amountCents, state }: DisputeRow) => ({
  id,
  reference,
  amountCents,
  state,
});

function followsFrom(
  facts: DisputeFacts,
  dispute: DisputeChange,
  calledOff: readonly RefundRow[],
  at: Date,
): Partial<Change> {
  switch (dispute.state) {
    case 'announced':
      return stopCharging(facts, at);
    case 'reversed':
      return restoreCredits(facts, dispute);
    case 'lost':
    case 'lost_again':
      return takeBackEverything(facts, dispute, calledOff, at);
  }
}

const runs = ({ money, successors }: DisputeFacts): boolean =>
  money.plan !== null && successors.includes(money.plan.id);

function stopCharging(facts: DisputeFacts, at: Date): Partial<Change> {
  return runs(facts) ? (decideCancellation(facts.money, 'left', at)?.change ?? {}) : {};
}

const keysOf = ({ id }: DisputeChange) => ({ lost: `dispute ${id}`, lost_again: `dispute ${id} again` });

/** The bank took the money: nothing of what it bought stays, and nothing more is charged. */
function takeBackEverything(
  facts: DisputeFacts,
  dispute: DisputeChange,
  calledOff: readonly RefundRow[],
  at: Date,
): Partial<Change> {
  const { charge, money } = facts;
  const failed = calledOff.map((refund) =>
    decideFailed(charge, refund, 'called_off', { at, source: 'webhook' }),
  );
  const left = {
    ...charge,
    refunds: charge.refunds.map((row) => (calledOff.includes(row) ? failedOf(row) : row)),
  };
  const isBought = boughtSomething(left);
  const returned = failed.flatMap(({ creditMoves }) => creditMoves);
  const held = money.credits + returned.reduce((sum, { amount }) => sum + amount, 0);
  const key = dispute.state === 'lost' ? keysOf(dispute).lost : keysOf(dispute).lost_again;
  const hasAll = charge.attempt.charged_back_cents > 0;
  const taken = isBought && !hasAll ? Math.min(creditsNotReturned(left), held) : 0;
  const taking: CreditMove[] = taken > 0 ? [{ amount: -taken, reason: 'chargeback', key }] : [];
  return {
    ...sumsOfDisputes(charge),
    // A better plan that took over the unused days was paid by the same money.
    ...(isBought && runs(facts) && decideEnd(money, 'charged_back')),
    ...takenOff(money.methods),
    refundChanges: failed.flatMap(({ refundChanges }) => refundChanges),
    log: failed.flatMap(({ log }) => log),
    creditMoves: [...returned, ...taking],
    level: 'still_paid',
    conversion: isBought && dispute.state === 'lost' ? chargebackOf(charge, dispute) : null,
  };
}

const failedOf = (refund: RefundRow): RefundRow => ({ ...refund, state: 'failed' });

const chargebackOf = ({ purchase }: Charge, { id, amountCents }: DisputeChange): Change['conversion'] => ({
  fact: 'chargeback',
  subjectId: id,
  purchaseId: purchase.id,
  amountCents,
});

/** The bank returned the money to us: the member gets their credits again. A plan that has ended stays ended. */
function restoreCredits({ charge }: DisputeFacts, dispute: DisputeChange): Partial<Change> {
  const taken = charge.disputes.find(({ id }) => id === dispute.id)?.taken ?? 0;
  return {
    ...sumsOfDisputes(charge),
    creditMoves: returnOf(taken, 'chargeback', keysOf(dispute).lost),
    level: 'still_paid',
  };
}
