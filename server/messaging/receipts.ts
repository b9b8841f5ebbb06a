import { sql } from 'kysely';
import { conversationChanged, receiptChanged } from '#contract/chat/live.ts';
import { isSoldReceipts } from '#server/accounts/entitlements.ts';
import type { App, MemberContext, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { mergeCalls } from '#server/platform/coalesce.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { countUnreadMessages, unreadOf } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';
import { LAST_NUMBER } from './reading.sql.ts';
import { findSystemSender, markSystemMessagesRead } from './system-messages.ts';

interface Receipt {
  profileId: string;
  deliveredTo: number;
  readTo: number;
}

/** How far a member has received and read what another participant wrote. Answers with what is unread in all. */
export async function recordReceipt(
  context: MemberContext,
  receipt: Receipt,
  connection?: string,
): Promise<{ unread: number }> {
  const { db, clock, chat } = context.app;
  const { brandId, accountId, profileId } = context;
  const sender = findSystemSender(receipt.profileId);
  if (sender) {
    const read = { readTo: receipt.readTo, at: clock.now() };
    if (await markSystemMessagesRead(db, { brandId, accountId, sender }, read))
      notifyOwnDevices(context, sender, { except: connection });
  }
  const otherId = sender ? undefined : readUuid(receipt.profileId);
  if (!otherId || otherId === profileId) return { unread: await countUnreadMessages(db, context) };
  const deliveredTo = Math.min(receipt.deliveredTo, LAST_NUMBER);
  const readTo = Math.min(receipt.readTo, LAST_NUMBER);
  const pending = { context, otherId, deliveredTo, readTo, connection };
  const { total } = await chat.receipts(`${brandId} ${profileId} ${otherId}`, pending);
  return { unread: total };
}

/** Everything that the other participant has written has been seen. */
export async function markConversationRead(context: MemberContext, profileId: string): Promise<void> {
  await recordReceipt(context, { profileId, deliveredTo: LAST_NUMBER, readTo: LAST_NUMBER });
}

interface PendingReceipt {
  context: MemberContext;
  otherId: string;
  deliveredTo: number;
  readTo: number;
  /** The connection that sent it, which need not be notified. */
  connection: string | undefined;
}

/** A member who scrolls through what they missed sends many receipts; those of the same moment are written as one. */
export type ReceiptQueue = (key: string, receipt: PendingReceipt) => Promise<Advanced>;

export const createReceiptQueue = (): ReceiptQueue =>
  mergeCalls<PendingReceipt, Advanced>(
    (one, other) => ({
      ...one,
      deliveredTo: Math.max(one.deliveredTo, other.deliveredTo),
      readTo: Math.max(one.readTo, other.readTo),
      connection: one.connection === other.connection ? one.connection : undefined,
    }),
    writeReceipt,
  );

async function writeReceipt(receipt: PendingReceipt): Promise<Advanced> {
  const { context, otherId, connection } = receipt;
  const row = await advanceReceipt(context.app.db, context, receipt);
  if (row.delivered_to === null || row.read_to === null || row.reported_to === null) return row;
  if (row.read_to > (row.read_before ?? 0))
    notifyOwnDevices(context, otherId, { except: connection, readTo: row.read_to });
  notifySender(context, row, { deliveredTo: row.delivered_to, readTo: row.reported_to });
  return row;
}

/** The writer of the messages learns how far they were received and read. */
function notifySender(
  context: MemberContext,
  row: Advanced,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): void {
  const { realtime } = context.app;
  const { brandId, profileId } = context;
  if (row.account_id === null || row.blocked) return;
  const hidden = hidesReceipts(context, row);
  if (hidden && deliveredTo === row.delivered_before) return;
  const payload = { profileId, deliveredTo, readTo: hidden ? 0 : readTo };
  realtime.emit({ brandId, accountIds: [row.account_id] }, receiptChanged, payload);
}

interface ProfileReceipt {
  /** A profile of ours, and the member who wrote to it. */
  profileId: string;
  otherId: string;
  readTo: number;
}

/**
 * The host or companion that answers for a profile of ours has read so far. The member is notified, as far as they may
 * know it.
 */
export async function recordReceiptOfProfile(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  brand: Brand,
  { profileId, otherId, readTo }: ProfileReceipt,
): Promise<void> {
  const brandId = brand.id;
  const moved = await markReadByProfile(db, { brandId, profileId, otherId }, readTo);
  if (!moved || moved.blocked) return;
  realtime.emit({ brandId, accountIds: [moved.account_id] }, receiptChanged, {
    profileId,
    deliveredTo: moved.delivered_to,
    readTo: hidesReceipts({ brand }, moved) ? 0 : moved.read_to,
  });
}

interface Sender {
  level: number | null;
  flow_id: string | null;
  /** For this conversation. */
  pays: boolean | null;
}

/** A member who pays for the conversation and is sold read receipts does not learn how far the other one has read. */
export function hidesReceipts(
  { brand }: Pick<VisitorContext, 'brand'>,
  { level, flow_id, pays }: Sender,
): boolean {
  return (pays ?? false) && isSoldReceipts({ level: level ?? 0, flow: brand.flows.get(flow_id ?? '') });
}

/** What the member's devices know of a conversation is out of date. */
export function notifyOwnDevices(
  { app: { realtime }, brandId, accountId }: MemberContext,
  profileId: string,
  { except, readTo }: { except?: string | undefined; readTo?: number } = {},
): void {
  realtime.emit({ brandId, accountIds: [accountId], except }, conversationChanged, {
    profileId,
    ...(readTo !== undefined && { readTo }),
  });
}

interface ReadSoFar {
  otherId: string;
  deliveredTo: number;
  readTo: number;
}

interface Advanced {
  /** Of all conversations, after this one. */
  total: number;
  /** Null, as all below, where nothing moved. */
  delivered_to: number | null;
  read_to: number | null;
  /** How far the reader has come, as the other participant may see it. */
  reported_to: number | null;
  read_before: number | null;
  delivered_before: number | null;
  /** The other one, who is notified of it. */
  account_id: string | null;
  level: number | null;
  flow_id: string | null;
  pays: boolean | null;
  blocked: boolean;
}

/**
 * Moves how far a member has received and read, never back and never beyond what there is. Unread are counted down by
 * what lies between: a message that comes at this very moment has been counted by its own statement.
 */
async function advanceReceipt(db: DbOrTx, owner: Owner, receipt: ReadSoFar): Promise<Advanced> {
  const { brandId, profileId } = owner;
  const { otherId } = receipt;
  const readTo = sql`least(i.last_number, ${receipt.readTo}::int)`;
  const deliveredTo = sql`least(i.last_number, greatest(${receipt.deliveredTo}::int, ${receipt.readTo}::int))`;
  const { rows } = await sql<Advanced>`
    with before as (
      select i.delivered_to, i.read_to, i.unread from inbox i
      where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
    ), after as (
      update inbox i set
        delivered_to = greatest(i.delivered_to, ${deliveredTo}),
        read_to = greatest(i.read_to, ${readTo}),
        unread = case
          when ${readTo} <= i.read_to then i.unread
          when ${readTo} = i.last_number then 0
          else greatest(0, i.unread - (select count(*)::int from message m
            where m.brand_id = ${brandId}::uuid and m.conversation_id = i.conversation_id
              and m.number > greatest(i.read_to, i.cleared_to) and m.number <= ${readTo}
              and m.from_id = ${otherId}::uuid and not m.hidden_from_receiver)) end
      where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
        and (${deliveredTo} > i.delivered_to or ${readTo} > i.read_to)
      returning i.delivered_to, i.read_to, i.unread, i.pays
    )
    select ${unreadOf(owner, otherId)} + coalesce((select unread from after), (select unread from before), 0) as total,
      after.delivered_to, after.read_to, reported_read_to(after.pays, me.replies_blurred, after.read_to) as reported_to,
      before.read_to as read_before, before.delivered_to as delivered_before,
      p.account_id, a.level, a.flow_id, theirs.pays,
      exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid)) as blocked
    from (select) as one
    left join after on true
    left join before on true
    left join account me on me.brand_id = ${brandId}::uuid and me.id = ${owner.accountId}::uuid
    left join inbox theirs on theirs.brand_id = ${brandId}::uuid and theirs.owner_id = ${otherId}::uuid
      and theirs.other_id = ${profileId}::uuid
    left join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    left join account a on a.brand_id = ${brandId}::uuid and a.id = p.account_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a condition gave no row');
  return row;
}

interface ReadByProfile {
  delivered_to: number;
  read_to: number;
  account_id: string;
  level: number;
  flow_id: string;
  pays: boolean;
  blocked: boolean;
}

/** Never back, and never beyond what there is. Answers with whom to notify, or nothing where it had been read. */
async function markReadByProfile(
  db: DbOrTx,
  { brandId, profileId, otherId }: { brandId: string; profileId: string; otherId: string },
  readTo: number,
): Promise<ReadByProfile | undefined> {
  const reached = sql`least(i.last_number, ${readTo}::int)`;
  const { rows } = await sql<ReadByProfile>`
    update inbox i set read_to = ${reached}, delivered_to = greatest(i.delivered_to, ${reached}),
      unread = case when ${reached} = i.last_number then 0
        else (select count(*)::int from message e where e.brand_id = i.brand_id
          and e.conversation_id = i.conversation_id and e.number > ${reached} and e.from_id = i.other_id) end
    from inbox theirs
    join profile m on m.brand_id = theirs.brand_id and m.id = theirs.owner_id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.other_id = ${otherId}::uuid
      and i.read_to < ${reached}
      and theirs.brand_id = i.brand_id and theirs.owner_id = i.other_id and theirs.other_id = i.owner_id
    returning i.delivered_to, i.read_to, a.id as account_id, a.level, a.flow_id, theirs.pays,
      exists (select from blocks_between(i.brand_id, i.owner_id, i.other_id)) as blocked`.execute(db);
  return rows[0];
}
