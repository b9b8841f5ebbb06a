import { typing } from '../../../contract/chat/live.ts';
import type { InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type {
  replyAsProfile as replyAsProfileEndpoint,
  typeAsProfile as typeAsProfileEndpoint,
} from '../../../contract/staff/chat.ts';
import type { StaffContext } from '../../app.ts';
import { atBrand } from '../../brands/staff-context.ts';
import { recordAudit } from '../../platform/audit.ts';
import { recordReceiptOfProfile } from '../receipts.ts';
import { sendAsProfile } from '../sending.ts';
import { findReply, readStaffConversationRow } from './conversation.ts';
import { newClaim, renewClaim } from './queue.ts';

/**
 * A host answers as the profile. Nobody waits any more then, so the conversation is his no longer; an answer that he
 * sends again is found rather than refused.
 */
export async function replyAsProfile(
  context: StaffContext,
  { brand: key, id, messageId, text }: InputOf<typeof replyAsProfileEndpoint>,
): Promise<ReplyOf<typeof replyAsProfileEndpoint>> {
  const { db } = context.app;
  const { brand, brandId, staffId } = atBrand(context, key);
  const writtenBy = `staff:${staffId}`;
  const claim = newClaim(context);
  // Renewed rather than looked at: so nobody can take it while the answer is on its way.
  if (!(await renewClaim(db, { brandId, id }, claim))) {
    const sent = await findReply(db, { brandId, id }, { messageId, writtenBy });
    return sent ? { number: sent.number, at: sent.at.getTime() } : fail('queue.not_taken');
  }
  const row = (await readStaffConversationRow(db, { brandId, id }, claim.now)) ?? fail('request.not_found');
  const { profileId } = row.profile;
  const pair = { fromId: profileId, toId: row.member.profileId };
  const stored = await sendAsProfile(context.app, brand, {
    ...pair,
    id: messageId.toLowerCase(),
    text,
    writtenBy,
  });
  if (stored.isNew) {
    await recordReply(context, brandId, { id, profileId, messageId });
    await recordReceiptOfProfile(context.app, brand, {
      profileId,
      otherId: pair.toId,
      readTo: stored.number,
    });
  }
  return { number: stored.number, at: stored.at.getTime() };
}

/** That there was an answer, and whose; never its words. */
function recordReply(
  { app: { db }, staffId, ip }: StaffContext,
  brandId: string,
  { id, profileId, messageId }: { id: string; profileId: string; messageId: string },
): Promise<void> {
  return recordAudit(db, {
    brandId,
    actor: { kind: 'staff', id: staffId },
    action: 'conversation.answered',
    subject: id,
    details: { as: profileId, message: messageId },
    ip,
  });
}

/** The host writes: the member sees it, and the conversation stays with the host. */
export async function typeAsProfile(
  context: StaffContext,
  { brand, id }: InputOf<typeof typeAsProfileEndpoint>,
): Promise<ReplyOf<typeof typeAsProfileEndpoint>> {
  const { db, realtime } = context.app;
  const { brandId } = atBrand(context, brand);
  const claim = newClaim(context);
  if (!(await renewClaim(db, { brandId, id }, claim))) fail('queue.not_taken');
  const row = await readStaffConversationRow(db, { brandId, id }, claim.now);
  if (row && !row.blocked)
    realtime.emit({ brandId, accountIds: [row.member_account_id] }, typing, {
      profileId: row.profile.profileId,
    });
  return { until: claim.until.getTime() };
}
