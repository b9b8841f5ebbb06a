import type { VisitorContext } from '../app.ts';
import { DAY, MINUTE } from '../platform/clock.ts';
import { transact } from '../platform/database/database.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import { markActive } from './queries.ts';
import type { MemberRow } from './queries.ts';

/** How stale `last_active_at` may be before a visit refreshes it. */
const ACTIVE_EVERY = 5 * MINUTE;

/**
 * Notes that a member is here, and gives him what his flow has for those who come back. Answers with the message
 * credits he got. Of two tabs that start at once, one gives and tells.
 */
export async function noteReturn(
  { db, brand, brandId, clock }: VisitorContext,
  accountId: string,
  { last_active_at, flow_id, status }: Pick<MemberRow, 'last_active_at' | 'flow_id' | 'status'>,
): Promise<number | null> {
  const now = clock.now();
  const away = now.getTime() - last_active_at.getTime();
  if (away < ACTIVE_EVERY) return null;
  const gift = brand.flows.get(flow_id)?.returnGift;
  return transact(db, async (tx) => {
    const awaySince = new Date(now.getTime() - ACTIVE_EVERY);
    if (!(await markActive(tx, brandId, accountId, { now, awaySince }))) return null;
    if (!gift || status !== 'active' || away < gift.afterDays * DAY) return null;
    const given = await grantCredits(tx, {
      brandId,
      accountId,
      credit: 'message',
      amount: gift.credits,
      reason: 'return',
      idempotencyKey: `return ${now.toISOString().slice(0, 10)}`,
    });
    return given ? gift.credits : null;
  });
}
