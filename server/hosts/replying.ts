import { typing } from '#contract/chat/live.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure, fail } from '#contract/kernel/errors.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import type {
  replyAsProfile as replyAsProfileEndpoint,
  typeAsProfile as typeAsProfileEndpoint,
} from '#contract/staff/chat.ts';
import type { App, StaffContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { announceStored } from '#server/messaging/announcing.ts';
import { announce } from '#server/messaging/console-live.ts';
import type { Stored } from '#server/messaging/outgoing.ts';
import { recordReceiptOfProfile } from '#server/messaging/receipts.ts';
import { sendAsProfile } from '#server/messaging/sending.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { transact } from '#server/platform/database/database.ts';
import { copyForChat } from './album.ts';
import { checkReply, isFreeReply, recordReplyText } from './check-reply.ts';
import { beginReply, endReply, newClaim, recordAnswered, renewClaim } from './claims.ts';
import { findReply, readStaffConversationRow } from './conversation.ts';
import { readWaitingSince, recordHostReply } from './quality.ts';
import { closeScheduledIn } from './scheduled-replies.sql.ts';
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
  { brand: key, id, messageId, text, photoId, replyTo, confirmed }: Reply,
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
    replyTo,
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

interface SentReply {
  conversationId: string;
  messageId: string;
  staffId: string;
  fromId: string;
  toId: string;
  text: string;
  stored: Pick<Stored, 'number' | 'at'>;
  /** Since when the member had waited; null where they had not. */
  since: Date | null;
  ip?: string;
  /** What the audit keeps besides. Never the words. */
  details: Record<string, unknown>;
}

/**
 * All that follows a reply of a host's, whether it was sent at once, at its time, or by a try that was thought to have failed
 * and is found to be stored. What is written down is so once, however often the reply comes. Answers whether it was now.
 */
export async function recordSentReply(app: App, brand: Brand, reply: SentReply): Promise<boolean> {
  const { conversationId, messageId, staffId, fromId, toId, text, stored, since, ip, details } = reply;
  const key = { brandId: brand.id, id: conversationId };
  const isNew = await transact(app.db, async (tx) => {
    if (!(await recordHostReply(tx, { ...key, messageId, staffId, at: stored.at, since }))) return false;
    await recordAudit(tx, {
      brandId: brand.id,
      actor: { kind: 'staff', id: staffId },
      action: 'conversation.answered',
      subject: conversationId,
      details: { as: fromId, message: messageId, ...details },
      ip,
    });
    await recordReplyText({ db: tx, clock: app.clock }, { brandId: brand.id, conversationId }, text);
    await recordAnswered(tx, key);
    return true;
  });
  await recordReceiptOfProfile(app, brand, { profileId: fromId, otherId: toId, readTo: stored.number });
  announce(app, { ...key, change: 'answered', staffId });
  return isNew;
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
