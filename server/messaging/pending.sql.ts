/** The statements of what is pending in conversations. */

import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { unblocked, unreadInbox } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';
import type { MessageRow } from './describe-message.ts';
import { quotedBy } from './reading.sql.ts';

export interface SummaryRow {
  other_id: string;
  screen_name: string;
  birth_year: number | null;
  kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
}

export interface PendingRow extends SummaryRow {
  message: Omit<MessageRow, 'at'> & { at: string };
  unread: number;
  /** The words are withheld from the member. */
  blurs: boolean;
  read_to: number;
}

const summaryColumns = (brandId: string) => sql`p.id as other_id, p.screen_name, p.birth_year, p.kind,
  (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, p.id) f) as photo`;

/**
 * The newest message of the conversation that has been unread for longest, but for what the connection knows, and for
 * what a device of the account has acknowledged, unless that device says it could not show it. Nothing where the member
 * does not want to be notified of messages.
 */
export async function readPendingMessage(
  db: DbOrTx,
  { brandId, profileId, accountId }: Owner,
  { known, deliveredUnshown }: { known: ReadonlyMap<string, number>; deliveredUnshown: readonly string[] },
): Promise<PendingRow | undefined> {
  const { rows } = await sql<PendingRow>`
    select ${summaryColumns(brandId)}, i.unread, i.read_to, words_withheld(i.pays, a.replies_blurred) as blurs, json_build_object('id', m.id, 'number', m.number,
      'from_id', m.from_id, 'body', m.body, 'at', m.at, 'ready_made', m.ready_made, 'invitation', m.invitation,
      'phone_covered', phone_covered(m.has_phone, m.brand_id, m.from_id), 'free', m.free, 'warning', m.warning, 'photo', (select json_build_object('id', o.id, 'status', o.status,
        'width', o.width, 'height', o.height, 'thumbhash', o.thumbhash)
        from chat_photo o where o.brand_id = ${brandId}::uuid and o.id = m.photo_id),
      'quoted', ${quotedBy('m')}) as message
    from account a
    cross join ${unreadInbox(brandId, profileId)} as i
    join lateral (
      select m.* from message m
      where m.brand_id = ${brandId}::uuid and m.conversation_id = i.conversation_id
        and m.number > greatest(i.cleared_to, i.read_to,
          case when i.other_id = any((select ${[...deliveredUnshown]}::uuid[])::uuid[]) then 0 else i.delivered_to end) and m.from_id = i.other_id and not m.hidden_from_receiver
      order by m.number desc limit 1
    ) m on true
    join profile p on p.brand_id = ${brandId}::uuid and p.id = i.other_id
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid and a.notify_messages
      and ${unblocked(brandId, profileId, 'i.other_id')}
      and (select true from unnest((select ${[...known.keys()]}::uuid[]), (select ${[...known.values()]}::int[]))
        as t (id, number) where t.id = i.other_id and t.number >= m.number limit 1) is null
    order by i.last_at limit 1`.execute(db);
  return rows[0];
}

/** A profile that owes a member an answer is among the last they wrote to. */
const NEWEST = 10;

const newestConversations = ({ brandId, profileId }: Owner) => sql`(
  select i.other_id, i.conversation_id, i.last_at from inbox i
  where i.brand_id = ${brandId}::uuid and i.owner_id = (select ${profileId}::uuid) and i.last_number > i.cleared_to
  order by i.last_minute desc, i.last_at desc, i.other_id limit ${sql.lit(NEWEST)})`;

/** An AI companion that is writing to the member. */
export async function findCompanionAtWork(db: DbOrTx, owner: Owner): Promise<SummaryRow | undefined> {
  const { brandId } = owner;
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns(brandId)}
    from ${newestConversations(owner)} as newest
    join waiting_reply w on w.brand_id = ${brandId}::uuid and w.conversation_id = newest.conversation_id
      and w.kind = 'ai'
    join profile p on p.brand_id = ${brandId}::uuid and p.id = newest.other_id
    order by newest.last_at desc limit 1`.execute(db);
  return rows[0];
}

/** Whether a host is answering the member now, or has written what will be sent to them by then. */
export async function isReplyComing(
  db: DbOrTx,
  owner: Owner,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { brandId } = owner;
  const { rows } = await sql`
    select from ${newestConversations(owner)} as newest
    where exists (select from waiting_reply w where w.brand_id = ${brandId}::uuid
        and w.conversation_id = newest.conversation_id and w.kind = 'staff' and w.claimed_by is not null and w.claimed_until > ${now}::timestamptz)
      or exists (select from scheduled_reply s where s.brand_id = ${brandId}::uuid
        and s.conversation_id = newest.conversation_id and s.status = 'waiting' and s.send_at <= ${until}::timestamptz)
    limit 1`.execute(db);
  return rows.length > 0;
}
