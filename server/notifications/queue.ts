/**
 * The queue of what members may have to be notified of outside the page. It has a table of its own and not the queue of
 * jobs: there may be a million of them, ten of one person are one, and a provider that hangs must not keep jobs
 * waiting.
 */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChannelName, NotificationKind, UnsentReason } from '#contract/notification/kinds.ts';
import { StillSending } from '#server/mails/mail.ts';
import { DAY, MINUTE, SECOND } from '#server/platform/clock.ts';
import { isUniqueViolation } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

/** For so long no notification goes out: a member who reads it at once needs none. */
const GRACE = 20 * SECOND;
/** A node that has not said in this time what became of what it took is gone. */
const LEASE = 2 * MINUTE;
/** How long it is remembered what a member was sent. */
export const NOTIFICATIONS_KEPT = 30 * DAY;
/** How often another node may be quicker before it is taken for a fault. */
const MOST_LOOKS = 5;

const once = sql`on conflict (brand_id, account_id, kind, subject_id) where state = 'due' do nothing`;

/**
 * For the statement that writes messages: queues one for each row of `source` whose receiver is a member. It reads
 * brand_id, entry_id, to_account, from_id and sent_at.
 */
export const queueForMessages = (source: string): RawBuilder<unknown> => sql`
  insert into notification (brand_id, id, account_id, kind, subject_id, due_at, created_at)
  select brand_id, entry_id, to_account, 'message', from_id, sent_at + ${sql.lit(GRACE)} * interval '1 millisecond',
    sent_at
  from ${sql.table(source)} where to_account is not null
  ${once}`;

interface NewNotification {
  brandId: string;
  accountId: string;
  kind: Exclude<NotificationKind, 'message'>;
  /** Who liked or visited; of a kind about the account the thing itself, such as an entry of the ledger. */
  subjectId: string;
  at: Date;
}

/** An event that the member may have to be notified of, in the caller's transaction. */
export async function queueNotification(
  db: DbOrTx,
  { brandId, accountId, kind, subjectId, at }: NewNotification,
): Promise<void> {
  await sql`
    insert into notification (brand_id, id, account_id, kind, subject_id, due_at, created_at)
    values (${brandId}::uuid, ${newId()}::uuid, ${accountId}::uuid, ${kind}::text, ${subjectId}::uuid,
      ${new Date(at.getTime() + GRACE)}::timestamptz, ${at}::timestamptz)
    ${once}`.execute(db);
}

export interface Queued {
  brand_id: string;
  id: string;
  account_id: string;
  kind: NotificationKind;
  subject_id: string;
  channel: ChannelName | null;
  topic: string | null;
  attempts: number;
  created_at: Date;
}

const columns = sql`n.brand_id, n.id, n.account_id, n.kind, n.subject_id, n.channel, n.topic, n.attempts,
  n.created_at`;

/** What there is to do: whether some are due, and which channels have some that are ready. */
export async function findWaiting(
  db: DbOrTx,
  channels: readonly ChannelName[],
  now: Date,
): Promise<{ due: boolean; ready: ChannelName[] }> {
  const { rows } = await sql<{ due: boolean; ready: ChannelName[] }>`
    select
      exists (select from notification where state = 'due' and due_at <= ${now}::timestamptz) as due,
      array(
        select channel from unnest(${channels}::text[]) as channel where exists (
          select from notification r
          where r.state = 'ready' and r.channel = channel and r.due_at <= ${now}::timestamptz ${oneByOne}
        )
      ) as ready`.execute(db);
  return rows[0] ?? { due: false, ready: [] };
}

/**
 * Takes some of those that are due, the oldest first. No other node gets them until they are settled. They are chosen in a
 * CTE, which runs once; a subquery may run once for every row of the table, and lock more each time.
 */
