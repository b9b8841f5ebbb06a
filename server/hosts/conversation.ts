import { sql } from 'kysely';
import type { ChatPhoto } from '#contract/chat/messages.ts';
import { MESSAGES_PER_PAGE, QUOTE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { readStaffConversation as readStaffConversationEndpoint } from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand } from '#server/brands/staff-context.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import { previewOf } from '#server/messaging/describe-message.ts';
import type { QuotedRow } from '#server/messaging/describe-message.ts';
import { readMessageReactions } from '#server/messaging/message-reactions.ts';
import type { StoredReaction } from '#server/messaging/message-reactions.ts';
import { quotedBy } from '#server/messaging/reading.sql.ts';
import { recordReceiptOfProfile } from '#server/messaging/receipts.ts';
import { decodeNumberCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { describeParticipant, participantColumns } from '#server/profiles/profile-summary.ts';
import type { ParticipantRow } from '#server/profiles/profile-summary.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';
import { claimColumns, claimJoins, describeClaim, describeHandover, isQuiet } from './queue.ts';
import type { ClaimRow } from './queue.ts';

type Reply = ReplyOf<typeof readStaffConversationEndpoint>;

/** What was said between a profile of the staff's and a member, as the profile sees it. */
export async function readStaffConversation(
  context: StaffContext,
  { brand, id, before }: InputOf<typeof readStaffConversationEndpoint>,
): Promise<Reply> {
  const inside = atBrand(context, brand);
  const { db, clock } = inside.app;
  const { brandId } = inside;
  const key = { brandId, id };
  const page = {
    before: before === undefined ? undefined : decodeNumberCursor(before, 'before'),
    limit: MESSAGES_PER_PAGE + 1,
  };
  const row = (await readStaffConversationRow(db, key, clock.now())) ?? fail('request.not_found');
  const newestFirst = await readStaffMessages(db, key, row.profile.profileId, page);
  const shown = newestFirst.slice(0, MESSAGES_PER_PAGE);
  const newest = shown[0]?.number ?? 0;
  // Only who is going to answer has read it for the profile; others have a look.
  if (row.claimed_by === inside.staffId && newest > row.profile_read_to)
    await recordReceiptOfProfile(inside.app, inside.brand, {
      profileId: row.profile.profileId,
      otherId: row.member.profileId,
      readTo: newest,
    });
  const signs = await readMessageReactions(db, { brandId, conversationId: id }, [
    shown.at(-1)?.number ?? 0,
    newest,
  ]);
  const oldest = newestFirst.length > shown.length ? shown.at(-1) : undefined;
  return {
    profile: describeParticipant(inside, row.profile),
    member: describeParticipant(inside, row.member),
    messages: shown.toReversed().map((message) => describeMessage(message, row, signs)),
    next: oldest ? String(oldest.number) : null,
    list: row.list,
    claim: describeClaim(row),
    handover: describeHandover(row),
    closed: row.closed,
  };
}

function describeMessage(
  message: StaffMessageRow,
  row: StaffConversationRow,
  signs: readonly StoredReaction[],
): Reply['messages'][number] {
  const { id, number, from_id, body, phone_covered, at, photo } = message;
  const isOurs = from_id === row.profile.profileId;
  return {
    id,
    number,
    from: isOurs ? 'profile' : 'member',
    text: phone_covered && !isOurs ? coverPhones(body) : body,
    at: at.getTime(),
    read: number <= (isOurs ? row.member_read_to : row.profile_read_to),
    photo,
    quoted: describeQuoted(message.quoted, row),
    reactions: {
      member: signOf(signs, number, row.member.profileId),
      profile: signOf(signs, number, row.profile.profileId),
    },
  };
}

const signOf = (signs: readonly StoredReaction[], of: number, by: string) =>
  signs.find(({ number, fromId }) => number === of && fromId === by)?.reaction ?? null;

function describeQuoted(quoted: QuotedRow | null, row: StaffConversationRow) {
  if (!quoted) return null;
  const isOurs = quoted.from_id === row.profile.profileId;
  const gone = isOurs ? quoted.hidden_from_sender : quoted.hidden_from_receiver;
  const text = quoted.phone_covered && !isOurs ? coverPhones(quoted.body) : quoted.body;
  return {
    number: quoted.number,
    from: isOurs ? ('profile' as const) : ('member' as const),
    text: gone ? '' : previewOf(text, QUOTE_MAX_LETTERS),
    hasPhoto: quoted.has_photo && !gone,
    gone,
  };
}

interface StaffConversationRow extends ClaimRow {
  profile: ParticipantRow;
  member: ParticipantRow;
  member_account_id: string;
  /** The member cannot be written to. */
  closed: boolean;
  /** How far the profile has read what the member wrote, and the other way round. */
  profile_read_to: number;
  member_read_to: number;
  list: Reply['list'];
}

/** A conversation that the staff answers in. What members write to each other is never found here. */
export async function readStaffConversationRow(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  now: Date,
): Promise<StaffConversationRow | undefined> {
  const { rows } = await sql<StaffConversationRow>`
    select ${participantColumns('p')} as profile, ${participantColumns('m')} as member, m.account_id as member_account_id,
      not is_answerable(c.brand_id, p.id, m.id, had_last_word(c.brand_id, m.id, p.id)) as closed,
      own.read_to as profile_read_to, reported_read_to(theirs.pays, a.replies_blurred, theirs.read_to) as member_read_to, w.list, ${claimColumns}
    from conversation c
    join profile p on p.brand_id = c.brand_id and p.id in (c.low_id, c.high_id) and p.kind = 'staff'
    join profile m on m.brand_id = c.brand_id and m.id in (c.low_id, c.high_id) and m.kind = 'member'
    join inbox own on own.brand_id = c.brand_id and own.owner_id = p.id and own.other_id = m.id
    join inbox theirs on theirs.brand_id = c.brand_id and theirs.owner_id = m.id and theirs.other_id = p.id
    join account a on a.brand_id = m.brand_id and a.id = m.account_id
    left join lateral (
      select case when w.is_first then 'new' else 'waiting' end as list, w.claimed_by, w.claimed_until, w.handed_by,
        w.note from waiting_reply w where w.brand_id = c.brand_id and w.conversation_id = c.id
      union all
      select case when ${isQuiet(now)} then 'quiet' end, w.claimed_by, w.claimed_until, w.handed_by, w.note
      from answered_conversation w where w.brand_id = c.brand_id and w.conversation_id = c.id) as w on true
    ${claimJoins(now)}
    where c.brand_id = ${brandId}::uuid and c.id = ${id}::uuid`.execute(db);
  return rows[0];
}

interface StaffMessageRow {
  id: string;
  number: number;
  from_id: string;
  body: string;
  phone_covered: boolean;
  at: Date;
  photo: { id: string; status: ChatPhoto['status'] } | null;
  quoted: QuotedRow | null;
}

/** As the profile sees them, newest first. */
export async function readStaffMessages(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  profileId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<StaffMessageRow[]> {
  const older = before === undefined ? sql`` : sql`and e.number < ${before}::int`;
  const { rows } = await sql<StaffMessageRow>`
    select e.id, e.number, e.from_id, e.body, phone_covered(e.has_phone, e.brand_id, e.from_id), e.at,
      case when o.id is not null then json_build_object('id', o.id, 'status', o.status) end as photo,
      ${quotedBy('e')} as quoted
    from message e
    left join chat_photo o on o.brand_id = e.brand_id and o.id = e.photo_id
    where e.brand_id = ${brandId}::uuid and e.conversation_id = ${id}::uuid ${older}
      and not (case when e.from_id = ${profileId}::uuid then e.hidden_from_sender else e.hidden_from_receiver end)
    order by e.number desc
    limit ${limit}::int`.execute(db);
  return rows;
}

interface FoundReply {
  number: number;
  at: Date;
  from_id: string;
  to_id: string;
  text: string;
  photo_id: string | null;
  /** Since when the member had waited for it; null where they had not. */
  since: Date | null;
}

/** What this host has sent under this id. */
export async function findReply(
  db: DbOrTx,
  { brandId, id }: ConversationKey,
  { messageId, writtenBy }: { messageId: string; writtenBy: string },
): Promise<FoundReply | undefined> {
  const { rows } = await sql<FoundReply>`
    select m.number, m.at, m.from_id, case c.low_id when m.from_id then c.high_id else c.low_id end as to_id,
      m.body as text, m.photo_id, (
        select min(e.at) from message e
        where e.brand_id = m.brand_id and e.conversation_id = m.conversation_id and e.from_id <> m.from_id
          and e.number < m.number and e.number > coalesce((
            select max(o.number) from message o
            where o.brand_id = m.brand_id and o.conversation_id = m.conversation_id and o.from_id = m.from_id
              and o.number < m.number), 0)) as since
    from message m join conversation c on c.brand_id = m.brand_id and c.id = m.conversation_id
    where m.brand_id = ${brandId}::uuid and m.conversation_id = ${id}::uuid and m.id = ${messageId}::uuid
      and m.written_by = ${writtenBy}::text`.execute(db);
  return rows[0];
}
