/** Replies for later: written by a host, sent by a job, unless the member writes before. */

import { z } from 'zod';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail, Failure } from '#contract/kernel/errors.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import { replyWarnings } from '#contract/staff/reply-warnings.ts';
import { SCHEDULE_HOURS_MOST } from '#contract/staff/writing.ts';
import type {
  ScheduledReply,
  cancelScheduled as cancelEndpoint,
  scheduleReply as scheduleEndpoint,
} from '#contract/staff/writing.ts';
import type { App, StaffContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import { announce } from '#server/messaging/console-live.ts';
import { sendAsProfile } from '#server/messaging/sending.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { enqueue, jobKind } from '#server/platform/jobs/jobs.ts';
import { checkReply, isFreeReply } from './check-reply.ts';
import { newClaim, renewClaim } from './claims.ts';
import { recordSentReply } from './replying.ts';
import {
  lockScheduled,
  putBackInQueue,
  readScheduledIn,
  setScheduledStatus,
  takeFromQueue,
} from './scheduled-replies.sql.ts';
import type { ScheduledRow } from './scheduled-replies.sql.ts';
import { readThread } from './thread.ts';
import type { Thread } from './thread.ts';

export const sendScheduledJob = jobKind('hosts.sendScheduled', z.object({ brandId: z.uuid(), id: z.uuid() }));

/**
 * Keeps a reply for a time of the next two days. Until then the member does not wait for an answer, so the conversation
 * leaves the queue. The same id is kept once.
 */
export async function scheduleReply(
  context: StaffContext,
  input: InputOf<typeof scheduleEndpoint>,
): Promise<ReplyOf<typeof scheduleEndpoint>> {
  const { db, clock } = context.app;
  const inside = atBrand(context, input.brand);
  const { brand, brandId, staffId, ip } = inside;
  const key = { brandId, id: input.id };
  const replyId = input.replyId.toLowerCase();
  if (!(await renewClaim(db, key, newClaim(context)))) {
    const known = await findScheduled(context, key, replyId);
    return known?.mine ? known : fail('queue.not_taken');
  }
  const text = cleanLines(input.text);
  if (text === '') fail('chat.empty');
  const now = clock.now();
  const ahead = input.sendAt - now.getTime();
  if (ahead <= 0 || ahead > SCHEDULE_HOURS_MOST * HOUR) fail('schedule.time');
  const thread = (await readThread(db, key)) ?? fail('request.not_found');
  if (thread.closed) fail('chat.closed');
  const place = { brand, conversationId: key.id, thread };
  const confirmed = await checkReply(context.app, place, { text, id: replyId }, input.confirmed);
  await transact(db, async (tx) => {
    const taken = (await takeFromQueue(tx, key, staffId)) ?? fail('queue.not_taken');
    const sendAt = new Date(input.sendAt);
    await tx
      .insertInto('scheduled_reply')
      .values({
        brand_id: brandId,
        id: replyId,
        conversation_id: key.id,
        staff_id: staffId,
        body: text,
        confirmed,
        send_at: sendAt,
        after_number: thread.lastNumber,
        waiting_since: taken.since,
        created_at: now,
      })
      .execute();
    await enqueue(tx, sendScheduledJob, { brandId, id: replyId }, { runAt: sendAt, key: replyId });
    const details = { as: thread.profile.id, message: replyId, at: sendAt.toISOString(), confirmed };
    const actor = { kind: 'staff', id: staffId } as const;
    await recordAudit(tx, { brandId, actor, action: 'reply.scheduled', subject: key.id, details, ip });
  });
  announce(context.app, { ...key, change: 'scheduled', staffId });
  return (await findScheduled(context, key, replyId)) ?? fail('request.not_found');
}

async function findScheduled(
  { app: { db }, staffId }: StaffContext,
  key: { brandId: string; id: string },
  replyId: string,
): Promise<ScheduledReply | undefined> {
  const replies = await readScheduledIn(db, key, staffId);
  return replies.find(({ id }) => id === replyId);
}

/**
 * Not sent, or no longer kept. Where it was yet to be sent and no message was written since, the member waits again.
 */
export async function cancelScheduled(
  context: StaffContext,
  { brand, id, replyId }: InputOf<typeof cancelEndpoint>,
): Promise<ReplyOf<typeof cancelEndpoint>> {
  const { db } = context.app;
  const { brandId, staffId, ip } = atBrand(context, brand);
  await transact(db, async (tx, afterCommit) => {
    const row = await lockScheduled(tx, brandId, replyId);
    if (row?.conversation_id !== id.toLowerCase() || row.status === 'sent') return fail('request.not_found');
    if (row.status === 'cancelled') return undefined;
    await setScheduledStatus(tx, row, 'cancelled');
    if (row.status === 'waiting') await putBackInQueue(tx, row);
    afterCommit(() => announce(context.app, { brandId, id, change: 'waiting', staffId }));
    const actor = { kind: 'staff', id: staffId } as const;
    const details = { message: row.id };
    return recordAudit(tx, { brandId, actor, action: 'reply.cancelled', subject: id, details, ip });
  });
  return { ok: true };
}

/**
 * Sends a reply whose time has come, through the same check as any. Where the member has written meanwhile, cannot be
 * written to, or something new was found, it goes back to the host, with its words. Run again it sends nothing twice.
 */
export async function sendScheduled(
  app: App,
  { brandId, id }: z.output<typeof sendScheduledJob.payload>,
): Promise<void> {
  const brand = app.brands.byId(brandId);
  if (!brand) throw new Error(`brand ${brandId} is not known to this node yet`);
  await transact(app.db, async (tx, afterCommit) => {
    // Held until the end, so that what is on its way cannot be cancelled.
    const row = await lockScheduled(tx, brandId, id);
    if (row?.status !== 'waiting') return;
    const thread = await readThread(app.db, { brandId, id: row.conversation_id });
    if (!thread) return;
    if (row.staff_left) {
      await setScheduledStatus(tx, row, 'cancelled');
      await putBackInQueue(tx, row);
      return;
    }
    const because = await send(app, brand, { row, thread });
    if (because === null) return setScheduledStatus(tx, row, 'sent');
    await setScheduledStatus(tx, row, 'returned', because);
    if (because === 'check') await putBackInQueue(tx, row);
    const { conversation_id: conversationId, staff_id: staffId } = row;
    afterCommit(() => announce(app, { brandId, id: conversationId, change: 'returned', staffId }));
    await recordReturn(tx, row, because);
  });
}

function recordReturn(tx: Tx, row: ScheduledRow, because: string): Promise<void> {
  return recordAudit(tx, {
    brandId: row.brand_id,
    actor: { kind: 'system' },
    action: 'reply.returned',
    subject: row.conversation_id,
    details: { message: row.id, because },
  });
}

/** Answers with why it was not sent, or null where it was. */
async function send(
  app: App,
  brand: Brand,
  { row, thread }: { row: ScheduledRow; thread: Thread },
): Promise<ScheduledReply['because']> {
  const { conversation_id: conversationId, id, body: text } = row;
  // What was stored before, by a run that broke off, is the last message now.
  const isStored = thread.said.some((said) => said.id === id);
  if (thread.closed) return 'closed';
  if (!isStored && thread.lastNumber !== row.after_number) return 'member_wrote';
  try {
    const confirmed = replyWarnings.parse(row.confirmed);
    if (!isStored) await checkReply(app, { brand, conversationId, thread }, { text, id }, confirmed);
    const [fromId, toId] = [thread.profile.id, thread.member.id];
    const writtenBy = `staff:${row.staff_id}`;
    const free = isFreeReply(thread, brand, text);
    const stored = await sendAsProfile(app, brand, { fromId, toId, id, text, writtenBy, free });
    await recordSentReply(app, brand, {
      conversationId,
      messageId: id,
      staffId: row.staff_id,
      fromId,
      toId,
      text,
      stored,
      // No member waited any more: it was answered when it was written.
      since: null,
      details: { scheduled: true, confirmed },
    });
    return null;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'chat.closed' || error.code === 'request.not_found') return 'closed';
    if (error.code.startsWith('reply.')) return 'check';
    throw error;
  }
}
