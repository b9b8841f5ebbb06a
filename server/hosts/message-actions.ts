/** What a host does with single messages, as the profile. */

import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  reactAsProfile as reactEndpoint,
  unsendAsProfile as unsendEndpoint,
} from '#contract/staff/chat-messages.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { announceChange } from '#server/messaging/console-live.ts';
import { react } from '#server/messaging/message-reactions.ts';
import { unsend } from '#server/messaging/unsending.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { newClaim, renewClaim } from './claims.ts';
import { readStaffConversationRow } from './conversation.ts';

/** A sign of the profile's on a message. The conversation stays with the host. */
export async function reactAsProfile(
  context: StaffContext,
  { brand: key, id, messageId, reaction }: InputOf<typeof reactEndpoint>,
): Promise<ReplyOf<typeof reactEndpoint>> {
  const { app, brandId } = atBrand(context, key);
  const claim = newClaim(context);
  if (!(await renewClaim(app.db, { brandId, id }, claim))) fail('queue.not_taken');
  const row =
    (await readStaffConversationRow(app.db, { brandId, id }, claim.now)) ?? fail('request.not_found');
  const { profile, member } = row;
  await react(app, {
    brandId,
    byId: profile.profileId,
    otherId: member.profileId,
    messageId: messageId.toLowerCase(),
    reaction,
  });
  announceChange(app, { brandId, id });
  return { ok: true };
}

/** What this host wrote themself. The conversation is answered by then, and no longer theirs. */
export async function unsendAsProfile(
  context: StaffContext,
  { brand: key, id, messageId }: InputOf<typeof unsendEndpoint>,
): Promise<ReplyOf<typeof unsendEndpoint>> {
  const { app, brandId, staffId } = atBrand(context, key);
  const row =
    (await readStaffConversationRow(app.db, { brandId, id }, app.clock.now())) ?? fail('request.not_found');
  const { profile, member } = row;
  await unsend(app, {
    brandId,
    fromId: profile.profileId,
    toId: member.profileId,
    messageId: messageId.toLowerCase(),
    writtenBy: `staff:${staffId}`,
  });
  await recordAudit(app.db, {
    brandId,
    actor: { kind: 'staff', id: staffId },
    action: 'conversation.unsent',
    subject: id,
    details: { as: profile.profileId, message: messageId },
    ip: context.ip,
  });
  announceChange(app, { brandId, id });
  return { ok: true };
}
