/** A message that its writer takes back: within minutes, while it is unread, it is gone for both. */

import { sql } from 'kysely';
import { messageChanged, type unsendMessage as endpoint } from '#contract/chat/message-actions.ts';
import { UNSEND_WITHIN_MS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App, MemberContext } from '#server/app.ts';
import { refundCredits } from '#server/credits/ledger.ts';
import { notifyBalance } from '#server/credits/notify-balance.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { announceChange } from './console-live.ts';
import { renewRow } from './deleting.ts';
import { enqueueFileRemoval } from './photos/files.ts';
import { notifyOwnDevices } from './receipts.ts';

/**
 * What it cost comes back, once: it was unread. The other one may have seen it on a list or a notice all the same, and so
 * only a few come back within a day; those that follow can be unsent and stay paid for.
 */
export async function unsendMessage(
  context: MemberContext,
  { profileId, id }: Pick<InputOf<typeof endpoint>, 'profileId' | 'id'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId } = context;
  const otherId = readUuid(profileId) ?? fail('request.not_found');
  const refunded = await unsend(app, {
    brandId,
    fromId: context.profileId,
    toId: otherId,
    messageId: id.toLowerCase(),
    refundTo: context.accountId,
  });
  notifyOwnDevices(context, otherId);
  return { result: 'OK', refunded };
}

interface Unsending {
  brandId: string;
  /** Profiles. */
  fromId: string;
  toId: string;
  messageId: string;
  /** The account that paid for it. What profiles of ours write costs nothing. */
  refundTo?: string;
  /** The host or machine that wrote it, where only their own may be unsent. */
  writtenBy?: string;
}

/** Answers how many credits came back. What is unsent already stays so, and refunds nothing again. */
export function unsend(app: App, unsending: Unsending): Promise<number> {
  const { brandId, fromId, toId, messageId } = unsending;
  return transact(app.db, async (tx, afterCommit) => {
    const [own, theirs] = await lockBoth(tx, unsending);
    if (!own || !theirs) return fail('request.not_found');
    const message = await readMessage(tx, unsending, own.conversation_id);
    if (!message) return fail('request.not_found');
    if (message.unsent) return 0;
    const age = app.clock.now().getTime() - message.at.getTime();
    if (age > UNSEND_WITHIN_MS || message.number <= theirs.reported_to) return fail('chat.unsend_late');
    await empty(tx, unsending, own.conversation_id);
    if (message.photo_id !== null) await removePhoto(tx, brandId, message.photo_id);
    for (const [participant, row] of [
      [{ brandId, profileId: fromId, otherId: toId }, own],
      [{ brandId, profileId: toId, otherId: fromId }, theirs],
    ] as const) {
      // A conversation in which nothing is left to be seen is on no list.
      if (!(await renewRow(tx, participant, row))) await leaveList(tx, participant);
    }
    await reopen(tx, unsending);
    await endNeedlessWaiting(tx, unsending, own.conversation_id);
    const refunded = await refund(app, tx, unsending, own.conversation_id);
    if (refunded > 0 && unsending.refundTo)
      await notifyBalance(app, tx, afterCommit, { brandId, accountId: unsending.refundTo });
    afterCommit(() => {
      for (const [row, profileId] of [
        [own, toId],
        [theirs, fromId],
      ] as const)
        if (row.account_id !== null)
          app.realtime.emit({ brandId, accountIds: [row.account_id] }, messageChanged, {
            profileId,
            id: messageId,
            number: message.number,
            unsent: true,
          });
      if (theirs.kind === 'staff') announceChange(app, { brandId, id: own.conversation_id });
    });
    return refunded;
  });
}

interface LockedRow {
  owner_id: string;
  conversation_id: string;
  read_to: number;
  cleared_to: number;
  account_id: string | null;
  kind: string;
  /** How far its owner has read, as the other one may know it. */
  reported_to: number;
}

