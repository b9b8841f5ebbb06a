import type { MemberContext } from '../core/app.ts';
import { recordEvent } from '../tracking/record-event.ts';

/** Somebody wanted to write and had no credits left. */
export async function notePressing(
  { db, brandId, clock, trackerId, accountId }: MemberContext,
  { profileId }: { profileId: string },
): Promise<Record<string, never>> {
  const at = clock.now();
  await recordEvent(db, { brandId, type: 'credits_ran_out', at, trackerId, accountId, profileId });
  return {};
}