export async function takeDue(db: DbOrTx, now: Date, limit: number): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    with taken as (
      select brand_id, id from notification where state = 'due' and due_at <= ${now}::timestamptz
      order by due_at limit ${limit}::int for update skip locked
    )
    update notification n set state = 'deciding', due_at = ${new Date(now.getTime() + LEASE)}::timestamptz
    from taken where n.brand_id = taken.brand_id and n.id = taken.id
    returning ${columns}`.execute(db);
  return rows;
}

/**
 * Takes some that are ready for a channel. From here on it is not known whether they were sent, until it is written. What
 * is about the same as one that is just being sent waits until that one was.
 */
export async function takeReady(
  db: DbOrTx,
  channel: ChannelName,
  now: Date,
  limit: number,
): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    with taken as (
      select r.brand_id, r.id from notification r
      where r.state = 'ready' and r.channel = ${channel}::text and r.due_at <= ${now}::timestamptz
        and not exists (select from notification s where s.state = 'sending' and s.brand_id = r.brand_id
          and s.account_id = r.account_id and s.topic = r.topic ${oneByOne})
      order by r.due_at limit ${limit}::int for update skip locked
    )
    update notification n set state = 'sending', attempts = n.attempts + 1,
      due_at = ${new Date(now.getTime() + LEASE)}::timestamptz
    from taken where n.brand_id = taken.brand_id and n.id = taken.id
    returning ${columns}`.execute(db);
  return rows;
}

/**
 * Keeps a subquery from becoming a join. What the planner knows of a queue is always old: it may take the queue for empty
 * and read all of it for every row.
 */
const oneByOne = sql`offset 0`;

type Key = Pick<Queued, 'brand_id' | 'id'>;

const unnest = (keys: readonly Key[]) =>
  sql`unnest((select ${keys.map((key) => key.brand_id)}::uuid[]), (select ${keys.map((key) => key.id)}::uuid[]))`;

/** There is no event to send any more, or no one to send it to. */
export async function drop(db: DbOrTx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from notification n using ${unnest(keys)} as k (brand_id, id)
    where n.brand_id = k.brand_id and n.id = k.id`.execute(db);
}

/** No notification goes out, and support can say why. What the member has seen in the page is dropped instead. */
export async function keepUnsent(
  db: DbOrTx,
  unsent: readonly (Key & { reason: UnsentReason })[],
  at: Date,
): Promise<void> {
  if (unsent.length === 0) return;
  await sql`
    update notification n set state = 'unsent', unsent_reason = k.reason, due_at = ${at}::timestamptz,
      channel = null, topic = null
    from unnest((select ${unsent.map((key) => key.brand_id)}::uuid[]), (select ${unsent.map((key) => key.id)}::uuid[]),
      (select ${unsent.map(({ reason }) => reason)}::text[])) as k (brand_id, id, reason)
    where n.brand_id = k.brand_id and n.id = k.id`.execute(db);
}

/**
 * They wait for a better time. What has come of the same person since then waits already, and one is enough; so each is
 * taken out and put in again.
 */
export async function postpone(db: DbOrTx, postponed: readonly (Key & { until: Date })[]): Promise<void> {
  if (postponed.length === 0) return;
  await sql`
    with gone as (
      delete from notification n
      using unnest((select ${postponed.map((key) => key.brand_id)}::uuid[]),
        (select ${postponed.map((key) => key.id)}::uuid[]), (select ${postponed.map(({ until }) => until)}::timestamptz[]))
        as k (brand_id, id, until)
      where n.brand_id = k.brand_id and n.id = k.id and n.state in ('deciding', 'sending')
      returning n.brand_id, n.account_id, n.kind, n.subject_id, n.attempts, n.created_at, k.until
    )
    insert into notification (brand_id, id, account_id, kind, subject_id, due_at, attempts, created_at)
    select g.brand_id, k.id, g.account_id, g.kind, g.subject_id, g.until, g.attempts, g.created_at
    from (select *, row_number() over () as n from gone) as g
    join unnest((select ${postponed.map(() => newId())}::uuid[])) with ordinality as k (id, n) using (n)
    ${once}`.execute(db);
}

export interface Ready extends Key {
  account_id: string;
  channel: ChannelName;
  topic: string;
  at: Date;
  error: string | null;
}

/**
 * The channel is chosen, or the provider said no and they are tried again. Of those about the same thing one is kept:
 * it is sent with all there is to say. Another node may make one of the same thing ready in between; the second look
 * sees it.
 */
export async function makeReady(db: DbOrTx, ready: readonly Ready[]): Promise<void> {
  if (ready.length === 0) return;
  for (let looks = 1; ; looks += 1) {
    try {
      return await keepOneOfEach(db, ready);
    } catch (error) {
      if (!isUniqueViolation(error) || db.isTransaction || looks === MOST_LOOKS) throw error;
    }
  }
}

async function keepOneOfEach(db: DbOrTx, ready: readonly Ready[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update notification n set state = 'ready', channel = k.channel, topic = k.topic, due_at = k.at, error = k.error
    from (
      select distinct on (k.brand_id, k.account_id, k.topic) k.*
      from unnest((select ${ready.map((row) => row.brand_id)}::uuid[]), (select ${ready.map((row) => row.id)}::uuid[]),
        (select ${ready.map((row) => row.account_id)}::uuid[]), (select ${ready.map(({ channel }) => channel)}::text[]),
        (select ${ready.map(({ topic }) => topic)}::text[]), (select ${ready.map(({ at }) => at)}::timestamptz[]),
        (select ${ready.map(({ error }) => error)}::text[])) as k (brand_id, id, account_id, channel, topic, at, error)
      where not exists (select from notification o where o.state = 'ready' and o.brand_id = k.brand_id
        and o.account_id = k.account_id and o.topic = k.topic ${oneByOne})
      order by k.brand_id, k.account_id, k.topic, k.at
    ) as k
    where n.brand_id = k.brand_id and n.id = k.id and n.state in ('deciding', 'sending')
    returning n.id`.execute(db);
  const kept = new Set(rows.map(({ id }) => id));
  await drop(
    db,
    ready.filter(({ id }) => !kept.has(id)),
  );
}

