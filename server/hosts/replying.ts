import { typing } from '#contract/chat/live.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import type {
  replyAsProfile as replyAsProfileEndpoint,
  typeAsProfile as typeAsProfileEndpoint,
} from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { announceStored } from '#server/messaging/announcing.ts';
import { sendAsProfile } from '#server/messaging/sending.ts';
import { copyForChat } from './album.ts';
import { checkReply, isFreeReply } from './check-reply.ts';
import { beginReply, endReply, newClaim, renewClaim } from './claims.ts';
import { findReply, readStaffConversationRow } from './conversation.ts';
import { readWaitingSince } from './quality.ts';
import { closeScheduledIn } from './scheduled-replies.sql.ts';
import { recordSentReply } from './sent-replies.ts';
import { readThread } from './thread.ts';

type Reply = InputOf<typeof replyAsProfileEndpoint>;

/**
 * A host answers as the profile, once for each time that a member waits. The member no longer waits then, so the
 * conversation is no longer the host's; an answer that is sent again is found rather than refused, and announced again:
 * the first time may have died before it was.
 */
export async function replyAsProfile(
  context: StaffContext,
  input: Reply,
): Promise<ReplyOf<typeof replyAsProfileEndpoint>> {
  const { db } = context.app;
  const { brand, brandId, staffId } = atBrand(context, input.brand);
  const { id, messageId } = input;
  const claim = newClaim(context);
  // Renewed rather than looked at: so no other host can take it while the answer is on its way.
  const begin = () => beginReply(db, { brandId, id }, claim, messageId);
  if (!(await begin())) {
    const sent = await findReply(db, { brandId, id }, { messageId, writtenBy: `staff:${staffId}` });
    if (sent) {
      await announceStored(context.app, brand, { brandId, conversationId: id, id: messageId.toLowerCase() });
      // The try that stored it may have got no further.
      await recordSentReply(context.app, brand, {
        fromId: sent.from_id,
        toId: sent.to_id,
        conversationId: id,
        messageId,
        staffId,
        text: sent.text,
        stored: sent,
        since: sent.since,
        ip: context.ip,
        details: { photo: sent.photo_id ?? undefined, confirmed: input.confirmed ?? [] },
      });
      return { number: sent.number, at: sent.at.getTime() };
    }
    if (!(await renewClaim(db, { brandId, id }, claim))) fail('queue.not_taken');
    // The host may have got the conversation since the first try, by another call.
    if (!(await begin())) fail('reply.under_way');
  }
  try {
    return await send(context, input);
  } catch (error) {
    // What failed in another way may be stored all the same, so nothing else goes out before the mark has run out.
    if (error instanceof Failure && error.status < 500) await endReply(db, { brandId, id }, messageId);
    throw error;
  }
}

async function send(
  context: StaffContext,
  { brand: key, id, messageId, text, photoId, confirmed }: Reply,
): Promise<ReplyOf<typeof replyAsProfileEndpoint>> {
  const { db } = context.app;
  const { brand, brandId, staffId } = atBrand(context, key);
  const writtenBy = `staff:${staffId}`;
  const thread = (await readThread(db, { brandId, id })) ?? fail('request.not_found');
  const pair = { fromId: thread.profile.id, toId: thread.member.id };
  const reply = { id: messageId.toLowerCase(), text: cleanLines(text) };
  const place = { brand, conversationId: id, thread };
  const seen = await checkReply(context.app, place, reply, confirmed);
  const photo = photoId && (await copyForChat(context.app, { brandId, id }, { photoId, ...pair }));
  // Sending ends the waiting.
  const since = await readWaitingSince(db, { brandId, id });
  const free = isFreeReply(thread, brand, reply.text);
  const stored = await sendAsProfile(context.app, brand, {
    ...pair,
    ...reply,
    writtenBy,
    photoId: photo,
    free,
  });
  const isRecorded = await recordSentReply(context.app, brand, {
    ...pair,
    conversationId: id,
    messageId,
    staffId,
    text: reply.text,
    stored,
    since,
    ip: context.ip,
    details: { photo, confirmed: seen },
  });
  if (isRecorded) await closeScheduledIn(db, { brandId, id });
  return { number: stored.number, at: stored.at.getTime() };
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
  if (row && !row.closed)
    realtime.emit({ brandId, accountIds: [row.member_account_id] }, typing, {
      profileId: row.profile.profileId,
    });
  return { until: claim.until.getTime() };
}
