/** The public figures of a brand: computed once a day, kept for good, and public. */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { TRUST_MONTHS, TRUST_SHOWN_FROM, UPTIME_SHOWN_FROM } from '#contract/insight/trust.ts';
import type { Trust, TrustFigures } from '#contract/insight/trust.ts';
import type { App, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { localTime } from '#server/countries/local-time.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

const REPLIES_OF = 30 * DAY;
const REPORTS_OF = 90 * DAY;
const REFUNDS_OF = 90 * DAY;
const UPTIME_OF = 30 * DAY;
/** Minutes are kept a little longer than they are counted. The days before are in their snapshots. */
const MINUTES_KEPT_FOR = UPTIME_OF + 7 * DAY;
/** The newest so many are looked at, so that a large brand costs no more than a middling one. */
const MOST_REPLIES = 20_000;
const MOST_CONVERSATIONS = 20_000;
/** A member who gets more messages than this without a word has not answered. */
const MOST_BEFORE_REPLY = 50;

export async function readTrust({ app: { replica }, brandId }: VisitorContext): Promise<Trust> {
  const rows = await listSnapshots(replica, brandId);
  const latest = rows.at(-1);
  return {
    latest: latest
      ? {
          day: latest.day,
          computedAt: latest.computed_at.getTime(),
          measuredSince: latest.measured_since?.getTime() ?? null,
          figures: describe(latest),
        }
      : null,
    months: rows.map((row) => ({ month: row.day.slice(0, 7), figures: describe(row) })),
  };
}

type Snapshot = Omit<Selectable<DB['trust_snapshot']>, 'brand_id'>;

function describe(row: Snapshot): TrustFigures {
  const enough = <T>(of: number, value: T) => (of >= TRUST_SHOWN_FROM ? value : null);
  return {
    memberProfiles: enough(row.member_profiles, row.member_profiles),
    staffProfiles: row.staff_profiles,
    aiProfiles: row.ai_profiles,
    hostReplySeconds: enough(row.host_replies, row.host_reply_seconds),
    memberReplySeconds: enough(row.member_replies, row.member_reply_seconds),
    reportsInTime: enough(row.reports, row.reports_in_time / row.reports),
    refunds: enough(row.refunds, row.refunds),
    refundedCents: enough(row.refunds, row.refunded_cents),
    uptime: row.minutes >= UPTIME_SHOWN_FROM ? row.minutes_up / row.minutes : null,
  };
}

/** The last one of each month, oldest first. There is one a day at most, so a year is read in no time. */
async function listSnapshots(db: DbOrTx, brandId: string): Promise<Snapshot[]> {
  const { rows } = await sql<Snapshot>`
    select * from (
      select distinct on (left(day, 7)) day, computed_at, member_profiles, staff_profiles,
        ai_profiles, host_replies, host_reply_seconds, member_replies, member_reply_seconds, reports, reports_in_time,
        refunds, refunded_cents, minutes, minutes_up, measured_since
      from trust_snapshot where brand_id = ${brandId}::uuid
      order by left(day, 7) desc, day desc limit ${TRUST_MONTHS}::integer
    ) as months order by day`.execute(db);
  return rows;
}

/** Computes the figures of each brand that has none for today yet. */
export async function takeTrustSnapshots(app: App): Promise<void> {
  for (const brand of app.brands.all()) await takeSnapshot(app, brand);
}

async function takeSnapshot({ db, replica, clock }: App, brand: Brand): Promise<void> {
  const at = clock.now();
  const day = localTime(at, brand.settings.country).toPlainDate().toString();
  const known = await db
    .selectFrom('trust_snapshot')
    .select('day')
    .where('brand_id', '=', brand.id)
    .where('day', '=', day)
    .executeTakeFirst();
  if (known) return;
  const figures = {
    ...(await countProfiles(replica, brand.id)),
    ...(await readHostReplies(replica, brand.id, at)),
    ...(await readMemberReplies(replica, brand.id, at)),
    ...(await readReports(replica, brand.id, at)),
    ...(await readRefunds(replica, brand.id, at)),
    ...(await readUptime(db, brand.id, at)),
  };
  await db
    .insertInto('trust_snapshot')
    .values({ brand_id: brand.id, day, computed_at: at, ...figures })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Part<K extends keyof Snapshot> = Promise<Pick<Snapshot, K>>;

const ago = (at: Date, time: number) => new Date(at.getTime() - time);

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (!row) throw new Error('a count has no row');
  return row;
}

/** Profiles that others can see. */
async function countProfiles(
  db: DbOrTx,
  brandId: string,
): Part<'member_profiles' | 'staff_profiles' | 'ai_profiles'> {
  const { rows } = await sql<Pick<Snapshot, 'member_profiles' | 'staff_profiles' | 'ai_profiles'>>`
    select count(*) filter (where kind = 'member') as member_profiles,
      count(*) filter (where kind = 'staff') as staff_profiles, count(*) filter (where kind = 'ai') as ai_profiles
    from profile where brand_id = ${brandId}::uuid and status = 'visible'`.execute(db);
  return first(rows);
}

/** How long members waited for what hosts wrote. */
async function readHostReplies(
  db: DbOrTx,
  brandId: string,
  at: Date,
): Part<'host_replies' | 'host_reply_seconds'> {
  const { rows } = await sql<Pick<Snapshot, 'host_replies' | 'host_reply_seconds'>>`
    select count(*) as host_replies,
      round(percentile_cont(0.5) within group (order by waited_seconds))::integer as host_reply_seconds
    from (select waited_seconds from host_reply
      where brand_id = ${brandId}::uuid and at > ${ago(at, REPLIES_OF)}::timestamptz
      order by at desc limit ${MOST_REPLIES}::integer) as newest`.execute(db);
  return first(rows);
}

/**
 * How long it took until the one who was written to first had answered, in conversations of two members that were begun since
 * then. Each asks the index of its own messages for the first of both, so that the table is never read through.
 */
async function readMemberReplies(
  db: DbOrTx,
  brandId: string,
  at: Date,
): Part<'member_replies' | 'member_reply_seconds'> {
  // Ids of conversations are in the order of time, which is where they begin.
  const time = ago(at, REPLIES_OF).getTime().toString(16).padStart(12, '0');
  const since = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  const { rows } = await sql<Pick<Snapshot, 'member_replies' | 'member_reply_seconds'>>`
    select count(*) as member_replies,
      round(percentile_cont(0.5) within group (order by date_part('epoch', reply.at - begun.at)))::integer
        as member_reply_seconds
    from (select id, low_id, high_id from conversation
      where brand_id = ${brandId}::uuid and id >= ${since}::uuid
      order by id desc limit ${MOST_CONVERSATIONS}::integer) as c
    join profile low on low.brand_id = ${brandId}::uuid and low.id = c.low_id and low.kind = 'member'
    join profile high on high.brand_id = ${brandId}::uuid and high.id = c.high_id and high.kind = 'member'
    cross join lateral (
      select m.at, m.from_id from message m
      where m.brand_id = ${brandId}::uuid and m.conversation_id = c.id and m.number = 1 limit 1) as begun
    cross join lateral (
      select m.at from message m
      where m.brand_id = ${brandId}::uuid and m.conversation_id = c.id and m.from_id <> begun.from_id
        and m.number between 2 and ${MOST_BEFORE_REPLY}::integer
      order by m.number limit 1) as reply`.execute(db);
  return first(rows);
}

/** Those that were decided on, and those that wait for longer than a day already. */
async function readReports(db: DbOrTx, brandId: string, at: Date): Part<'reports' | 'reports_in_time'> {
  const { rows } = await sql<Pick<Snapshot, 'reports' | 'reports_in_time'>>`
    select count(*) + (select count(*) from moderation_case
        where brand_id = ${brandId}::uuid and kind = 'report' and ready and verdict_id is null
          and since < ${ago(at, DAY)}::timestamptz) as reports,
      count(*) filter (where given_at - coalesce(since, given_at) <= interval '24 hours') as reports_in_time
    from moderation_verdict
    where brand_id = ${brandId}::uuid and kind = 'report' and state = 'done'
      and given_at > ${ago(at, REPORTS_OF)}::timestamptz`.execute(db);
  return first(rows);
}

async function readRefunds(db: DbOrTx, brandId: string, at: Date): Part<'refunds' | 'refunded_cents'> {
  const { rows } = await sql<Pick<Snapshot, 'refunds' | 'refunded_cents'>>`
    select count(*) as refunds, coalesce(sum(amount_cents), 0)::bigint as refunded_cents from refund
    where brand_id = ${brandId}::uuid and done_at > ${ago(at, REFUNDS_OF)}::timestamptz`.execute(db);
  return first(rows);
}

/** Of the whole minutes since it is measured, in the last 30 days, those in which a node was up. */
async function readUptime(
  db: DbOrTx,
  brandId: string,
  at: Date,
): Part<'minutes' | 'minutes_up' | 'measured_since'> {
  const { rows } = await sql<{ since: Date | null; up: number }>`
    select least((select min(measured_since) from trust_snapshot where brand_id = ${brandId}::uuid),
        (select min(minute) from uptime_minute)) as since,
      (select count(*) from uptime_minute where minute >= ${wholeMinute(ago(at, UPTIME_OF))}::timestamptz
        and minute < ${wholeMinute(at)}::timestamptz) as up`.execute(db);
  const { since, up } = first(rows);
  if (!since) return { minutes: 0, minutes_up: 0, measured_since: null };
  const begin = Math.max(since.getTime(), wholeMinute(ago(at, UPTIME_OF)).getTime());
  const minutes = Math.max(0, (wholeMinute(at).getTime() - begin) / MINUTE);
  return { minutes, minutes_up: Math.min(up, minutes), measured_since: since };
}

function wholeMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE) * MINUTE);
}

/** Says that this process is up and reaches the database. */
export async function recordUptime({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db
    .insertInto('uptime_minute')
    .values({ minute: wholeMinute(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Twice a minute, so that none is missed because a timer was a little late. */
export function startUptime(app: App): () => void {
  const beat = () =>
    void recordUptime(app).catch((error: unknown) =>
      app.log.warn({ err: error }, 'could not record that the service is up'),
    );
  const timer = setInterval(beat, MINUTE / 2);
  return () => clearInterval(timer);
}

export async function forgetUptime({ db, clock }: App): Promise<void> {
  await db.deleteFrom('uptime_minute').where('minute', '<', ago(clock.now(), MINUTES_KEPT_FOR)).execute();
}
