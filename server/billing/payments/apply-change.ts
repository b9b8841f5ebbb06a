import type { App } from '#server/app.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { refundQueueOf } from '../providers/provider-queues.ts';
import type { Change } from './change.ts';
import { recomputeLevel } from './level.ts';
import { writeHeld } from './write-changes.sql.ts';

/** Writes what was decided while the transaction holds the money, with what others are to know of it and to do. */
export async function applyChange(app: App, tx: Tx, afterCommit: AfterCommit, change: Change): Promise<void> {
  const { brandId, accountId, level, refunds, creditMoves } = change;
  await writeHeld(tx, change);
  const isNotified =
    level === 'still_paid' && (await recomputeLevel(app, tx, afterCommit, { brandId, accountId }));
  if (creditMoves.length > 0 && !isNotified)
    await notifyBalance(app, tx, afterCommit, { brandId, accountId });
  for (const provider of new Set(refunds.map((refund) => refund.provider)))
    wakeQueue(tx, refundQueueOf(provider));
}
