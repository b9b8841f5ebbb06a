/** The statements about tickets. */

import { sql } from 'kysely';
import { QUEUE_COUNTED_TO, TICKETS_PER_PAGE, TICKET_MESSAGES_MOST } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/constants.ts';
import type { TicketStatus, TicketTopic } from '#contract/support/contact.ts';
import type { TicketCounts, TicketList } from '#contract/support/tickets.ts';
import type { TimeCursor } from '#server/platform/cursor.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';

export interface TicketId {
  brandId: string;
  id: string;
}

export interface NewTicket extends TicketId {
  accountId: string | null;
  email: string;
  language: Language;
  topic: TicketTopic;
  text: string;
  at: Date;
}

const PREVIEW = 200;

/** The beginning of a text on one line. */
export function previewOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, PREVIEW).toWellFormed();
}

/** Answers with its number, or with undefined where that id is taken. */
export async function insertTicket(tx: Tx, ticket: NewTicket): Promise<number | undefined> {
  const { brandId, id, accountId, email, language, topic, text, at } = ticket;
  const row = await tx
    .insertInto('ticket')
    .values({
      brand_id: brandId,
      id,
      account_id: accountId,
      email,
      language,
      topic,
      since: at,
      created_at: at,
      updated_at: at,
      preview: previewOf(text),
      message_count: 1,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'id']).doNothing())
    .returning('number')
    .executeTakeFirst();
  return row?.number;
}

const columns = [
  'id',
  'number',
  'account_id',
  'email',
  'language',
  'topic',
  'status',
  'since',
  'created_at',
  'updated_at',
  'message_count',
  'assigned_to',
] as const;

export function findTicket(db: DbOrTx, { brandId, id }: TicketId) {
  return db
    .selectFrom('ticket')
    .select(columns)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .executeTakeFirst();
}
export type TicketFacts = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

export function lockTicket(tx: Tx, { brandId, id }: TicketId) {
  return tx
    .selectFrom('ticket')
    .select(columns)
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

interface NewMessage extends TicketId {
  messageId: string;
  number: number;
  author: 'writer' | 'staff' | 'note';
  staffId: string | null;
  text: string;
  at: Date;
}

export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { brandId, id, messageId, number, author, staffId, text, at } = message;
  await tx
    .insertInto('ticket_message')
    .values({
      brand_id: brandId,
      ticket_id: id,
      id: messageId,
      number,
      author,
      staff_id: staffId,
      text,
      created_at: at,
    })
    .execute();
}

/** In the order in which they were written. */
export function readMessages(db: DbOrTx, { brandId, id }: TicketId) {
  return db
    .selectFrom('ticket_message as m')
    .leftJoin('staff as s', 's.id', 'm.staff_id')
    .select(['m.id', 'm.author', 'm.text', 'm.created_at', 's.name'])
    .where('m.brand_id', '=', brandId)
    .where('m.ticket_id', '=', id)
    .orderBy('m.number')
    .limit(TICKET_MESSAGES_MOST)
    .execute();
}

export interface TicketRow {
  brand_id: string;
  id: string;
  number: number;
  topic: TicketTopic;
  status: TicketStatus;
  language: Language;
  email: string;
  screen_name: string | null;
  preview: string;
  since: Date;
  created_at: Date;
  assigned_to: string | null;
  assigned_name: string | null;
  answering_by: string | null;
  answering_name: string | null;
  answering_until: Date | null;
}

const rowColumns = sql`t.brand_id, t.id, t.number, t.topic, t.status, t.language, t.email, p.screen_name, t.preview,
  t.since, t.created_at, t.assigned_to, a.name as assigned_name, t.answering_by, w.name as answering_name,
  t.answering_until`;
const joined = sql`
  left join profile p on p.brand_id = t.brand_id and p.account_id = t.account_id
  left join staff a on a.id = t.assigned_to
  left join staff w on w.id = t.answering_by`;

export async function readTicketRow(db: DbOrTx, { brandId, id }: TicketId): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`
    select ${rowColumns} from ticket t ${joined}
    where t.brand_id = ${brandId}::uuid and t.id = ${id}::uuid`.execute(db);
  return rows[0];
}

interface TicketPage {
  brandIds: readonly string[];
  list: TicketList;
  staffId: string;
  topic: TicketTopic | undefined;
  after: TimeCursor | undefined;
}

