import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { countries } from '#contract/countries/list.ts';
import { QUEUE_COUNTED_TO, QUIET_FROM_DAYS, QUIET_TO_DAYS } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type {
  QueueList,
  QueuedConversation,
  countQueue as countQueueEndpoint,
  listQueue as listQueueEndpoint,
} from '#contract/staff/chat.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrandOf, brandIdsFor } from '#server/brands/staff-context.ts';
import { previewOf } from '#server/messaging/describe-message.ts';
import { DAY } from '#server/platform/clock.ts';
import { timeCursor } from '#server/platform/cursor.ts';
import type { TimeCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { describeParticipant, participantColumns } from '#server/profiles/profile-summary.ts';
import type { ParticipantRow } from '#server/profiles/profile-summary.ts';
import { coverPhones } from '#server/safety/cover-phones.ts';

const PAGE = 50;
const cursor = timeCursor('after');

/** A list of the queue: unclaimed conversations, or the host's own. */
export async function listQueue(
  context: StaffContext,
  { list, after, ...filter }: InputOf<typeof listQueueEndpoint>,
): Promise<ReplyOf<typeof listQueueEndpoint>> {
  const { db, clock } = context.app;
  const now = clock.now();
  const brandIds = brandIdsIn(context, filter);
  const place = { ...context, brandIds, after: cursor.decode(after), limit: PAGE + 1 };
  const rows = list === 'mine' ? await readOwn(db, place, now) : await readFree(db, list, place, now);
  const shown = rows.slice(0, PAGE);
  const last = rows.length > PAGE && list !== 'mine' ? shown.at(-1) : undefined;
  return {
    conversations: shown.map((row) => describeQueued(context, row)),
    next: last ? cursor.encode({ at: last.since, id: last.id }) : null,
  };
}

/** How many stand in each list, counted as far as a person cares. */
export async function countQueue(
  context: StaffContext,
  filter: InputOf<typeof countQueueEndpoint>,
): Promise<ReplyOf<typeof countQueueEndpoint>> {
  const { db, clock } = context.app;
  const now = clock.now();
  const brandIds = brandIdsIn(context, filter);
  const counted = (from: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from (${from} limit ${QUEUE_COUNTED_TO + 1}::int) as counted)`;
  const limit = QUEUE_COUNTED_TO + 1;
  const { staffId } = context;
  const heads = (list: FreeList) => headsOf(list, { staffId, brandIds, after: undefined, limit }, now);
  const { rows } = await sql<ReplyOf<typeof countQueueEndpoint>>`
    select ${counted(heads('new'))} as "new", ${counted(heads('waiting'))} as waiting,
      ${counted(heads('quiet'))} as quiet, ${counted(ownOf(staffId, brandIds, now))} as mine`.execute(db);
  return rows[0] ?? { new: 0, waiting: 0, quiet: 0, mine: 0 };
}

interface WaitingHere {
  count: number;
  newest: Date | null;
  first: 'mine' | 'new' | 'waiting' | null;
}

/**
 * How many members wait for this host: the unclaimed and the host's own. The list to begin with is the own one, else
 * that of the member who has waited longest.
 */
export async function countWaitingFor(
  { app: { db, clock }, staffId }: StaffContext,
  brandIds: readonly string[],
): Promise<WaitingHere> {
  const now = clock.now();
  const limit = QUEUE_COUNTED_TO + 1;
  const heads = (list: FreeList) => headsOf(list, { staffId, brandIds, after: undefined, limit }, now);
  const { rows } = await sql<{ place: 'mine' | 'new' | 'waiting'; count: number; newest: Date }>`
    select w.place, count(*)::int as count, max(w.since) as newest
    from (select since, list as place from (${heads('new')} union all ${heads('waiting')}) as free
      union all select since, 'mine' from (${ownOf(staffId, brandIds, now)}) as own where list <> 'quiet') as w
    group by w.place order by w.place <> 'mine', min(w.since)`.execute(db);
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const newest = Math.max(...rows.map((row) => row.newest.getTime()));
  return {
    count: Math.min(count, limit),
    newest: rows.length > 0 ? new Date(newest) : null,
    first: rows[0]?.place ?? null,
  };
}

/** The same brand by brand, with the one who has waited longest. */
export async function readOldestWaiting(
  { app: { db, clock }, staffId }: StaffContext,
  brandIds: readonly string[],
): Promise<{ brand_id: string; count: number; since: Date }[]> {
  const now = clock.now();
  const limit = QUEUE_COUNTED_TO + 1;
  const heads = (list: FreeList) => headsOf(list, { staffId, brandIds, after: undefined, limit }, now);
  const { rows } = await sql<{ brand_id: string; count: number; since: Date }>`
    select w.brand_id, least(count(*), ${limit}::int)::int as count, min(w.since) as since
    from (select brand_id, since from (${heads('new')} union all ${heads('waiting')}) as free
      union all select brand_id, since from (${ownOf(staffId, brandIds, now)}) as own where list <> 'quiet') as w
    group by w.brand_id`.execute(db);
  return rows;
}

/** The brands that a filter leaves, of those that the host works for. */
export function brandIdsIn(
  context: StaffContext,
  { brand, language }: InputOf<typeof countQueueEndpoint>,
): readonly string[] {
  const brandIds = brandIdsFor(context, brand);
  if (language === undefined) return brandIds;
  return brandIds.filter((id) => {
    const found = context.app.brands.byId(id);
    return found !== undefined && countries[found.settings.country].language === language;
  });
}

export function describeQueued(context: StaffContext, row: QueuedRow): QueuedConversation {
  const inside = atBrandOf(context, row.brand_id);
  return {
    brand: inside.brand.key,
    id: row.id,
    list: row.list,
    profile: describeParticipant(inside, row.profile),
    member: describeParticipant(inside, row.member),
    since: row.since.getTime(),
    preview: previewOf(row.phone_covered ? coverPhones(row.body) : row.body),
    claim: describeClaim(row),
    handover: describeHandover(row),
  };
}

/** Whose it is, until when, and who has left it to them with which words. */
export interface ClaimRow {
  claimed_by: string | null;
  claimed_until: Date | null;
  claimed_name: string | null;
  handed_name: string | null;
  note: string | null;
}

export function describeClaim(row: ClaimRow): QueuedConversation['claim'] {
  const { claimed_by: staffId, claimed_name: name, claimed_until: until } = row;
  if (staffId === null || name === null || until === null) return null;
  return { staffId, name, until: until.getTime() };
}

export function describeHandover({ handed_name: by, note }: ClaimRow): QueuedConversation['handover'] {
  return by === null ? null : { by, note: note ?? '' };
}

type FreeList = Exclude<QueueList, 'mine'>;

interface QueuedRow extends ClaimRow {
  brand_id: string;
  id: string;
  list: FreeList;
  since: Date;
  profile: ParticipantRow;
  member: ParticipantRow;
  body: string;
  phone_covered: boolean;
}

interface Place {
  /** Whose queue it is: what another team answers is not in it. */
  staffId: string;
  brandIds: readonly string[];
  after: TimeCursor | undefined;
  limit: number;
}

/** The two who talk, where `w` is a row of the queue. */
const participants = sql`
  join conversation c on c.brand_id = w.brand_id and c.id = w.conversation_id
  join profile p on p.brand_id = w.brand_id and p.id = w.profile_id
  join profile m on m.brand_id = c.brand_id
    and m.id = case when c.low_id = w.profile_id then c.high_id else c.low_id end`;

/**
 * Unclaimed conversations, or those of a host whose time is over. Each is found by an index of its own, both together
 * by none.
 */
export const isUnclaimed = sql`w.claimed_by is null`;
export const isOver = (now: Date) => sql`w.claimed_by is not null and w.claimed_until <= ${now}::timestamptz`;
export const isFree = (now: Date) => sql`(${isUnclaimed} or ${isOver(now)})`;

/** Of a row of the queue: whether the host is one of those who answer for the profile. */
export const isAnsweredBy = (staffId: string) =>
  sql`exists (select from teams_answered_by(w.brand_id, ${staffId}::uuid) as t (id) where t.id = w.team_id)`;

/** When the profile must have written last, for a member to count as gone quiet. */
export const isQuiet = (now: Date) => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  return sql`w.since <= ${daysAgo(QUIET_FROM_DAYS)}::timestamptz and w.since > ${daysAgo(QUIET_TO_DAYS)}::timestamptz`;
};

/**
 * The oldest of a list, brand by brand and team by team: each is read from its own end of the index, however many wait.
 * Claimed and unanswerable conversations are not there; claims that are over have an index of their own, and are few.
 */
function headsOf(list: FreeList, { staffId, brandIds, after, limit }: Place, now: Date): RawBuilder<unknown> {
  const beyond = after
    ? sql`and (w.since, w.conversation_id) > (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const from =
    list === 'quiet'
      ? sql`answered_conversation w where ${isQuiet(now)}`
      : sql`waiting_reply w where w.kind = 'staff' and w.is_first = ${sql.lit(list === 'new')}`;
  const oldest = (which: RawBuilder<unknown>) => sql`(
      select w.brand_id, w.conversation_id, w.profile_id, w.since, w.claimed_by, w.claimed_until, w.handed_by, w.note
      from ${from} and w.answerable and ${which} and w.brand_id = b.id and w.team_id = t.id ${beyond}
      order by w.since, w.conversation_id limit ${limit}::int)`;
  return sql`select head.*, ${sql.lit(list)} as list from unnest(${brandIds}::uuid[]) as b (id)
    cross join lateral teams_answered_by(b.id, ${staffId}::uuid) as t (id)
    cross join lateral (${oldest(isUnclaimed)} union all ${oldest(isOver(now))}) as head`;
}

/** What a host has taken, of both sorts. */
function ownOf(staffId: string, brandIds: readonly string[], now: Date): RawBuilder<unknown> {
  const own = (list: RawBuilder<unknown>, table: 'waiting_reply' | 'answered_conversation') => sql`
    select w.brand_id, w.conversation_id, w.profile_id, w.since, w.claimed_by, w.claimed_until, w.handed_by, w.note,
      ${list} as list
    from ${sql.table(table)} w where w.claimed_by = ${staffId}::uuid and w.claimed_until > ${now}::timestamptz
      and w.brand_id = any(${brandIds}::uuid[])`;
  return sql`${own(sql`case when w.is_first then 'new' else 'waiting' end`, 'waiting_reply')}
    union all ${own(sql`'quiet'`, 'answered_conversation')}`;
}

function readFree(db: DbOrTx, list: FreeList, place: Place, now: Date): Promise<QueuedRow[]> {
  const order = sql`w.since, w.conversation_id`;
  return selectQueued(db, headsOf(list, place, now), { order, limit: place.limit, now });
}

/** What others have left to the host comes first, then what has waited longest. */
function readOwn(db: DbOrTx, { staffId, brandIds, limit }: Place, now: Date): Promise<QueuedRow[]> {
  const order = sql`w.handed_by is null, w.since, w.conversation_id`;
  return selectQueued(db, ownOf(staffId, brandIds, now), { order, limit, now });
}

/** One conversation in which a member waits, whichever host has it. */
export async function readWaiting(
  db: DbOrTx,
  { brandId, id }: { brandId: string; id: string },
  now: Date,
): Promise<QueuedRow | undefined> {
  const one = sql`select w.*, case when w.is_first then 'new' else 'waiting' end as list from waiting_reply w
    where w.brand_id = ${brandId}::uuid and w.conversation_id = ${id}::uuid`;
  const [row] = await selectQueued(db, one, { order: sql`w.since`, limit: 1, now });
  return row;
}

async function selectQueued(
  db: DbOrTx,
  from: RawBuilder<unknown>,
  { order, limit, now }: { order: RawBuilder<unknown>; limit: number; now: Date },
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    with page as materialized (select w.* from (${from}) as w order by ${order} limit ${limit}::int)
    select w.brand_id, w.conversation_id as id, w.list, w.since, ${participantColumns('p')} as profile,
      ${participantColumns('m')} as member, coalesce(last.body, '') as body,
      coalesce(last.phone_covered, false) as phone_covered, ${claimColumns}
    from page w ${participants}
    left join lateral (select x.body, x.from_id = m.id and phone_covered(x.has_phone, x.brand_id, x.from_id) as phone_covered from message x
      where x.brand_id = c.brand_id and x.conversation_id = c.id order by x.number desc limit 1) as last on true
    ${claimJoins(now)}
    order by ${order}`.execute(db);
  return rows;
}

/** Of a row `w`: a claim whose time is over is none. */
export const claimColumns = sql`s.id as claimed_by, case when s.id is not null then w.claimed_until end as claimed_until,
  s.name as claimed_name, h.name as handed_name, w.note`;
export const claimJoins = (now: Date) => sql`
  left join staff s on s.id = w.claimed_by and w.claimed_until > ${now}::timestamptz
  left join staff h on h.id = w.handed_by`;
