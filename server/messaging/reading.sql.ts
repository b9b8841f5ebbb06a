import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Conversation } from '#contract/chat/conversations.ts';
import { MESSAGES_PER_PAGE, QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import type { AnsweringTime } from '#contract/profile/people.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Owner } from './conversation-list.sql.ts';
import type { MessageRow, QuotedRow } from './describe-message.ts';

/** The largest that the number of a message can be. */
export const LAST_NUMBER = 2_147_483_647;

/** A member and another participant, and the state of their conversation as the member may see it. */
export interface ConversationState {
  own_name: string;
  level: number;
  flow_id: string;
  kind: ProfileKind;
  screen_name: string;
  birth_year: number | null;
  last_active_at: Date;
  other_account_id: string | null;
  photo: { id: string; widths: number[] } | null;
  photo_verified: boolean;
  /** The two have talked, or the other one is visible to the member. */
  readable: boolean;
  /** Kept from the member until they pay. */
  locked: boolean;
  gender: Gender;
  region: string | null;
  closed: Exclude<Conversation['closed'], 'system'>;
  answers_at: AnsweringTime | null;
  /** The other one's profile waits for moderation. */
  in_review: boolean;
  liked_at: Date | null;
  /** A host has taken the conversation at this moment. */
  claimed: boolean;
  /** Whether the member pays for the conversation, and what their next message costs. */
  pays: boolean;
  cost: number;
  credit: 'message' | 'icebreaker';
  /** The words of the other one are withheld from the member. */
  blurs: boolean;
  /** Null, as all below, where there is no conversation yet. */
  conversation_id: string | null;
  /** There are signs on its messages. */
  has_reactions: boolean;
  last_number: number | null;
  unread: number | null;
  delivered_to: number | null;
  read_to: number | null;
  cleared_to: number | null;
  other_delivered_to: number | null;
  other_read_to: number | null;
  invitation_pending: boolean | null;
}

export async function readConversationState(
  db: DbOrTx,
  { brandId, profileId, accountId }: Owner,
  otherId: string,
  now: Date,
): Promise<ConversationState | undefined> {
  const { rows } = await sql<ConversationState>`
    select me.screen_name as own_name, a.level, a.flow_id,
      p.kind, p.gender, p.region, p.screen_name, p.birth_year, p.last_active_at, p.account_id as other_account_id,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, p.id) f
        where p.status <> 'rejected') as photo,
      p.status <> 'rejected' and is_photo_verified(p.brand_id, p.id, p.verified_photo_id) as photo_verified,
      coalesce(own.last_number, 0) > 0
        or exists (select from profile_visible_to(${brandId}::uuid, ${profileId}::uuid, p.id)) as readable,
      p.reserved and is_kept_from(p.brand_id, me.id) as locked,
      closed_reason(
        exists (select from block b where b.brand_id = ${brandId}::uuid and b.from_id = ${profileId}::uuid
          and b.to_id = ${otherId}::uuid),
        exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid)),
        p.status, theirs.status, w.takes_messages, theirs.paused_at is not null,
        case when theirs.chooses_senders then write_refusal(${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid,
          coalesce(other.last_mine, false)) end) as closed,
      case when p.kind <> 'member' then (select answering_time(p.status, h.answers_from, h.answers_to) from house_profile h
        where h.brand_id = p.brand_id and h.profile_id = p.id) end as answers_at,
      p.status = 'pending' as in_review,
      (select r.at from reaction r where r.brand_id = ${brandId}::uuid and r.from_id = ${otherId}::uuid
        and r.to_id = ${profileId}::uuid and r.kind = 'like') as liked_at,
      exists (select from waiting_reply q where q.brand_id = ${brandId}::uuid
        and q.conversation_id = own.conversation_id and q.claimed_until > ${now}::timestamptz) as claimed,
      payer.pays, message_price(payer.pays, a.level, w.message_value) as cost,
      message_credit(payer.pays, a.level, own.last_number, held.icebreaker_credits) as credit,
      words_withheld(payer.pays, a.replies_blurred) as blurs,
      exists (select from message_reaction r where r.brand_id = ${brandId}::uuid
        and r.conversation_id = own.conversation_id) as has_reactions,
      own.conversation_id, own.last_number, own.unread, own.delivered_to, own.read_to, own.cleared_to,
      other.delivered_to as other_delivered_to,
      reported_read_to(other.pays, theirs.replies_blurred, other.read_to) as other_read_to,
      (select m.invitation and m.from_id = ${profileId}::uuid and not exists (select from message answer
          where answer.brand_id = ${brandId}::uuid and answer.conversation_id = own.conversation_id
            and answer.from_id = ${otherId}::uuid)
        from message m where m.brand_id = ${brandId}::uuid and m.conversation_id = own.conversation_id
          and m.number = 1) as invitation_pending
    from account a
    join flow w on w.brand_id = ${brandId}::uuid and w.id = a.flow_id
    join profile me on me.brand_id = ${brandId}::uuid and me.id = ${profileId}::uuid
    join profile p on p.brand_id = ${brandId}::uuid and p.id = ${otherId}::uuid
    left join balance held on held.brand_id = ${brandId}::uuid and held.account_id = a.id
    left join account theirs on theirs.brand_id = ${brandId}::uuid and theirs.id = p.account_id
    left join inbox own on own.brand_id = ${brandId}::uuid and own.owner_id = ${profileId}::uuid
      and own.other_id = ${otherId}::uuid
    left join inbox other on other.brand_id = ${brandId}::uuid and other.owner_id = ${otherId}::uuid
      and other.other_id = ${profileId}::uuid
    cross join lateral (select pays_for_conversation(true, own.pays, own.last_number) as pays) as payer
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid`.execute(db);
  return rows[0];
}

/** A conversation as one of the two sees it. */
export interface View {
  brandId: string;
  profileId: string;
  conversationId: string;
  clearedTo: number;
}

const quotedColumns = sql`json_build_object('number', q.number, 'from_id', q.from_id, 'body', left(q.body, ${sql.lit(QUOTE_MAX_LETTERS * 4)}),
  'has_photo', q.photo_id is not null, 'phone_covered', phone_covered(q.has_phone, q.brand_id, q.from_id), 'free', q.free,
  'hidden_from_sender', q.hidden_from_sender, 'hidden_from_receiver', q.hidden_from_receiver)`;

/** What the message of this name answers, as `QuotedRow` has it. It is looked up for answers alone. */
export function quotedBy(message: string) {
  const of = (column: string) => sql.ref(`${message}.${column}`);
  return sql`case when ${of('reply_to')} is not null then (select ${quotedColumns} from message q
    where q.brand_id = ${of('brand_id')} and q.conversation_id = ${of('conversation_id')} and q.number = ${of('reply_to')}) end`;
}

/** The message under a number, as another one quotes it. */
export async function readQuoted(
  db: DbOrTx,
  { brandId, conversationId }: { brandId: string; conversationId: string },
  number: number,
): Promise<QuotedRow | null> {
  const { rows } = await sql<{ quoted: QuotedRow }>`
    select ${quotedColumns} as quoted from message q
    where q.brand_id = ${brandId}::uuid and q.conversation_id = ${conversationId}::uuid and q.number = ${number}::int`.execute(
    db,
  );
  return rows[0]?.quoted ?? null;
}

/** A message as `MessageRow` has it, from `message m`. */
export const messageColumns = sql`m.id, m.number, m.from_id, m.body, m.at, m.ready_made, m.invitation, phone_covered(m.has_phone, m.brand_id, m.from_id), m.free, m.warning,
  (select json_build_object('id', f.id, 'status', f.status, 'width', f.width, 'height', f.height,
    'thumbhash', f.thumbhash)
    from chat_photo f where f.brand_id = m.brand_id and f.id = m.photo_id) as photo, ${quotedBy('m')} as quoted`;

/**
 * By its number, never by a clock: those of two nodes differ, and one may be set back. What is for later is no message yet
 * and has a table of its own (scheduled_reply).
 */
const visible = ({ brandId, profileId, conversationId, clearedTo }: View) => sql`
  m.brand_id = ${brandId}::uuid and m.conversation_id = ${conversationId}::uuid and m.number > ${clearedTo}::int
  and not case when m.from_id = ${profileId}::uuid then m.hidden_from_sender else m.hidden_from_receiver end`;

/** Reads one more than fits, to know whether there are others. */
const LIMIT = MESSAGES_PER_PAGE + 1;

/** The newest before this number, newest first. */
export async function readOlder(db: DbOrTx, view: View, before: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from message m
    where ${visible(view)} and m.number < ${before}::int
    order by m.number desc limit ${sql.lit(LIMIT)}`.execute(db);
  return rows;
}

/** The oldest after this number, oldest first. */
export async function readNewer(db: DbOrTx, view: View, after: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from message m
    where ${visible(view)} and m.number > ${after}::int
    order by m.number limit ${sql.lit(LIMIT)}`.execute(db);
  return rows;
}

export type SaidRow = Pick<Selectable<DB['message']>, 'id' | 'from_id' | 'body' | 'at' | 'photo_id'>;

/** The last that was said between two, whatever either of them has hidden, newest first. */
export async function readLastSaid(
  db: DbOrTx,
  brandId: string,
  [one, other]: readonly [string, string],
  limit: number,
): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select m.id, m.from_id, m.body, m.at, m.photo_id
    from inbox i
    join message m on m.brand_id = i.brand_id and m.conversation_id = i.conversation_id
    where i.brand_id = ${brandId}::uuid and i.owner_id = ${one}::uuid and i.other_id = ${other}::uuid
      and (m.body <> '' or m.photo_id is not null)
    order by m.number desc limit ${limit}::int`.execute(db);
  return rows;
}
