import type { App } from '../../app.ts';
import { DAY } from '../../platform/clock.ts';
import type { AfterCommit, Tx } from '../../platform/database/database.ts';
import { changeLevel } from '../../credits/change-level.ts';
import { hasBoughtCredits, readEntitlement } from './level-queries.ts';

/** How long a plan goes on working that could not be charged for its next period. */
export const GRACE_PERIOD = 3 * DAY;

interface Whose {
  brandId: string;
  accountId: string;
}

/** Brings the level in line with what is paid: 2 with a plan of level 2 that lives, 1 with a purchase that stands or credits bought, else 0. */
export async function recomputeLevel(
  { clock, realtime }: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId }: Whose,
): Promise<void> {
  const graceFrom = new Date(clock.now().getTime() - GRACE_PERIOD);
  const entitled = await readEntitlement(tx, { brandId, accountId, graceFrom });
  if (!entitled) return;
  const paid = Math.max(entitled.living, entitled.bought);
  const level = paid > 0 ? paid : (await hasBoughtCredits(tx, brandId, accountId)) ? 1 : 0;
  if (level === entitled.level) return;
  await changeLevel({ brandId, realtime }, tx, afterCommit, { accountId, level: level as 0 | 1 | 2 });
}

/** For somebody who has just paid: never takes anything away. */
export async function raiseLevel(
  { realtime }: App,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, current, level }: Whose & { current: number; level: number },
): Promise<void> {
  if (level <= current) return;
  await changeLevel({ brandId, realtime }, tx, afterCommit, { accountId, level: level as 0 | 1 | 2 });
}