/** One more than a page holds. Each brand gives its first ones, so that none is read through for another. */
export async function readTickets(db: DbOrTx, page: TicketPage): Promise<TicketRow[]> {
  const { brandIds, list, staffId, topic, after } = page;
  const limit = TICKETS_PER_PAGE + 1;
  // The sender who has waited longest comes first; of what does not wait for us, the newest.
  const oldestFirst = list === 'open' || list === 'mine';
  const direction = oldestFirst ? sql`asc` : sql`desc`;
  const further = after
    ? sql`and (t.since, t.id) ${oldestFirst ? sql`>` : sql`<`} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const about = topic === undefined ? sql`` : sql`and t.topic = ${topic}`;
  const some =
    list === 'mine'
      ? sql`(select * from ticket t where t.assigned_to = ${staffId}::uuid and t.status <> 'closed'
          and t.brand_id = any(${brandIds}::uuid[]) ${about} ${further}
          order by t.since ${direction}, t.id ${direction} limit ${limit}::int) t`
      : sql`unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
          select * from ticket t where t.brand_id = b.id and t.status = ${list} ${about} ${further}
          order by t.since ${direction}, t.id ${direction} limit ${limit}::int) t`;
  const { rows } = await sql<TicketRow>`
    select ${rowColumns} from ${some} ${joined}
    order by t.since ${direction}, t.id ${direction} limit ${limit}::int`.execute(db);
  return rows;
}

/** None is counted further than people look. */
export async function readCounts(
  db: DbOrTx,
  { brandIds, staffId }: { brandIds: readonly string[]; staffId: string },
): Promise<TicketCounts> {
  const inState = (status: TicketStatus) => sql`(select count(*)::int from (
    select from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
      select from ticket t where t.brand_id = b.id and t.status = ${status} limit ${QUEUE_COUNTED_TO}::int) t
    limit ${QUEUE_COUNTED_TO}::int) as counted)`;
  const { rows } = await sql<TicketCounts>`
    select ${inState('open')} as open, ${inState('waiting')} as waiting,
      (select count(*)::int from (select from ticket t where t.assigned_to = ${staffId}::uuid and t.status <> 'closed'
        and t.brand_id = any(${brandIds}::uuid[]) limit ${QUEUE_COUNTED_TO}::int) as counted) as mine`.execute(
    db,
  );
  return rows[0] ?? { open: 0, mine: 0, waiting: 0 };
}

/** How many wait for support that no colleague has, and since when the newest of them; none is counted beyond the limit. */
export async function countOpenTo(
  db: DbOrTx,
  { brandIds, staffId }: { brandIds: readonly string[]; staffId: string },
  limit: number,
): Promise<{ count: number; newest: Date | null }> {
  const { rows } = await sql<{ count: number; newest: Date | null }>`
    select count(*)::int as count, max(bounded.since) as newest from (
      select t.since from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
        select t.since from ticket t where t.brand_id = b.id and t.status = 'open'
          and (t.assigned_to is null or t.assigned_to = ${staffId}::uuid)
        order by t.since desc limit ${limit}::int) t
      limit ${limit}::int) as bounded`.execute(db);
  return rows[0] ?? { count: 0, newest: null };
}

/** The same brand by brand, with the one that has waited longest. */
export async function readOldestOpenTo(
  db: DbOrTx,
  { brandIds, staffId }: { brandIds: readonly string[]; staffId: string },
  limit: number,
): Promise<{ brand_id: string; count: number; since: Date }[]> {
  const { rows } = await sql<{ brand_id: string; count: number; since: Date }>`
    select b.id as brand_id, count(*)::int as count, min(open.since) as since
    from unnest(${brandIds}::uuid[]) as b (id) cross join lateral (
      select t.since from ticket t where t.brand_id = b.id and t.status = 'open'
        and (t.assigned_to is null or t.assigned_to = ${staffId}::uuid)
      order by t.since limit ${limit}::int) as open
    group by b.id`.execute(db);
  return rows;
}

/** The member who wrote it while signed in, or else the one who has the same address. */
export async function findWriter(db: DbOrTx, { brandId, id }: TicketId) {
  const { rows } = await sql<{
    account_id: string;
    screen_name: string;
    status: 'active' | 'disabled' | 'closing';
    level: 0 | 1 | 2;
    created_at: Date;
    signed_in: boolean;
  }>`
    select a.id as account_id, p.screen_name, a.status, a.level, a.created_at, t.account_id is not null as signed_in
    from ticket t
    join account a on a.brand_id = t.brand_id
      and a.id = coalesce(t.account_id, (select o.id from account o where o.brand_id = t.brand_id and o.email = t.email))
    join profile p on p.brand_id = a.brand_id and p.account_id = a.id
    where t.brand_id = ${brandId}::uuid and t.id = ${id}::uuid`.execute(db);
  return rows[0];
}
