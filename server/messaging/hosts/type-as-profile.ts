import { typing } from '../../../contract/chat/live.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { typeAsProfile as endpoint } from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { newClaim } from './claim-conversation.ts';
import { keepClaim } from './queue-queries.ts';
import { readStaffConversationRow } from './conversation-queries.ts';
import { atBrand } from '../../brands/staff-context.ts';

/** The host writes: the member sees it, and the conversation stays with the host. */
export async function typeAsProfile(
  context: StaffContext,
  { brand, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId, realtime } = atBrand(context, brand);
  const claim = newClaim(context);
  if (!(await keepClaim(db, { brandId, id }, claim))) fail('queue.not_taken');
  const row = await readStaffConversationRow(db, { brandId, id }, claim.now);
  if (row && !row.blocked)
    realtime.emit({ brandId, accountIds: [row.member_account_id] }, typing, {
      profileId: row.profile.profileId,
    });
  return { until: claim.until.getTime() };
}