/** The rows of both, in the order in which writers lock them. */
async function lockBoth(
  tx: Tx,
  { brandId, fromId, toId }: Unsending,
): Promise<[LockedRow | undefined, LockedRow | undefined]> {
  const { rows } = await sql<LockedRow>`
    select i.owner_id, i.conversation_id, i.read_to, i.cleared_to, p.account_id, p.kind,
      coalesce(reported_read_to(i.pays, a.replies_blurred, i.read_to), i.read_to) as reported_to
    from inbox i
    join profile p on p.brand_id = i.brand_id and p.id = i.owner_id
    left join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where i.brand_id = ${brandId}::uuid
      and (i.owner_id, i.other_id) in ((${fromId}::uuid, ${toId}::uuid), (${toId}::uuid, ${fromId}::uuid))
    order by i.owner_id for no key update of i`.execute(tx);
  const of = (id: string) => rows.find(({ owner_id }) => owner_id === id);
  return [of(fromId), of(toId)];
}

interface OwnMessage {
  number: number;
  at: Date;
  photo_id: string | null;
  unsent: boolean;
}

async function readMessage(
  tx: Tx,
  { brandId, fromId, messageId, writtenBy }: Unsending,
  conversationId: string,
): Promise<OwnMessage | undefined> {
  const { rows } = await sql<OwnMessage>`
    select m.number, m.at, m.photo_id, m.body = '' and m.photo_id is null as unsent from message m
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversationId}::uuid and m.id = ${messageId}::uuid
      and m.from_id = ${fromId}::uuid and m.written_by is not distinct from ${writtenBy ?? null}::text`.execute(
    tx,
  );
  return rows[0];
}

/** Its place stays, so that numbers go on without gaps; nothing of it is left. */
async function empty(tx: Tx, { brandId, messageId }: Unsending, conversationId: string): Promise<void> {
  await tx
    .updateTable('message')
    .set({
      body: '',
      photo_id: null,
      has_phone: false,
      warning: null,
      hidden_from_sender: true,
      hidden_from_receiver: true,
    })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', messageId)
    .execute();
}

async function removePhoto(tx: Tx, brandId: string, photoId: string): Promise<void> {
  await tx.deleteFrom('chat_photo').where('brand_id', '=', brandId).where('id', '=', photoId).execute();
  await enqueueFileRemoval(tx, brandId, [photoId]);
}

async function leaveList(
  tx: Tx,
  { brandId, profileId, otherId }: { brandId: string; profileId: string; otherId: string },
): Promise<void> {
  await sql`update inbox i set cleared_to = i.last_number where i.brand_id = ${brandId}::uuid
    and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid`.execute(tx);
}

/** A member who has taken a kind close back owes an answer again. */
async function reopen(tx: Tx, { brandId, fromId, toId }: Unsending): Promise<void> {
  await tx
    .updateTable('inbox')
    .set({ declined: false })
    .where('brand_id', '=', brandId)
    .where('owner_id', '=', fromId)
    .where('other_id', '=', toId)
    .execute();
}

/** A profile of ours owes no answer where nothing is left that waits for one. */
async function endNeedlessWaiting(
  tx: Tx,
  { brandId, fromId }: Unsending,
  conversationId: string,
): Promise<void> {
  await sql`
    delete from waiting_reply w where w.brand_id = ${brandId}::uuid and w.conversation_id = ${conversationId}::uuid
      and w.profile_id <> ${fromId}::uuid and not exists (
        select from message m where m.brand_id = w.brand_id and m.conversation_id = w.conversation_id
          and m.from_id = ${fromId}::uuid and (m.body <> '' or m.photo_id is not null)
          and m.number > coalesce((select max(x.number) from message x where x.brand_id = w.brand_id
            and x.conversation_id = w.conversation_id and x.from_id = w.profile_id), 0))`.execute(tx);
}

/** Either sort of credits may have paid for it: nothing is given back of the one that did not. */
async function refund(
  app: App,
  tx: Tx,
  { brandId, messageId, refundTo: accountId }: Unsending,
  conversationId: string,
): Promise<number> {
  if (accountId === undefined) return 0;
  const idempotencyKey = `${conversationId} ${messageId}`;
  if (!(await wasCharged(tx, { brandId, accountId, idempotencyKey }))) return 0;
  if (!(await app.limits.tryHit('unsentRefundAccount', `${brandId}:${accountId}`))) return 0;
  let refunded = 0;
  for (const credit of ['message', 'icebreaker'] as const)
    refunded += await refundCredits(tx, { brandId, accountId, credit, reason: 'unsent', idempotencyKey });
  return refunded;
}

async function wasCharged(
  tx: Tx,
  { brandId, accountId, idempotencyKey }: { brandId: string; accountId: string; idempotencyKey: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('credit', 'in', ['message', 'icebreaker'])
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  return row !== undefined;
}