export interface Settled extends Key {
  state: 'sent' | 'unknown';
  error: string | null;
}

/** They were sent, or the outcome will stay unknown. */
export async function settle(db: DbOrTx, settled: readonly Settled[], at: Date): Promise<void> {
  if (settled.length === 0) return;
  await sql`
    update notification n set state = k.state, error = k.error, sent_at = ${at}::timestamptz
    from unnest((select ${settled.map((key) => key.brand_id)}::uuid[]), (select ${settled.map((key) => key.id)}::uuid[]),
      (select ${settled.map(({ state }) => state)}::text[]), (select ${settled.map(({ error }) => error)}::text[]))
      as k (brand_id, id, state, error)
    where n.brand_id = k.brand_id and n.id = k.id and n.state = 'sending'`.execute(db);
}

/**
 * What a node held when it went away. Nothing was sent of what it was deciding on. The outcome of what it was sending
 * is unknown: it is sent again where a device shows the second in place of the first, and otherwise not.
 */
export async function releaseAbandoned(
  db: DbOrTx,
  now: Date,
  repeatable: readonly ChannelName[],
): Promise<void> {
  const { rows } = await sql<Queued & { state: string }>`
    select ${columns}, n.state from notification n
    where n.state in ('deciding', 'sending') and n.due_at < ${now}::timestamptz
    order by n.due_at limit 1000 for update skip locked`.execute(db);
  const undecided: (Key & { until: Date })[] = [];
  const again: Ready[] = [];
  const unknown: Settled[] = [];
  const error = 'a node ended while it was sending';
  for (const { brand_id, id, account_id, state, channel, topic } of rows) {
    if (state === 'deciding' || channel === null || topic === null)
      undecided.push({ brand_id, id, until: now });
    else if (repeatable.includes(channel))
      again.push({ brand_id, id, account_id, channel, topic, at: now, error });
    else unknown.push({ brand_id, id, state: 'unknown', error });
  }
  await postpone(db, undecided);
  await makeReady(db, again);
  await settle(db, unknown, now);
}

/** A member is erased: nothing goes out to them later. Fails while something is being sent to them. */
export async function deleteNotificationsOf(
  tx: Tx,
  { brandId, accountId, at }: { brandId: string; accountId: string; at: Date },
): Promise<void> {
  // In the order in which they move on, so that none slips past, and each by the index of its state.
  for (const state of ['due', 'deciding', 'ready', 'sending']) {
    const { rows } = await sql<{ held: boolean }>`
      delete from notification where state = ${sql.lit(state)} and due_at is not null
        and brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      returning state = 'sending' and due_at > ${at}::timestamptz as held`.execute(tx);
    if (rows.some(({ held }) => held)) throw new StillSending('a notification is being sent');
  }
}

/** A member is erased: what others were to be notified of them, or were, goes too. */
export async function deleteNotificationsAbout(
  db: DbOrTx,
  brandId: string,
  profileId: string,
): Promise<void> {
  await sql`delete from notification where brand_id = ${brandId}::uuid and subject_id = ${profileId}::uuid`.execute(
    db,
  );
}

/** Deletes what was sent long ago, or was not. */
export async function deleteOldNotifications(db: DbOrTx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - NOTIFICATIONS_KEPT);
  await sql`delete from notification where sent_at < ${before}::timestamptz`.execute(db);
  await sql`delete from notification where state = 'unsent' and due_at < ${before}::timestamptz`.execute(db);
}
