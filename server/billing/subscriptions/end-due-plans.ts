import { dropUnused } from '../payments/payment-methods.ts';
import type { App } from '../../app.ts';
import { transact } from '../../platform/database/database.ts';
import type { JobInfo } from '../../platform/jobs/jobs.ts';
import { mailPlanEnded } from './mail-member.ts';
import { endSubscription, listExpired, lockExpired } from './queries.ts';
import type { ExpiredPlan } from './queries.ts';
import { recomputeLevel } from './settle-level.ts';

const BATCH = 200;

/** Plans that nobody renews end with the period that was paid for. */
export async function expirePlans(app: App, { signal }: Pick<JobInfo, 'signal'>): Promise<void> {
  for (;;) {
    const over = await listExpired(app.db, app.clock.now(), BATCH);
    for (const plan of over) {
      if (signal.aborted) return;
      await endOver(app, plan);
    }
    if (over.length < BATCH) return;
  }
}

function endOver(app: App, plan: ExpiredPlan): Promise<void> {
  const { brandId, id, accountId } = plan;
  return transact(app.db, async (tx, afterCommit) => {
    const at = app.clock.now();
    // Its owner may have come back since it was found.
    const over = await lockExpired(tx, plan, at);
    if (!over) return;
    const reason = over.end_reason ?? 'left';
    await endSubscription(tx, { brandId, id, state: 'expired', reason, at });
    await dropUnused(tx, { brandId, accountId }, at);
    await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
    // Whoever left was told when he did.
    if (reason === 'no_card') await mailPlanEnded(app, tx, { brandId, accountId, plan: over });
  });
}
