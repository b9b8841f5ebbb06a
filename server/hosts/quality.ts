/** Every answer of a host, and what supervisors think of it. */

import { sql } from 'kysely';
import { MESSAGES_PER_PAGE } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listHostReplies as listHostRepliesEndpoint,
  listOwnMarks as listOwnMarksEndpoint,
  markReply as markReplyEndpoint,
  readAlong as readAlongEndpoint,
} from '#contract/staff/supervision.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf } from '#server/brands/staff-context.ts';
import type { ConversationKey } from '#server/messaging/console-live.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { SECOND } from '#server/platform/clock.ts';
import { decodeNumberCursor, timeCursor } from '#server/platform/cursor.ts';
import type { TimeCursor } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';
import { readStaffConversationRow, readStaffMessages } from './conversation.ts';
import { describeClaim } from './queue.ts';

const PAGE = 50;
const cursor = timeCursor('before');

interface NewHostReply {
  brandId: string;
  /** The conversation. */
  id: string;
  messageId: string;
  staffId: string;
  at: Date;
  /** Since when the member had waited. */
  since: Date | null;
}

/** Counts an answer, once however often it is sent. Answers whether it was counted now. */
export async function recordHostReply(db: DbOrTx, reply: NewHostReply): Promise<boolean> {
  const { brandId, id, messageId, staffId, at, since } = reply;
  const waited = Math.max(0, Math.round((at.getTime() - (since ?? at).getTime()) / SECOND));
  const counted = await db
    .insertInto('host_reply')
    .values({
      brand_id: brandId,
      message_id: messageId,
      staff_id: staffId,
      conversation_id: id,
      at,
      waited_seconds: waited,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Since when the member waits for an answer; null where they do not. */
export async function readWaitingSince(db: DbOrTx, { brandId, id }: ConversationKey): Promise<Date | null> {
  const row = await db
    .selectFrom('waiting_reply')
    .select('since')
    .where('brand_id', '=', brandId)
    .where('conversation_id', '=', id)
    .executeTakeFirst();
  return row?.since ?? null;
}

/** A host's answers in the caller's brands. A person who has never worked for them is not found. */
export async function listHostReplies(
  context: StaffContext,
  { staffId, before }: InputOf<typeof listHostRepliesEndpoint>,
): Promise<ReplyOf<typeof listHostRepliesEndpoint>> {
  const page = await readPage(context, { staffId, before, markedOnly: false });
  const { db } = context.app;
  const person = await db
    .selectFrom('staff')
    .select('name')
    .where('id', '=', staffId)
    .where(({ exists, selectFrom, or }) =>
      or([
        exists(
          selectFrom('staff_brand')
            .select('staff_id')
            .where('staff_id', '=', staffId)
            .where('brand_id', 'in', context.brandIds),
        ),
        exists(
          selectFrom('host_reply')
            .select('staff_id')
            .where('staff_id', '=', staffId)
            .where('brand_id', 'in', context.brandIds),
        ),
      ]),
    )
    .executeTakeFirst();
  return { ...page, name: person?.name ?? fail('request.not_found') };
}

export async function listOwnMarks(
  context: StaffContext,
  { before }: InputOf<typeof listOwnMarksEndpoint>,
): Promise<ReplyOf<typeof listOwnMarksEndpoint>> {
  return readPage(context, { staffId: context.staffId, before, markedOnly: true });
}

interface Wanted {
  staffId: string;
  before: string | undefined;
  markedOnly: boolean;
}

async function readPage(context: StaffContext, { staffId, before, markedOnly }: Wanted) {
  const rows = await readReplies(context.app.db, {
    staffId,
    brandIds: context.brandIds,
    before: cursor.decode(before),
    markedOnly,
  });
  const replies = rows.slice(0, PAGE).map((row) => ({
    brand: atBrandOf(context, row.brand_id).brand.key,
    messageId: row.message_id,
    conversationId: row.conversation_id,
    at: row.at.getTime(),
    waitedSeconds: row.waited_seconds,
    mark: describeMark(row),
  }));
  const last = rows.length > PAGE ? replies.at(-1) : undefined;
  return { replies, next: last ? cursor.encode({ at: new Date(last.at), id: last.messageId }) : null };
}

interface MarkRow {
  stars: number | null;
  note: string | null;
  marked_by: string | null;
  marked_at: Date | null;
}

interface ReplyRow extends MarkRow {
  brand_id: string;
  message_id: string;
  conversation_id: string | null;
  at: Date;
  waited_seconds: number;
}

function describeMark({ stars, note, marked_by, marked_at }: MarkRow) {
  if (stars === null || note === null || marked_by === null || marked_at === null) return null;
  return { stars, note, by: marked_by, at: marked_at.getTime() };
}

interface RepliesWanted {
  staffId: string;
  brandIds: readonly string[];
  before: TimeCursor | undefined;
  markedOnly: boolean;
}

async function readReplies(
  db: DbOrTx,
  { staffId, brandIds, before, markedOnly }: RepliesWanted,
): Promise<ReplyRow[]> {
  const older = before
    ? sql`and (r.at, r.message_id) < (${before.at}::timestamptz, ${before.id}::uuid)`
    : sql``;
  const { rows } = await sql<ReplyRow>`
    select r.brand_id, r.message_id, r.conversation_id, r.at, r.waited_seconds,
      q.stars, q.note, q.at as marked_at, s.name as marked_by
    from host_reply r
    ${markedOnly ? sql`join` : sql`left join`} quality_mark q on q.brand_id = r.brand_id and q.message_id = r.message_id
    left join staff s on s.id = q.marked_by
    where r.staff_id = ${staffId}::uuid and r.brand_id = any(${brandIds}::uuid[]) ${older}
    order by r.at desc, r.message_id desc
    limit ${PAGE + 1}::int`.execute(db);
  return rows;
}

/** A conversation for a supervisor who looks on. It moves no read marks. */
export async function readAlong(
  context: StaffContext,
  { brand, id, before }: InputOf<typeof readAlongEndpoint>,
): Promise<ReplyOf<typeof readAlongEndpoint>> {
  const inside = atBrand(context, brand);
  const { db, clock } = inside.app;
  const key = { brandId: inside.brandId, id };
  const row = (await readStaffConversationRow(db, key, clock.now())) ?? fail('request.not_found');
  const newestFirst = await readStaffMessages(db, key, row.profile.profileId, {
    before: before === undefined ? undefined : decodeNumberCursor(before, 'before'),
    limit: MESSAGES_PER_PAGE + 1,
  });
  const shown = newestFirst.slice(0, MESSAGES_PER_PAGE);
  const written = await readWrittenBy(
    db,
    inside.brandId,
    shown.map((message) => message.id),
  );
  const oldest = newestFirst.length > shown.length ? shown.at(-1) : undefined;
  return {
    profile: row.profile.screenName,
    member: row.member.screenName,
    messages: shown.toReversed().map((message) => {
      const isOurs = message.from_id === row.profile.profileId;
      const reply = isOurs ? written.get(message.id) : undefined;
      return {
        id: message.id,
        number: message.number,
        from: isOurs ? 'profile' : 'member',
        text: message.phone_covered && !isOurs ? coverPhones(message.body) : message.body,
        hasPhoto: message.photo !== null,
        at: message.at.getTime(),
        host: reply ? { id: reply.staff_id, name: reply.host_name } : null,
        mark: reply ? describeMark(reply) : null,
      };
    }),
    next: oldest ? String(oldest.number) : null,
    claim: describeClaim(row),
  };
}

interface WrittenRow extends MarkRow {
  message_id: string;
  staff_id: string;
  host_name: string;
}

async function readWrittenBy(db: DbOrTx, brandId: string, messageIds: readonly string[]) {
  const { rows } = await sql<WrittenRow>`
    select r.message_id, r.staff_id, h.name as host_name, q.stars, q.note, q.at as marked_at, s.name as marked_by
    from host_reply r
    join staff h on h.id = r.staff_id
    left join quality_mark q on q.brand_id = r.brand_id and q.message_id = r.message_id
    left join staff s on s.id = q.marked_by
    where r.brand_id = ${brandId}::uuid and r.message_id = any(${messageIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** No host marks an answer of their own. */
export async function markReply(
  context: StaffContext,
  { brand, messageId, stars, note }: InputOf<typeof markReplyEndpoint>,
): Promise<ReplyOf<typeof markReplyEndpoint>> {
  const { brandId, staffId, ip, app } = atBrand(context, brand);
  const at = app.clock.now();
  await transact(app.db, async (tx) => {
    const reply = await tx
      .selectFrom('host_reply')
      .select('staff_id')
      .where('brand_id', '=', brandId)
      .where('message_id', '=', messageId)
      .executeTakeFirst();
    if (!reply || reply.staff_id === staffId) fail('request.not_found');
    const mark = { marked_by: staffId, stars, note, at };
    await tx
      .insertInto('quality_mark')
      .values({ brand_id: brandId, message_id: messageId, ...mark })
      .onConflict((conflict) => conflict.columns(['brand_id', 'message_id']).doUpdateSet(mark))
      .execute();
    await recordAudit(tx, {
      brandId,
      actor: { kind: 'staff', id: staffId },
      action: 'reply.marked',
      subject: messageId,
      details: { host: reply.staff_id, stars },
      ip,
    });
  });
  app.staffLive.emit('conversations.supervise', {
    brandId,
    topic: 'board',
    id: messageId,
    change: 'marked',
    staffId,
  });
  return { ok: true };
}
