import { countries } from '#contract/countries/list.ts';
import { noticeDays } from '#contract/kernel/money.ts';
import type { App } from '#server/app.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import type { Purchase } from '../payments/orders.sql.ts';
import { raiseLevel } from './level.ts';
import { recordNotice } from './notices.ts';
import { addPeriod, nextPeriod, readTerms, renews } from './plan-terms.ts';
import type { RenewingTerms } from './plan-terms.ts';
import {
  endSubscription,
  insertSubscription,
  lockCurrentPlan,
  readBuyer,
  startNextPeriod,
} from './subscription.sql.ts';
import type { CurrentPlan } from './subscription.sql.ts';
import { refundUnused, readUnused } from './unused-value.ts';

interface Paid {
  paymentMethodId: string | null;
  at: Date;
}

/**
 * Gives what a paid plan gives besides its credits: the level and, where it renews, the subscription or its next period.
 * In the transaction of the payment. Answers with the subscription's id, if there is one.
 */
export async function beginPlan(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  purchase: Purchase,
  paid: Paid,
): Promise<string | null> {
  const { brandId, accountId, kind } = purchase;
  const plan = kind === 'verification' || kind === 'card' ? null : await readTerms(app, tx, purchase);
  if (!plan) return null;
  const id = renews(plan) ? await beginPeriod(app, tx, afterCommit, purchase, plan, paid) : null;
  const buyer = await readBuyer(tx, brandId, accountId);
  if (!buyer) return id;
  await raiseLevel(app, tx, afterCommit, { brandId, accountId, current: buyer.level, level: plan.level });
  return id;
}

async function beginPeriod(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  purchase: Purchase,
  plan: RenewingTerms,
  paid: Paid,
): Promise<string> {
  const { brandId, accountId, kind, subscriptionId, credits } = purchase;
  const { paymentMethodId, at } = paid;
  const current = await lockCurrentPlan(tx, brandId, accountId);
  if (current && kind === 'renewal' && current.id === subscriptionId) {
    return renewPlan(tx, purchase, { current, plan, paid });
  }
  if (current) {
    const unused = await readUnused(tx, purchase, current, at);
    await endSubscription(tx, { brandId, id: current.id, state: 'canceled', reason: 'replaced', at });
    const cents = unused.daysCents - purchase.creditCents;
    await refundUnused(app, tx, afterCommit, { brandId, unused, cents, reason: 'replaced' });
  }
  const end = addPeriod(at, plan.every, purchase.country);
  const names = { brandId, id: newId(), productId: plan.product_id, version: plan.version };
  const { id } = names;
  await insertSubscription(tx, { ...names, accountId, paymentMethodId, start: at, end, credits });
  if (noticeDays(purchase.country, plan.every) < countries[purchase.country].noticeDays) {
    await announceWithPurchase(tx, { brandId, id, period: 2, plan, chargeAt: end, at });
  }
  return id;
}

async function renewPlan(
  tx: Tx,
  { brandId, credits, country }: Purchase,
  { current, plan, paid }: { current: CurrentPlan; plan: RenewingTerms; paid: Paid },
): Promise<string> {
  const { id } = current;
  const { paymentMethodId, at } = paid;
  const { start, end } = nextPeriod(current, { every: plan.every, country, at });
  const period = current.period + 1;
  const names = { brandId, id, productId: plan.product_id, version: plan.version };
  await startNextPeriod(tx, { ...names, paymentMethodId, period, start, end, credits });
  // Where there is no time for another notice, paying for a period is when the next is announced.
  if (noticeDays(country, plan.every) === 0) {
    await announceWithPurchase(tx, { brandId, id, period: period + 1, plan, chargeAt: end, at });
  }
  return id;
}

async function announceWithPurchase(
  tx: Tx,
  next: { brandId: string; id: string; period: number; plan: RenewingTerms; chargeAt: Date; at: Date },
): Promise<void> {
  const { id: subscriptionId, plan, at: sentAt, ...rest } = next;
  const amountCents = plan.renewal_cents;
  await recordNotice(tx, { ...rest, kind: 'at_purchase', subscriptionId, amountCents, sentAt });
}
