import { sql } from 'kysely';
import { vatPercentOf } from '#contract/kernel/money.ts';
import { recordAgeVerified, recordFirstPurchase } from '#server/accounts/account-record.ts';
import { recordConversion } from '#server/analytics/events.ts';
import type { App } from '#server/app.ts';
import { grantCredits } from '#server/credits/ledger.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { wakeReceipts } from '../receipts/issue-document.ts';
import { startRefund } from '../refunds/start-refund.ts';
import { beginPlan } from '../subscriptions/begin-plan.ts';
import { changeCard } from '../subscriptions/change-plan.ts';
import { readTerms, renews } from '../subscriptions/plan-terms.ts';
import { lockCurrentPlan, readBuyer } from '../subscriptions/subscription.sql.ts';
import type { AttemptRow } from './attempts.ts';
import { book, chargeLines, unwantedLines } from './bookkeeping.ts';
import type { Purchase } from './orders.sql.ts';
import { changePurchase } from './orders.sql.ts';
import { wasFirstOfferTaken } from './purchase-limits.ts';

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
  const { brandId } = purchase;
  const { id: attemptId, provider } = attempt;
  const unwanted = await findWhyUnwanted(app, tx, captured);
  const lines = unwanted ? unwantedLines(capturedCents) : chargeLines(capturedCents, vatPercentOf(purchase));
  await book(tx, { kind: 'charge', brandId, attemptId, provider, at }, lines);
  if (unwanted) {
    if (unwanted === 'amount') {
      app.log.error({ attemptId: attempt.id, took: capturedCents }, 'a provider took another amount');
    }
    const reason = unwanted === 'paid' ? 'duplicate' : 'late';
    await startRefund(app, tx, afterCommit, { brandId, attemptId, reason });
    return purchase;
  }
  return grant(app, tx, afterCommit, captured);
}

type Unwanted = 'paid' | 'amount' | 'over';

/** Why a payment is refunded at once, if it is: it came too late, or for something that is paid already. */
async function findWhyUnwanted(
  app: App,
  tx: Tx,
  { attempt, purchase, capturedCents }: Captured,
): Promise<Unwanted | undefined> {
  const { brandId, accountId, kind, state } = purchase;
  if (state === 'paid' || state === 'fulfilled') return 'paid';
  if (capturedCents !== attempt.amount_cents) return 'amount';
  if (kind === 'verification' || kind === 'card') return undefined;
  const current = await lockCurrentPlan(tx, brandId, accountId);
  // Called off by the member, or a renewal of a plan that has ended.
  if (state === 'expired') return 'over';
  if (kind === 'renewal') {
    const due = current?.id === purchase.subscriptionId && current?.period === (purchase.period ?? 0) - 1;
    return due ? undefined : 'over';
  }
  if (kind === 'upgrade') return current?.id === purchase.subscriptionId ? undefined : 'over';
  const plan = await readTerms(app, tx, purchase);
  // Two plans at once are of no use.
  if (current && plan && renews(plan)) return 'paid';
  // So are two offers for a first purchase, where another try was open as well.
  if (plan?.first_purchase_only && (await wasFirstOfferTaken(app, tx, purchase, attempt))) return 'paid';
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
  if (capturedCents > 0)
    await recordConversion(tx, {
      brandId,
      fact: kind === 'renewal' ? 'renewal' : 'sale',
      subjectId: attempt.id,
      accountId,
      purchaseId,
      amountCents: capturedCents,
      at,
    });
  afterCommit(() => wakeReceipts(app));
  return { ...purchase, state: 'fulfilled', subscriptionId: subscriptionId ?? purchase.subscriptionId };
}

/** The same thing was bought since, so this payment is one too many. */
async function wasBoughtSince(tx: Tx, purchase: Purchase): Promise<boolean> {
  const { rows } = await sql<{ since: boolean }>`
    select exists (
      select from purchase mine
      join purchase other on other.brand_id = mine.brand_id and other.account_id = mine.account_id
        and other.kind = mine.kind and other.product_id = mine.product_id
        and other.state = 'fulfilled' and other.created_at >= mine.created_at and other.id <> mine.id
      where mine.brand_id = ${purchase.brandId}::uuid and mine.id = ${purchase.id}::uuid
    ) as since`.execute(tx);
  return rows[0]?.since ?? false;
}
