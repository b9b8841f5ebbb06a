import { paymentDecided } from '../../../contract/billing/payment-outcome.ts';
import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import type { StoredPaymentMethod } from '../providers/provider.ts';
import { firstPollAt, advance, isOpen, changeAttempt, lockAttempt } from './attempts.ts';
import type { Known, AttemptState, AttemptRow } from './attempts.ts';
import { fulfilPurchase } from './fulfil-purchase.ts';
import type { Purchase } from './orders.sql.ts';
import { changePurchase } from './orders.sql.ts';
import { attachToPlan, dropUnused, revokePaymentMethod, savePaymentMethod } from './payment-methods.ts';
import type { PaymentStatus } from './payment-status.ts';

interface Learned {
  brandId: string;
  attemptId: string;
  verdict: Known;
}

/**
 * Takes a verdict into account, in one transaction with everything that follows from it. An attempt only moves up, so
 * verdicts may come twice, late and in any order.
 */
export function recordOutcome(app: App, learned: Learned): Promise<PaymentStatus> {
  return transact(app.db, (tx, afterCommit) => apply(app, tx, afterCommit, learned));
}

async function apply(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, attemptId, verdict }: Learned,
): Promise<PaymentStatus> {
  const { attempt, purchase } = await lockAttempt(tx, brandId, attemptId);
  const next = advance(attempt.state, verdict);
  const step = verdict.state === 'requires_action' ? verdict.step : null;
  const status = { attemptId, step, provider: attempt.provider };
  if (!next) {
    if (verdict.state === 'captured' && verdict.stored) {
      await saveLate(tx, { attempt, purchase, stored: verdict.stored, at: app.clock.now() });
    }
    return { ...status, state: attempt.state, outcome: attempt.outcome, purchase };
  }
  const at = app.clock.now();
  const captured = verdict.state === 'captured';
  const found = 'reference' in verdict ? verdict.reference : null;
  await changeAttempt(tx, attempt, {
    ...next,
    reference: found ?? attempt.reference,
    step: step && JSON.stringify(step),
    capturedCents: captured ? verdict.amountCents : attempt.captured_cents,
    capturedAt: captured ? at : null,
    pollAt: isOpen(next.state) ? firstPollAt(at) : null,
  });
  afterCommit(() => app.metrics.payments.inc({ provider: attempt.provider, state: next.state }));
  let after = purchase;
  if (captured) {
    const paymentMethodId = verdict.stored && (await savePaymentMethod(tx, attempt, verdict.stored, at));
    after = await fulfilPurchase(app, tx, afterCommit, {
      attempt,
      purchase,
      capturedCents: verdict.amountCents,
      paymentMethodId: paymentMethodId ?? attempt.payment_method_id,
      at,
    });
    await dropUnused(tx, { brandId, accountId: attempt.account_id }, at);
  }
  if (verdict.state === 'declined') {
    if (verdict.dropToken) await revokePaymentMethod(tx, attempt, at);
    // A renewal is tried again; what a member pays for at a page he orders anew.
    if (purchase.kind !== 'renewal' && purchase.state === 'awaiting_payment') {
      await changePurchase(tx, purchase, 'failed');
      after = { ...purchase, state: 'failed' };
    }
  }
  if (isNews(purchase, attempt.state, next.state)) {
    const { id: orderId, accountId } = purchase;
    afterCommit(() =>
      app.realtime.emit({ brandId, accountIds: [accountId] }, paymentDecided, {
        orderId,
        type: captured ? 'paid' : 'not_paid',
        outcome: next.outcome,
      }),
    );
  }
  return { ...status, ...next, purchase: after };
}

/**
 * Whether the member is to be told in the page: he was waiting for this outcome and the payment's page could not show it
 * at once, or a renewal, at which nobody looks, was declined.
 */
function isNews({ kind }: Purchase, before: AttemptState, after: AttemptState): boolean {
  if (kind === 'renewal' && after === 'declined') return true;
  return (before === 'processing' || before === 'unknown') && !isOpen(after);
}

interface Late {
  attempt: AttemptRow;
  purchase: Purchase;
  stored: StoredPaymentMethod;
  at: Date;
}

/** Saves a payment method whose token arrives after the capture, when the plan it is for exists already. */
export async function saveLate(tx: Tx, { attempt, purchase, stored, at }: Late): Promise<void> {
  const { brandId, accountId } = purchase;
  const id = await savePaymentMethod(tx, attempt, stored, at);
  if (id && attempt.keeps_for === 'renewals' && purchase.state === 'fulfilled') {
    await attachToPlan(tx, purchase, id, attempt.captured_at ?? at);
  }
  await dropUnused(tx, { brandId, accountId }, at);
}
