import { sql } from 'kysely';
import type { ChatEvent } from '../../contract/chat/live.ts';
import { NOTIFICATION_POLL_MS, RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { MemberContext } from '../app.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { readUuid } from '../platform/ids.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { unblocked, unreadInbox } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow } from './describe-message.ts';
import { LAST_NUMBER } from './reading.sql.ts';
import { describeSystemSender } from './system-messages.ts';

/** What a connection knows already: of each person the number of the newest message. */
export type KnownNumbers = Map<string, number>;

/** Whoever has more than this to read looks at the list. */
const MOST_KNOWN = 500;

/** A connection knows somebody's messages so far, because it said so or was sent them. */
export function recordKnown(known: KnownNumbers, profileId: string, number: number): void {
  const id = readUuid(profileId);
  const before = id ? known.get(id) : undefined;
  if (!id || number <= (before ?? 0) || (before === undefined && known.size >= MOST_KNOWN)) return;
  known.set(id, Math.min(number, LAST_NUMBER));
}

/**
 * One message that is really pending and that the connection does not know yet: the first is to be shown at once, each
 * further one a while after the last. Otherwise a companion that is writing, or nothing.
 */
export async function findPending(context: MemberContext, known: KnownNumbers): Promise<ChatEvent> {
  const { db, clock } = context.app;
  const pending = known.size < MOST_KNOWN ? await readPending(db, context, known, clock.now()) : undefined;
  if (pending) {
    const offset = known.size === 0 ? 0 : NOTIFICATION_POLL_MS;
    recordKnown(known, pending.other_id, pending.message.number);
    return { ...describePending(context, pending), delayed: true, offset };
  }
  const companion = await findCompanionAtWork(db, context);
  if (!companion) {
    const { photo: portrait, ...sender } = describeSystemSender(context);
    return { ...nothing, ...sender, portrait };
  }
  const when = { delayed: true, offset: NOTIFICATION_POLL_MS };
  const who = { profileId: companion.other_id, ...describeSummary(context, companion) };
  return { ...nothing, ...who, ...when, type: 'writing' };
}

function describePending(context: MemberContext, row: PendingRow) {
  const message = { ...row.message, at: new Date(row.message.at) };
  const described = describeMessage(message, {
    profileId: context.profileId,
    otherId: row.other_id,
    ownName: '',
    otherName: row.screen_name,
    blurs: row.blurs,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: row.read_to,
  });
  return { ...described, ...describeSummary(context, row), unread: row.unread };
}

function describeSummary(context: MemberContext, row: SummaryRow) {
  return {
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.app.clock),
    kind: row.kind,
    portrait: smallPhoto(context, row.photo),
  };
}

const nothing = {
  id: null,
  type: 'nothing',
  number: 0,
  profileId: RESERVED_PROFILE_IDS[0],
  text: '',
  blurred: null,
  name: '',
  at: 0,
  read: true,
  delivered: true,
  notice: null,
  readyMade: false,
  icebreaker: false,
  invitation: false,
  photo: null,
  phoneCovered: false,
  delayed: false,
  offset: 0,
  unread: 0,
} as const;

interface SummaryRow {
  other_id: string;
  screen_name: string;
  birth_year: number | null;
  kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
}

interface PendingRow extends SummaryRow {
  message: Omit<MessageRow, 'at'> & { at: string };
  unread: number;
  /** The words are withheld from the member. */
  blurs: boolean;
  read_to: number;
}

const summaryColumns = (brandId: string) => sql`p.id as other_id, p.screen_name, p.birth_year, p.kind,
  (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, p.id) f) as photo`;

/**
 * The newest message of the conversation that has been unread for longest, but for what the connection knows. Nothing
 * where the member does not want to be notified of messages.
 */
async function readPending(
  db: DbOrTx,
  { brandId, profileId, accountId }: Owner,
  known: ReadonlyMap<string, number>,
  now: Date,
): Promise<PendingRow | undefined> {
  const { rows } = await sql<PendingRow>`
    select ${summaryColumns(brandId)}, i.unread, i.read_to, words_withheld(i.pays, a.replies_blurred) as blurs, json_build_object('id', m.id, 'number', m.number,
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
      and (select true from unnest((select ${[...known.keys()]}::uuid[]), (select ${[...known.values()]}::int[]))
        as t (id, number) where t.id = i.other_id and t.number >= m.number limit 1) is null
    order by i.last_at limit 1`.execute(db);
  return rows[0];
}

/** What a member has written to an AI companion that has not answered yet is among the last he wrote. */
const NEWEST = 10;

/** An AI companion that is writing to him. */
async function findCompanionAtWork(
  db: DbOrTx,
  { brandId, profileId }: Owner,
): Promise<SummaryRow | undefined> {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns(brandId)}
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
