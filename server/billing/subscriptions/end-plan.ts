import { dropUnused } from '../payments/payment-methods.ts';
import type { App } from '../../app.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { endSubscription, lockCurrentPlan } from './queries.ts';
import { recomputeLevel } from './settle-level.ts';

export type EndReason =
  | 'left'
  | 'left_now'
  | 'unpaid'
  | 'withdrawn'
  | 'charged_back'
  | 'replaced'
  | 'closed'
  | 'no_card';

/** Ends the plan that lives, at once: nothing renews any more, and the level is what is left without it. */
export async function endPlan(
  app: App,
  tx: Tx,
  afterCommit: AfterCommit,
  end: { brandId: string; accountId: string; reason: EndReason; subscriptionId?: string },
): Promise<boolean> {
  const { brandId, accountId, reason, subscriptionId } = end;
  const living = await lockCurrentPlan(tx, brandId, accountId);
  if (!living || living.id !== (subscriptionId ?? living.id)) return false;
  const at = app.clock.now();
  await endSubscription(tx, { brandId, id: living.id, state: 'canceled', reason, at });
  await dropUnused(tx, { brandId, accountId }, at);
  await recomputeLevel(app, tx, afterCommit, { brandId, accountId });
  return true;
}
