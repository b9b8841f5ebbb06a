import { receiptChanged, conversationChanged } from '../../contract/chat/live.ts';
import type { MemberContext, VisitorContext, App } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { findSystemSender, markSystemMessagesRead } from './system-messages.ts';
import type { SystemSender } from './system-messages.ts';
import { advance, markReadByProfile } from './receipts.sql.ts';
import type { Advanced } from './receipts.sql.ts';
import { countUnreadMessages } from './conversation-list.sql.ts';
import { mergingWork } from './coalesce.ts';
import { PREMIUM_LEVELS } from '../../contract/kernel/constants.ts';
import type { Brand } from '../brands/directory.ts';

interface Receipt {
  profileId: string;
  deliveredTo: number;
  readTo: number;
}

const LAST = 2_147_483_647;

/** How far a member has received and read what somebody wrote. Answers with what is unread in all. */
export async function noteReceived(
  context: MemberContext,
  receipt: Receipt,
  connection?: string,
): Promise<{ unread: number }> {
  const { db, brandId, profileId, realtime } = context;
  const system = findSystemSender(receipt.profileId);
  if (system) await readFromSystem(context, system, receipt.readTo, connection);
  const otherId = system ? undefined : readUuid(receipt.profileId);
  if (!otherId || otherId === profileId) return { unread: await countUnreadMessages(db, context) };
  const deliveredTo = Math.min(receipt.deliveredTo, LAST);
  const readTo = Math.min(receipt.readTo, LAST);
  const { total } = await workOf(realtime)(`${brandId} ${profileId} ${otherId}`, {
    context,
    otherId,
    deliveredTo,
    readTo,
    connection,
  });
  return { unread: total };
}

/** All that somebody has written has been seen. */
export async function markConversationRead(context: MemberContext, profileId: string): Promise<void> {
  await noteReceived(context, { profileId, deliveredTo: LAST, readTo: LAST });
}

interface Step {
  context: MemberContext;
  otherId: string;
  deliveredTo: number;
  readTo: number;
  /** Which need not be told. */
  connection: string | undefined;
}

/** Somebody who scrolls through what he missed sends many receipts; those of a moment become one. */
const works = new WeakMap<Realtime, ReturnType<typeof mergingWork<Step, Advanced>>>();

function workOf(realtime: Realtime): ReturnType<typeof mergingWork<Step, Advanced>> {
  const known = works.get(realtime);
  if (known) return known;
  const work = mergingWork(merge, step);
  works.set(realtime, work);
  return work;
}

function merge(one: Step, other: Step): Step {
  return {
    ...one,
    deliveredTo: Math.max(one.deliveredTo, other.deliveredTo),
    readTo: Math.max(one.readTo, other.readTo),
    connection: one.connection === other.connection ? one.connection : undefined,
  };
}

async function step({ context, otherId, deliveredTo, readTo, connection }: Step): Promise<Advanced> {
  const row = await advance(context.db, context, { otherId, deliveredTo, readTo });
  if (row.delivered_to === null || row.read_to === null || row.told_to === null) return row;
  if (row.read_to > (row.read_before ?? 0)) tellOwnDevices(context, otherId, connection);
  tellOther(context, row, { deliveredTo: row.delivered_to, readTo: row.told_to });
  return row;
}

function tellOther(
  context: MemberContext,
  row: Advanced,
  { deliveredTo, readTo }: { deliveredTo: number; readTo: number },
): void {
  const { realtime, brandId, profileId } = context;
  if (row.account_id === null || row.blocked) return;
  const hidden = hidesReceipts(context, {
    level: row.level ?? 0,
    flowId: row.flow_id ?? '',
    pays: row.pays ?? false,
  });
  if (hidden && deliveredTo === row.delivered_before) return;
  const payload = { profileId, deliveredTo, readTo: hidden ? 0 : readTo };
  realtime.emit({ brandId, accountIds: [row.account_id] }, receiptChanged, payload);
}

async function readFromSystem(
  context: MemberContext,
  system: SystemSender,
  readTo: number,
  connection: string | undefined,
): Promise<void> {
  const { db, brandId, accountId, clock } = context;
  const key = { brandId, accountId, sender: system };
  if (await markSystemMessagesRead(db, key, { readTo, at: clock.now() }))
    tellOwnDevices(context, system, connection);
}

interface Reader {
  level: number;
  flowId: string;
  /** For this conversation. */
  pays: boolean;
}

/** Where the flow sells read marks, who pays for a conversation and is at level 0 does not learn what was read. */
export function hidesReceipts(
  { brand }: Pick<VisitorContext, 'brand'>,
  { level, flowId, pays }: Reader,
): boolean {
  return pays && level === PREMIUM_LEVELS.free && brand.flows.get(flowId)?.hooks.read_receipts !== undefined;
}

interface Reading {
  /** A profile of ours, and the member who wrote to it. */
  profileId: string;
  otherId: string;
  readTo: number;
}

/** Whoever answers for a profile of ours has read so far. The member learns it, as far as he may. */
export async function readAsProfile(
  { db, realtime }: Pick<App, 'db' | 'realtime'>,
  brand: Brand,
  { profileId, otherId, readTo }: Reading,
): Promise<void> {
  const brandId = brand.id;
  const moved = await markReadByProfile(db, { brandId, profileId, otherId }, readTo);
  if (!moved || moved.blocked) return;
  const { level, flow_id: flowId, pays } = moved;
  realtime.emit({ brandId, accountIds: [moved.account_id] }, receiptChanged, {
    profileId,
    deliveredTo: moved.delivered_to,
    readTo: hidesReceipts({ brand }, { level, flowId, pays }) ? 0 : moved.read_to,
  });
}

/** What the member's devices know of a conversation is out of date. */
export function tellOwnDevices(
  { realtime, brandId, accountId }: MemberContext,
  profileId: string,
  except?: string,
): void {
  realtime.emit({ brandId, accountIds: [accountId], except }, conversationChanged, { profileId });
}
