import type { MemberContext } from '../app.ts';
import { recordEvent } from '../platform/analytics-events.ts';

/** Somebody wanted to write and had no credits left. Where that comes too often it is not counted, and `pause` says so. */
export async function notePressing(
  { db, brandId, clock, limits, trackerId, accountId }: MemberContext,
  { profileId }: { profileId: string },
  pause: () => void,
): Promise<Record<string, never>> {
  if (!(await limits.tryHit('pressingAccount', accountId))) {
    pause();
    return {};
  }
  const at = clock.now();
  await recordEvent(db, { brandId, type: 'credits_ran_out', at, trackerId, accountId, profileId });
  return {};
}
