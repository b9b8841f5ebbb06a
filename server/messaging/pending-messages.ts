import { sql } from 'kysely';
import type { ChatEvent } from '../../contract/chat/live.ts';
import { NOTIFICATION_POLL_MS, RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow } from './describe-message.ts';
import { describeSystemSender } from './system-messages.ts';
import type { ProfileKind } from '../../contract/kernel/fields.ts';
import type { DbOrTx } from '../platform/database/database.ts';
import { unblocked, unreadInbox } from './conversation-list.sql.ts';
import type { Owner } from './conversation-list.sql.ts';

/** A connection, and what it knows: of each person the number of the newest message. */
export interface Listener {
  told: Map<string, number>;
  tell(news: ChatEvent): void;
}

/** Whoever has more than this to read looks at the list. */
const MOST_TOLD = 500;

const LAST = 2_147_483_647;

/** How far a connection knows somebody's messages, because it said so or was told. */
export function noteTold({ told }: Pick<Listener, 'told'>, profileId: string, number: number): void {
  const id = readUuid(profileId);
  const known = id ? told.get(id) : undefined;
  if (!id || number <= (known ?? 0) || (known === undefined && told.size >= MOST_TOLD)) return;
  told.set(id, Math.min(number, LAST));
}

/**
 * Tells a connection of one thing that is really pending and that it does not know yet: the first at once, each further
 * one a while after the last.
 */
export async function pollPending(
  context: MemberContext,
  listener: Listener,
): Promise<Record<string, never>> {
  listener.tell(await findNews(context, listener));
  return {};
}

async function findNews(context: MemberContext, listener: Listener): Promise<ChatEvent> {
  const { db, clock } = context;
  const { told } = listener;
  const pending = told.size < MOST_TOLD ? await readPending(db, context, told, clock.now()) : undefined;
  if (pending) {
    const offset = told.size === 0 ? 0 : NOTIFICATION_POLL_MS;
    noteTold(listener, pending.other_id, pending.message.number);
    return { ...describePending(context, pending), delayed: true, offset };
  }
  const companion = await findCompanionAtWork(db, context);
  if (!companion) return { ...nothing, ...describeNobody(context) };
  const when = { delayed: true, offset: NOTIFICATION_POLL_MS };
  const who = { profileId: companion.other_id, ...describeFace(context, companion) };
  return { ...nothing, ...who, ...when, type: 'writing' };
}

function describePending(context: MemberContext, row: PendingRow) {
  const message = { ...row.message, at: new Date(row.message.at) };
  const described = describeMessage(message, {
    profileId: context.profileId,
    otherId: row.other_id,
    ownName: '',
    otherName: row.screen_name,
    blurs: row.pays && row.replies_blurred,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: row.read_to,
  });
  return { ...described, ...describeFace(context, row), unread: row.unread };
}

function describeFace(context: MemberContext, row: Face) {
  return {
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.clock),
    kind: row.kind,
    portrait: smallPhoto(context, row.photo),
  };
}

function describeNobody(context: MemberContext) {
  const { photo: portrait, ...system } = describeSystemSender(context);
  return { ...system, portrait };
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

interface Face {
  other_id: string;
  screen_name: string;
  birth_year: number | null;
  kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
}

interface PendingRow extends Face {
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
async function readPending(
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
async function findCompanionAtWork(db: DbOrTx, { brandId, profileId }: Owner): Promise<Face | undefined> {
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
