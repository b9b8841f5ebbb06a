/** Who answers now, and how long members wait. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { HOSTS_SHOWN, WAITING_COUNTED } from '#contract/staff/supervision.ts';
import type { readBoard as readBoardEndpoint } from '#contract/staff/supervision.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrandOf, brandIdsFor } from '#server/brands/staff-context.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { isUnclaimed } from './queue.ts';

export async function readBoard(
  context: StaffContext,
  { brand }: InputOf<typeof readBoardEndpoint>,
): Promise<ReplyOf<typeof readBoardEndpoint>> {
  const { db, clock, staffLive } = context.app;
  const brandIds = brandIdsFor(context, brand);
  const at = { brandIds, now: clock.now() };
  const hosts = await readHosts(db, brandIds);
  const staffIds = hosts.map(({ id }) => id);
  const [waiting, all, each, claims, shifts, online] = await Promise.all([
    readWaiting(db, at),
    readAnswers(db, at),
    readAnswersByHost(db, at, staffIds),
    readClaims(db, at, staffIds),
    readShiftsNow(db, at, staffIds),
    staffLive.online(staffIds),
  ]);
  return {
    ...waiting,
    ...all,
    hosts: hosts.map(({ id, name }) => {
      const answers = each.get(id);
      return {
        id,
        name,
        online: online.has(id),
        onShiftUntil: shifts.get(id)?.getTime() ?? null,
        claims: (claims.get(id) ?? []).map((claim) => ({
          brand: atBrandOf(context, claim.brand_id).brand.key,
          conversationId: claim.conversation_id,
          member: claim.screen_name,
          until: claim.claimed_until.getTime(),
        })),
        answersLastHour: answers?.last_hour ?? 0,
        answersLastDay: answers?.last_day ?? 0,
        medianWaitSeconds: answers?.median_wait ?? null,
        marks: { count: answers?.marks ?? 0, average: answers?.average ?? null },
      };
    }),
  };
}

/** The hosts who answer for one of these brands, by name. */
async function readHosts(db: DbOrTx, brandIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select s.id, s.name from staff s
    where s.status = 'active' and exists (select from staff_brand b
      where b.staff_id = s.id and b.role = 'host' and b.brand_id = any(${brandIds}::uuid[]))
    order by s.name, s.id
    limit ${HOSTS_SHOWN}::int`.execute(db);
  return rows;
}

interface Board {
  brandIds: readonly string[];
  now: Date;
}

/**
 * Counted up to a limit, so that a long queue costs no more than a short one: conversations without a host, and with
 * one.
 */
async function readWaiting(db: DbOrTx, { brandIds }: Board) {
  const limit = sql`limit ${WAITING_COUNTED}::int`;
  const waiting = sql`select w.since from waiting_reply w where w.kind = 'staff' and w.answerable`;
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(since) as oldest from (
      select * from (
        (select free.since from unnest(${brandIds}::uuid[]) as b (id)
        cross join lateral teams_of(b.id) as t (id)
        cross join (values (true), (false)) as l (is_first)
        cross join lateral (${waiting} and ${isUnclaimed} and w.brand_id = b.id and w.team_id = t.id
            and w.is_first = l.is_first
          order by w.since ${limit}) as free)
        union all
        (${waiting} and w.claimed_by is not null and w.brand_id = any(${brandIds}::uuid[]) ${limit})
      ) as all_of_them
      order by since ${limit}
    ) as first`.execute(db);
  const { waiting: count = 0, oldest = null } = rows[0] ?? {};
  return { waiting: count, oldestSince: oldest?.getTime() ?? null };
}

/** Of all hosts, in the last hour. */
async function readAnswers(db: DbOrTx, { brandIds, now }: Board) {
  const since = new Date(now.getTime() - HOUR);
  const { rows } = await sql<{ answers: number; median: number | null }>`
    select count(*)::int as answers, percentile_cont(0.5) within group (order by waited_seconds) as median
    from host_reply where brand_id = any(${brandIds}::uuid[]) and at > ${since}::timestamptz`.execute(db);
  return { answersLastHour: rows[0]?.answers ?? 0, medianWaitSeconds: rows[0]?.median ?? null };
}

interface HostAnswersRow {
  staff_id: string;
  last_hour: number;
  last_day: number;
  median_wait: number | null;
  marks: number;
  average: number | null;
}

async function readAnswersByHost(db: DbOrTx, { brandIds, now }: Board, staffIds: readonly string[]) {
  const ago = (time: number) => new Date(now.getTime() - time);
  const { rows } = await sql<HostAnswersRow>`
    select h.id as staff_id, coalesce(d.last_hour, 0) as last_hour, coalesce(d.last_day, 0) as last_day, d.median_wait,
      coalesce(q.marks, 0) as marks, q.average
    from unnest(${staffIds}::uuid[]) as h (id)
    left join lateral (
      select count(*)::int as last_day, count(*) filter (where r.at > ${ago(HOUR)}::timestamptz)::int as last_hour,
        percentile_cont(0.5) within group (order by r.waited_seconds) as median_wait
      from host_reply r where r.staff_id = h.id and r.at > ${ago(DAY)}::timestamptz
        and r.brand_id = any(${brandIds}::uuid[])
    ) as d on true
    left join lateral (
      select count(*)::int as marks, avg(m.stars)::float8 as average
      from host_reply r join quality_mark m on m.brand_id = r.brand_id and m.message_id = r.message_id
      where r.staff_id = h.id and r.at > ${ago(30 * DAY)}::timestamptz and r.brand_id = any(${brandIds}::uuid[])
    ) as q on true`.execute(db);
  return new Map(rows.map((row) => [row.staff_id, row]));
}

interface ClaimNowRow {
  staff_id: string;
  brand_id: string;
  conversation_id: string;
  screen_name: string;
  claimed_until: Date;
}

const CLAIMS_SHOWN = 20;

async function readClaims(db: DbOrTx, { brandIds, now }: Board, staffIds: readonly string[]) {
  const { rows } = await sql<ClaimNowRow>`
    select h.id as staff_id, w.brand_id, w.conversation_id, m.screen_name, w.claimed_until
    from unnest(${staffIds}::uuid[]) as h (id)
    cross join lateral (select * from waiting_reply
      where claimed_by = h.id and claimed_until > ${now}::timestamptz and brand_id = any(${brandIds}::uuid[])
      order by claimed_until desc limit ${CLAIMS_SHOWN}::int) as w
    join conversation c on c.brand_id = w.brand_id and c.id = w.conversation_id
    join profile m on m.brand_id = c.brand_id
      and m.id = case when c.low_id = w.profile_id then c.high_id else c.low_id end`.execute(db);
  return Map.groupBy(rows, ({ staff_id }) => staff_id);
}

async function readShiftsNow(db: DbOrTx, { brandIds, now }: Board, staffIds: readonly string[]) {
  const { rows } = await sql<{ staff_id: string; ends_at: Date }>`
    select f.staff_id, f.ends_at from shift f
    where f.staff_id = any(${staffIds}::uuid[]) and f.brand_id = any(${brandIds}::uuid[])
      and f.ends_at > ${now}::timestamptz and f.starts_at <= ${now}::timestamptz`.execute(db);
  return new Map(rows.map(({ staff_id, ends_at }) => [staff_id, ends_at]));
}
