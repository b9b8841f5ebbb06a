import { conversationChanged, receiptChanged } from '../../contract/chat/live.ts';
import { isSoldReceipts } from '../accounts/entitlements.ts';
import type { App, MemberContext, VisitorContext } from '../app.ts';
import type { Brand } from '../brands/directory.ts';
import { readUuid } from '../platform/ids.ts';
import { coalesce } from './coalesce.ts';
import { countUnreadMessages } from './conversation-list.sql.ts';
import { LAST_NUMBER } from './reading.sql.ts';
import { advanceReceipt, markReadByProfile } from './receipts.sql.ts';
import type { Advanced } from './receipts.sql.ts';
import { findSystemSender, markSystemMessagesRead } from './system-messages.ts';

interface Receipt {
  profileId: string;
  deliveredTo: number;
  readTo: number;
}

/** How far a member has received and read what somebody wrote. Answers with what is unread in all. */
export async function recordReceipt(
  context: MemberContext,
  receipt: Receipt,
  connection?: string,
): Promise<{ unread: number }> {
  const { db, brandId, accountId, profileId, clock, chat } = context;
  const sender = findSystemSender(receipt.profileId);
  if (sender) {
    const read = { readTo: receipt.readTo, at: clock.now() };
    if (await markSystemMessagesRead(db, { brandId, accountId, sender }, read))
      notifyOwnDevices(context, sender, connection);
  }
  const otherId = sender ? undefined : readUuid(receipt.profileId);
  if (!otherId || otherId === profileId) return { unread: await countUnreadMessages(db, context) };
  const deliveredTo = Math.min(receipt.deliveredTo, LAST_NUMBER);
  const readTo = Math.min(receipt.readTo, LAST_NUMBER);
  const pending = { context, otherId, deliveredTo, readTo, connection };
  const { total } = await chat.receipts(`${brandId} ${profileId} ${otherId}`, pending);
  return { unread: total };
}

/** Everything that somebody has written has been seen. */
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

/** Somebody who scrolls through what he missed sends many receipts; those of the same moment are written as one. */
export type ReceiptQueue = (key: string, receipt: PendingReceipt) => Promise<Advanced>;

export const createReceiptQueue = (): ReceiptQueue =>
  coalesce<PendingReceipt, Advanced>(
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
  const row = await advanceReceipt(context.db, context, receipt);
  if (row.delivered_to === null || row.read_to === null || row.reported_to === null) return row;
  if (row.read_to > (row.read_before ?? 0)) notifyOwnDevices(context, otherId, connection);
  notifySender(context, row, { deliveredTo: row.delivered_to, readTo: row.reported_to });
  return row;
}

/** Whoever wrote the messages learns how far they were received and read. */
function notifySender(
  context: MemberContext,
  row: Advanced,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): void {
  const { realtime, brandId, profileId } = context;
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

/** Whoever answers for a profile of ours has read so far. The member is notified, as far as he may know it. */
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

/** Whoever pays for the conversation and is sold read receipts does not learn how far the other one has read. */
export function hidesReceipts(
  { brand }: Pick<VisitorContext, 'brand'>,
  { level, flow_id, pays }: Sender,
): boolean {
  return (pays ?? false) && isSoldReceipts({ level: level ?? 0, flow: brand.flows.get(flow_id ?? '') });
}

/** What the member's devices know of a conversation is out of date. */
export function notifyOwnDevices(
  { realtime, brandId, accountId }: MemberContext,
  profileId: string,
  except?: string,
): void {
  realtime.emit({ brandId, accountIds: [accountId], except }, conversationChanged, { profileId });
}
