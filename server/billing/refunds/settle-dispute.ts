import { removePaymentMethods } from '../payments/payment-methods.ts';
import type { App } from '../../app.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { endPlan } from '../subscriptions/end-plan.ts';
import { cancelAtPeriodEnd } from '../subscriptions/let-plan-end.ts';
import { recomputeLevel } from '../subscriptions/settle-level.ts';
import { blockBuyer } from './block-buyer.ts';
import { changeDispute, insertDispute, listSuccessors, lockDispute } from './dispute-queries.ts';
import type { DisputeState } from './dispute-queries.ts';
import { creditsNotReturned, boughtSomething } from './give-back.ts';
import { lockCharge } from './queries.ts';
import type { Charge } from './queries.ts';
import { failRefund } from './settle-refund.ts';
import { updateAttemptSums } from './settle-sums.ts';
import { returnCredits, takeCredits } from './take-credits.ts';
import { notifyBalance } from '../../credits/notify-balance.ts';

interface Change {
  reference: string;
  amountCents: number;
  state: DisputeState;
}

interface Settling {
  tx: Tx;
  afterCommit: AfterCommit;
  charge: Charge;
}

/** A dispute only moves on, so that its news may come twice and in any order. */
const rank: Record<DisputeState, number> = { announced: 0, lost: 1, reversed: 2, lost_again: 3 };

/** Takes into account what a bank does with a payment, with everything that follows from it. */
export async function recordDispute(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, attemptId, ...change }: Change & { brandId: string; attemptId: string },
): Promise<void> {
  const charge = await lockCharge(tx, brandId, attemptId);
  const { attempt, purchase } = charge;
  const known = await lockDispute(tx, brandId, attemptId, change.reference);
  if (known && rank[known.state] >= rank[change.state]) return;
  const { state, reference } = change;
  // Where the bank does not say how much, it is all.
  const amountCents = change.amountCents || (known?.amount_cents ?? attempt.captured_cents);
  const id = known?.id ?? newId();
  const at = app.clock.now();
  if (known) await changeDispute(tx, brandId, id, { state, amountCents, at });
  else await insertDispute(tx, { brandId, id, attemptId, reference, amountCents, state, at });
  await recordAudit(tx, {
    brandId,
    actor: { kind: 'system' },
    action: `dispute.${state}`,
    subject: purchase.id,
    details: { attempt: attemptId, reference, amountCents },
  });
  const settling = { tx, afterCommit, charge };
  switch (state) {
    case 'announced':
      return stopCharging(app, settling);
    case 'lost':
    case 'lost_again':
      return takeEverythingBack(app, settling, keysOf(id)[state]);
    case 'reversed':
      return giveEverythingAgain(app, settling, keysOf(id).lost);
  }
}

const keysOf = (id: string) => ({ lost: `dispute ${id}`, lost_again: `dispute ${id} again` });

async function stopCharging(app: App, { tx, afterCommit, charge }: Settling): Promise<void> {
  const { brandId, purchase } = charge;
  const { account_id: accountId, subscription_id: subscriptionId } = purchase;
  if (!subscriptionId) return;
  for (const heir of await listSuccessors(tx, brandId, subscriptionId))
    await cancelAtPeriodEnd(app, tx, afterCommit, {
      brandId,
      accountId,
      subscriptionId: heir,
      reason: 'left',
    });
}

/** The bank took the money: nothing of what it bought stays, and nothing more is charged. */
async function takeEverythingBack(app: App, settling: Settling, idempotencyKey: string): Promise<void> {
  const { tx, afterCommit } = settling;
  const charge = await callOffRefunds(app, settling);
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId, subscription_id: subscriptionId } = purchase;
  const hasAll = attempt.charged_back_cents > 0;
  await updateAttemptSums(app, tx, charge, { refundedCents: attempt.refunded_cents });
  await removePaymentMethods(tx, { brandId, accountId }, app.clock.now());
  if (boughtSomething(charge)) {
    const taking = { brandId, accountId, reason: 'chargeback', idempotencyKey };
    const taken = hasAll ? 0 : await takeCredits(tx, taking, creditsNotReturned(charge));
    // A better plan that took over the unused days was paid by the same money.
    for (const heir of subscriptionId ? await listSuccessors(tx, brandId, subscriptionId) : []) {
      const end = { brandId, accountId, subscriptionId: heir, reason: 'charged_back' } as const;
      await endPlan(app, tx, afterCommit, end);
    }
    if (taken > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  }
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  await blockBuyer(app, tx, { brandId, accountId, orderId: purchase.id, reason: 'lost dispute' });
}

/** What was not sent yet must not be: the bank has taken it already. */
async function callOffRefunds(app: App, { tx, afterCommit, charge }: Settling): Promise<Charge> {
  const waiting = charge.refunds.filter(({ state }) => state === 'created');
  for (const refund of waiting) await failRefund(app, { tx, afterCommit, charge, refund }, 'called_off');
  return waiting.length > 0 ? lockCharge(tx, charge.brandId, charge.attempt.id) : charge;
}

/** The bank gave the money to us again: the credits are the member's again. What has ended has ended. */
async function giveEverythingAgain(app: App, settling: Settling, idempotencyKey: string): Promise<void> {
  const { tx, afterCommit, charge } = settling;
  const { brandId, purchase, attempt } = charge;
  const { account_id: accountId } = purchase;
  await updateAttemptSums(app, tx, charge, { refundedCents: attempt.refunded_cents });
  const taking = { brandId, accountId, reason: 'chargeback', idempotencyKey };
  const returned = await returnCredits(tx, taking);
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  if (returned > 0) await notifyBalance(app, tx, afterCommit, { brandId, accountId });
}
