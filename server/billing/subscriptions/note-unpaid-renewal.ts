import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import { dunningEndsAt, needsMember as isForMember, nextRetryAt } from './decide-renewal.ts';
import { endPlan } from './end-plan.ts';
import { mailFailure, mailPlanEnded } from './mail-member.ts';
import { countRefusals, lockDue, markPastDue } from './renewal-queries.ts';
import type { Due } from './renewal-queries.ts';
import { recomputeLevel } from './settle-level.ts';

/** We were refused with an outcome, or there is nothing we could charge by ourselves. */
type Why = { outcome: PaymentOutcome | null } | { needsMember: true };

/**
 * Draws the conclusion of a renewal that is not paid: when it is looked at again, or that the plan ends. May run twice
 * for the same refusal, and counts it once.
 */
export function recordUnpaidRenewal(app: App, due: Due, why: Why): Promise<void> {
  const { brandId, id, accountId, purchaseId, dueSince, amountCents } = due;
  if (purchaseId === null || dueSince === null) throw new Error('a renewal without an order');
  return transact(app.db, async (tx, afterCommit) => {
    const current = await lockDue(tx, due);
    if (!current) return;
    const now = app.clock.now();
    const tries = await countRefusals(tx, brandId, purchaseId);
    const forMember = 'needsMember' in why || isForMember(why.outcome);
    const nextAt = nextRetryAt(dueSince, now, !forMember);
    if (!nextAt) {
      await endPlan(app, tx, afterCommit, { brandId, accountId, subscriptionId: id, reason: 'unpaid' });
      return mailPlanEnded(app, tx, { brandId, accountId, plan: due });
    }
    await markPastDue(tx, { brandId, id, tries: Math.min(tries, 10), nextAt });
    await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
    const isNews = current.state === 'active' || (forMember && tries > current.tries);
    if (!isNews) return;
    const endsAt = dunningEndsAt(dueSince);
    await mailFailure(app, tx, { brandId, accountId, plan: due, amountCents, purchaseId, endsAt });
  });
}

/** Nothing is charged for it any more. */
export function endUnrenewed(app: App, due: Due, reason: 'closed' | 'unpaid'): Promise<void> {
  const { brandId, id: subscriptionId, accountId } = due;
  return transact(app.db, async (tx, afterCommit) => {
    if (!(await lockDue(tx, due))) return;
    await endPlan(app, tx, afterCommit, { brandId, accountId, subscriptionId, reason });
    if (reason === 'unpaid') await mailPlanEnded(app, tx, { brandId, accountId, plan: due });
  });
}
