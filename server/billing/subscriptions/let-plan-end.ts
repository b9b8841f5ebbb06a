import type { App } from '../../app.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { endPlan } from './end-plan.ts';
import { updateSubscription, dropScheduledPlan, lockCurrentPlan } from './queries.ts';
import type { CurrentPlan } from './queries.ts';

interface Wish {
  brandId: string;
  accountId: string;
  reason: 'left' | 'closed';
  /** Only this one, where it is the one that lives. */
  subscriptionId?: string;
}

/**
 * Nothing is charged for the plan any more: it ends with the period that is paid for, or now where that is over. Answers
 * with the plan, if there was one, and when it ends.
 */
export async function cancelAtPeriodEnd(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, reason, subscriptionId }: Wish,
): Promise<{ plan: CurrentPlan; endsAt: Date } | undefined> {
  const plan = await lockCurrentPlan(tx, brandId, accountId);
  if (!plan || plan.id !== (subscriptionId ?? plan.id)) return undefined;
  const now = app.clock.now();
  if (plan.state === 'past_due' || plan.period_end <= now) {
    await endPlan(app, tx, afterCommit, { brandId, accountId, reason });
    return { plan, endsAt: now };
  }
  await dropScheduledPlan(tx, brandId, plan);
  await updateSubscription(tx, brandId, plan.id, { nextChargeAt: null, next: null, endReason: reason });
  return { plan, endsAt: plan.period_end };
}
