import type { App } from '../../app.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { grantCredits } from '../../credits/grant-credits.ts';
import { notifyBalance } from '../../credits/notify-balance.ts';
import { issueReceipt } from '../receipts/issue.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { beginPlan } from '../subscriptions/begin-plan.ts';
import { changeCard } from '../subscriptions/plan-card.ts';
import { bookCharge } from './money.ts';
import { isOneOfferTooMany } from './one-payment.ts';
import type { Purchase } from './purchase.ts';
import {
  changePurchase,
  lockLivingPlan,
  recordAgeVerified,
  recordFirstPurchase,
  planRenews,
  readBuyer,
  wasBoughtSince,
} from './settle-queries.ts';
import type { AttemptRow } from './settle-queries.ts';

interface Captured {
  attempt: AttemptRow;
  purchase: Purchase;
  capturedCents: number;
  paymentMethodId: string | null;
  at: Date;
}

/**
 * Money was taken: it goes into the books, and the member gets what it was for, or gets it back. Runs once an attempt.
 * Answers with the purchase as it then stands.
 */
export async function fulfilPurchase(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  captured: Captured,
): Promise<Purchase> {
  const { attempt, purchase, capturedCents, at } = captured;
  const { brandId, country } = purchase;
  if (capturedCents > 0) {
    const { id: attemptId, provider } = attempt;
    await bookCharge(tx, { brandId, attemptId, amountCents: capturedCents, country, provider, at });
  }
  const unwanted = await findWhyUnwanted(app, tx, captured);
  if (unwanted) {
    if (unwanted === 'amount') {
      app.log.error({ attemptId: attempt.id, took: capturedCents }, 'a provider took another amount');
    }
    const reason = unwanted === 'paid' ? 'duplicate' : 'late';
    await startRefund(app, tx, afterCommit, { brandId, attemptId: attempt.id, reason });
    return purchase;
  }
  return grant(app, tx, afterCommit, captured);
}

type Unwanted = 'paid' | 'amount' | 'over';

/** A payment may come when nobody waits for it any more. */
async function findWhyUnwanted(
  app: App,
  tx: Tx,
  { attempt, purchase, capturedCents }: Captured,
): Promise<Unwanted | undefined> {
  const { brandId, accountId, kind, state } = purchase;
  if (state === 'paid' || state === 'fulfilled') return 'paid';
  if (capturedCents !== attempt.amount_cents) return 'amount';
  if (kind === 'verification' || kind === 'card') return undefined;
  const living = await lockLivingPlan(tx, brandId, accountId);
  // Called off by the member, or a renewal of a plan that has ended.
  if (state === 'expired') return 'over';
  if (kind === 'renewal') {
    const due = living?.id === purchase.subscriptionId && living?.period === (purchase.period ?? 0) - 1;
    return due ? undefined : 'over';
  }
  if (kind === 'upgrade') return living?.id === purchase.subscriptionId ? undefined : 'over';
  // Two plans at once are of no use to anybody.
  if (living && (await planRenews(tx, purchase))) return 'paid';
  if (await isOneOfferTooMany(app, tx, purchase, attempt)) return 'paid';
  return state === 'failed' && (await wasBoughtSince(tx, purchase)) ? 'paid' : undefined;
}

async function grant(app: App, tx: Tx, afterCommit: AfterCommit, captured: Captured): Promise<Purchase> {
  const { attempt, purchase, paymentMethodId, at, capturedCents } = captured;
  const { brandId, accountId, kind, id: purchaseId } = purchase;
  const member = await readBuyer(tx, brandId, accountId);
  let subscriptionId: string | null = null;
  if (member && kind === 'verification') await recordAgeVerified(tx, purchase, at);
  if (kind === 'card') await changeCard(tx, purchase, { paymentMethodId, at });
  if (member && kind !== 'verification' && kind !== 'card') {
    if (purchase.credits > 0) {
      await grantCredits(tx, {
        brandId,
        accountId,
        credit: 'message',
        amount: purchase.credits,
        reason: kind === 'renewal' ? 'renewal' : 'purchase',
        idempotencyKey: `purchase ${purchaseId}`,
      });
    }
    subscriptionId = await beginPlan(app, tx, afterCommit, purchase, { paymentMethodId, at });
    if (!member.first_bought_at) await recordFirstPurchase(tx, purchase, at);
  }
  await changePurchase(tx, purchase, 'fulfilled', { fulfilledAt: at, subscriptionId });
  await notifyBalance(app, tx, afterCommit, purchase);
  // Last, because whoever takes a number keeps all others of the brand waiting for theirs.
  if (capturedCents > 0) await issueReceipt(app, tx, { brandId, purchaseId, attemptId: attempt.id });
  return { ...purchase, state: 'fulfilled', subscriptionId: subscriptionId ?? purchase.subscriptionId };
}
