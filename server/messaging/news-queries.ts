import { sql } from 'kysely';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import type { MessageRow } from './describe-message.ts';
import { unblocked, unreadInbox } from './list-queries.ts';
import type { Owner } from './list-queries.ts';

export interface Face {
  other_id: string;
  screen_name: string;
  birth_year: number | null;
  kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
}

export interface PendingRow extends Face {
  message: Omit<MessageRow, 'at'> & { at: string };
  unread: number;
  pays: boolean;
  replies_blurred: boolean;
  read_to: number;
}

const face = (brandId: string) => sql`p.id as other_id, p.screen_name, p.birth_year, p.kind,
  (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, p.id) f) as photo`;

/**
 * The newest word of the conversation that has been unread for longest, but for what was told before. Nothing where the
 * member does not want to be told of messages.
 */
export async function readPending(
  db: DbOrTx,
  { brandId, profileId, accountId }: Owner,
  told: ReadonlyMap<string, number>,
  now: Date,
): Promise<PendingRow | undefined> {
  const { rows } = await sql<PendingRow>`
    select ${face(brandId)}, i.unread, i.pays, i.read_to, a.replies_blurred, json_build_object('id', m.id, 'number', m.number,
      'from_id', m.from_id, 'body', m.body, 'at', m.at, 'ready_made', m.ready_made, 'invitation', m.invitation,
      'phone_covered', m.phone_covered, 'photo', (select json_build_object('id', o.id, 'status', o.status,
        'width', o.width, 'height', o.height, 'thumbhash', o.thumbhash)
        from chat_photo o where o.brand_id = ${brandId}::uuid and o.id = m.photo_id)) as message
    from account a
    cross join ${unreadInbox(brandId, profileId)} as i
    join lateral (
      select m.* from message m
      where m.brand_id = ${brandId}::uuid and m.conversation_id = i.conversation_id
        and m.number > greatest(i.cleared_to, i.read_to) and m.from_id = i.other_id and not m.hidden_from_receiver
        and m.at <= ${now}::timestamptz
      order by m.number desc limit 1
    ) m on true
    join profile p on p.brand_id = ${brandId}::uuid and p.id = i.other_id
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid and a.notify_messages
      and ${unblocked(brandId, profileId, 'i.other_id')}
      and (select true from unnest((select ${[...told.keys()]}::uuid[]), (select ${[...told.values()]}::int[]))
        as t (id, number) where t.id = i.other_id and t.number >= m.number limit 1) is null
    order by i.last_at limit 1`.execute(db);
  return rows[0];
}

/** What a member has written to an AI companion that has not answered yet is among the last he wrote. */
const NEWEST = 10;

/** An AI companion that is writing to him. */
export async function findCompanionAtWork(
  db: DbOrTx,
  { brandId, profileId }: Owner,
): Promise<Face | undefined> {
  const { rows } = await sql<Face>`
    select ${face(brandId)}
    from (
      select i.other_id, i.conversation_id, i.last_at from inbox i
      where i.brand_id = ${brandId}::uuid and i.owner_id = (select ${profileId}::uuid) and i.last_number > i.cleared_to
      order by i.last_minute desc, i.last_at desc, i.other_id limit ${sql.lit(NEWEST)}
    ) as newest
    join waiting_reply w on w.brand_id = ${brandId}::uuid and w.conversation_id = newest.conversation_id
      and w.kind = 'ai'
    join profile p on p.brand_id = ${brandId}::uuid and p.id = newest.other_id
    order by newest.last_at desc limit 1`.execute(db);
  return rows[0];
}
