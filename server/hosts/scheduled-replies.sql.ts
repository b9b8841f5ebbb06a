import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { ScheduledReply } from '#contract/staff/writing.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

export type ScheduledRow = Selectable<DB['scheduled_reply']> & {
  /** Who wrote it no longer works here. */
  staff_left: boolean;
};

/** No other statement sends or cancels it until the transaction ends. */
export async function lockScheduled(tx: Tx, brandId: string, id: string): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`
    select r.*, s.status = 'left' as staff_left
    from scheduled_reply r join staff s on s.id = r.staff_id
    where r.brand_id = ${brandId}::uuid and r.id = ${id}::uuid
    for update of r`.execute(tx);
  return rows[0];
}

export async function setScheduledStatus(
  tx: Tx,
  { brand_id, id }: Pick<ScheduledRow, 'brand_id' | 'id'>,
  status: ScheduledRow['status'],
  because: ScheduledReply['because'] = null,
): Promise<void> {
  await tx
    .updateTable('scheduled_reply')
    .set({ status, returned_because: because })
    .where('brand_id', '=', brand_id)
    .where('id', '=', id)
    .execute();
}

/**
 * The member waits no longer, and the conversation has no host. Answers since when they had waited, null where the host
 * was about to write first, and nothing where another host has it.
 */
export async function takeFromQueue(
  tx: Tx,
  { brandId, id }: ConversationKey,
  staffId: string,
): Promise<{ since: Date | null } | undefined> {
  const waiting = await tx
    .deleteFrom('waiting_reply')
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('kind', '=', 'staff')
    .where('claimed_by', '=', staffId)
    .returning('since')
    .executeTakeFirst();
  if (waiting) return waiting;
  const quiet = await tx
    .updateTable('answered_conversation')
    .set({ claimed_by: null, claimed_until: null })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('claimed_by', '=', staffId)
    .returning('conversation_id')
    .executeTakeFirst();
  return quiet && { since: null };
}

/** A member who had waited waits again, as long as before, unless a message was written since. */
export async function putBackInQueue(tx: Tx, row: ScheduledRow): Promise<void> {
  if (row.waiting_since === null) return;
  await sql`
    insert into waiting_reply (brand_id, conversation_id, profile_id, kind, since)
    select c.brand_id, c.id, p.id, 'staff', ${row.waiting_since}::timestamptz
    from conversation c
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'staff'
    join inbox i on i.brand_id = c.brand_id and i.conversation_id = c.id and i.owner_id = p.id
    where c.brand_id = ${row.brand_id}::uuid and c.id = ${row.conversation_id}::uuid
      and i.last_number = ${row.after_number}::int
    on conflict (brand_id, conversation_id) do nothing`.execute(tx);
}

interface ShownRow {
  id: string;
  text: string;
  send_at: Date;
  by: string;
  mine: boolean;
  status: ScheduledReply['status'];
  because: ScheduledReply['because'];
}

const describe = ({ send_at, ...row }: ShownRow): ScheduledReply => ({ ...row, sendAt: send_at.getTime() });

const MOST_IN_CONVERSATION = 20;

/** What waits in a conversation or came back there, by its time. */
export async function readScheduledIn(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  staffId: string,
): Promise<ScheduledReply[]> {
  const { rows } = await sql<ShownRow>`
    select r.id, r.body as text, r.send_at, s.name as by, r.staff_id = ${staffId}::uuid as mine, r.status,
      r.returned_because as because
    from scheduled_reply r join staff s on s.id = r.staff_id
    where r.brand_id = ${brandId}::uuid and r.conversation_id = ${id}::uuid and r.status in ('waiting', 'returned')
    order by r.send_at
    limit ${MOST_IN_CONVERSATION}::int`.execute(db);
  return rows.map(describe);
}

interface OwnRow extends ShownRow {
  brand_id: string;
  conversation_id: string;
  profile: string;
  member: string;
}

const MOST_OWN = 100;

/** What a host has written for later, in these brands: what came back first. */
export async function readScheduledOf(db: DbOrTx, staffId: string, brandIds: readonly string[]) {
  const { rows } = await sql<OwnRow>`
    select r.brand_id, r.conversation_id, r.id, r.body as text, r.send_at, s.name as by, true as mine, r.status,
      r.returned_because as because, p.screen_name as profile, m.screen_name as member
    from scheduled_reply r
    join staff s on s.id = r.staff_id
    join conversation c on c.brand_id = r.brand_id and c.id = r.conversation_id
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'staff'
    join profile m on m.brand_id = c.brand_id and m.id in (c.low_id, c.high_id) and m.kind = 'member'
    where r.staff_id = ${staffId}::uuid and r.brand_id = any(${brandIds}::uuid[])
      and r.status in ('waiting', 'returned')
    order by r.status, r.send_at
    limit ${MOST_OWN}::int`.execute(db);
  return rows.map(({ brand_id, conversation_id, profile, member, ...row }) => ({
    reply: describe(row),
    brandId: brand_id,
    conversationId: conversation_id,
    profile,
    member,
  }));
}

/** The member was answered there: what was kept for later is of no more use. */
export async function closeScheduledIn(db: DbOrTx, { brandId, id }: ConversationKey): Promise<void> {
  await db
    .updateTable('scheduled_reply')
    .set({ status: 'cancelled', returned_because: null })
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .where('status', 'in', ['waiting', 'returned'])
    .execute();
}
