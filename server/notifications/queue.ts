/**
 * What members may have to be notified of outside the page: the rows of a table which the worker takes twice, once to decide
 * about them (`decide-due.ts`) and once to send them (`send-ready.ts`). It is no queue of jobs: there may be a million of them,
 * and ten of one person are one.
 */

import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { channels } from '#contract/notification/kinds.ts';
import type { ChannelName, NotificationKind, UnsentReason } from '#contract/notification/kinds.ts';
import { StillSending } from '#server/mails/mail.ts';
import { DAY } from '#server/platform/clock.ts';
import { isUniqueViolation } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { wakeQueue } from '#server/platform/work/wake.ts';
import { GRACE, GRACE_IN_PAGE } from './policy.ts';

/** How long it is remembered what a member was sent. */
export const NOTIFICATIONS_KEPT = 30 * DAY;
/** How often another node may be quicker before it is taken for a fault. */
const MOST_LOOKS = 5;

/** What is decided and what is sent by each channel are queues of their own, so that a provider that hangs holds up no other. */
export const queueOfChannel = (channel: ChannelName) => `notifications.${channel}`;

const once = sql`on conflict (brand_id, account_id, kind, subject_id) where state = 'due' and work_lease is null do nothing`;

/**
 * For the statement that writes messages: queues one for each row of `source` whose receiver is a member. It reads
 * brand_id, entry_id, to_account, in_page, from_id and sent_at.
 */
export const queueForMessages = (source: string): RawBuilder<unknown> => sql`
  insert into notification (brand_id, id, account_id, kind, subject_id, in_page, work_at, created_at)
  select brand_id, entry_id, to_account, 'message', from_id, in_page, sent_at + interval '1 millisecond'
    * case when in_page then ${sql.lit(GRACE_IN_PAGE)} else ${sql.lit(GRACE)} end, sent_at
  from ${sql.table(source)} where to_account is not null
  ${once}`;

/** A member who has no page open on this node any more. */
export interface Away {
  brandId: string;
  accountId: string;
}

/** What waits since a page was open is looked at soon. Where another is open on another node, it goes on waiting. */
export async function lookAgainFor(db: DbOrTx, away: readonly Away[], at: Date): Promise<void> {
  const soon = new Date(at.getTime() + GRACE);
  await sql`
    update notification n set in_page = false, work_at = least(n.work_at, ${soon}::timestamptz)
    from unnest((select ${away.map(({ brandId }) => brandId)}::uuid[]),
      (select ${away.map(({ accountId }) => accountId)}::uuid[])) as k (brand_id, account_id)
    where n.brand_id = k.brand_id and n.account_id = k.account_id and n.kind = 'message' and n.state = 'due'
      and n.work_lease is null and n.in_page`.execute(db);
}

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
    insert into notification (brand_id, id, account_id, kind, subject_id, work_at, created_at)
    values (${brandId}::uuid, ${newId()}::uuid, ${accountId}::uuid, ${kind}::text, ${subjectId}::uuid,
      ${new Date(at.getTime() + GRACE)}::timestamptz, ${at}::timestamptz)
    ${once}`.execute(db);
}

/** What the worker reads of a row. */
export const queuedColumns = [
  'brand_id',
  'id',
  'account_id',
  'kind',
  'subject_id',
  'attempts',
  'created_at',
] as const;

export interface Queued {
  brand_id: string;
  id: string;
  account_id: string;
  kind: NotificationKind;
  subject_id: string;
  /** How often it was sent, without success, by the channels before. */
  attempts: number;
  created_at: Date;
}

/**
 * Keeps a subquery from becoming a join. What the planner knows of a queue is always old: it may take the queue for empty
 * and read all of it for every row.
 */
export const oneByOne = sql`offset 0`;

type Key = Pick<Queued, 'brand_id' | 'id'>;

const unnest = (keys: readonly Key[]) =>
  sql`unnest((select ${keys.map((key) => key.brand_id)}::uuid[]), (select ${keys.map((key) => key.id)}::uuid[]))`;

/** Rows that this claim of the worker still holds. Those of another are left alone. */
const heldBy = (lease: string) => sql`n.work_lease = ${lease}::uuid`;

/** There is no event to send any more, or no one to send it to. */
export async function drop(db: DbOrTx, lease: string, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from notification n using ${unnest(keys)} as k (brand_id, id)
    where n.brand_id = k.brand_id and n.id = k.id and ${heldBy(lease)}`.execute(db);
}

/** No notification goes out, and support can say why. What the member has seen in the page is dropped instead. */
export async function keepUnsent(
  db: DbOrTx,
  lease: string,
  unsent: readonly (Key & { reason: UnsentReason })[],
  at: Date,
): Promise<void> {
  if (unsent.length === 0) return;
  await sql`
    update notification n set state = 'unsent', unsent_reason = k.reason, unsent_at = ${at}::timestamptz,
      channel = null, topic = null, in_page = false, work_at = null, work_lease = null, work_tries = 0, work_error = null
    from unnest((select ${unsent.map((key) => key.brand_id)}::uuid[]), (select ${unsent.map((key) => key.id)}::uuid[]),
      (select ${unsent.map(({ reason }) => reason)}::text[])) as k (brand_id, id, reason)
    where n.brand_id = k.brand_id and n.id = k.id and ${heldBy(lease)}`.execute(db);
}

/**
 * They wait for a better time. What has come of the same person since then waits already, and one is enough; so each is
 * taken out and put in again.
 */
export async function postpone(
  db: DbOrTx,
  lease: string,
  postponed: readonly (Key & { until: Date; inPage: boolean; attempts: number })[],
): Promise<void> {
  if (postponed.length === 0) return;
  await sql`
    with gone as (
      delete from notification n
      using unnest((select ${postponed.map((key) => key.brand_id)}::uuid[]),
        (select ${postponed.map((key) => key.id)}::uuid[]), (select ${postponed.map(({ until }) => until)}::timestamptz[]),
        (select ${postponed.map(({ inPage }) => inPage)}::boolean[]), (select ${postponed.map(({ attempts }) => attempts)}::int[]))
        as k (brand_id, id, until, in_page, attempts)
      where n.brand_id = k.brand_id and n.id = k.id and ${heldBy(lease)}
      returning n.brand_id, n.account_id, n.kind, n.subject_id, n.created_at, k.attempts, k.in_page, k.until
    )
    insert into notification (brand_id, id, account_id, kind, subject_id, in_page, work_at, attempts, created_at)
    select g.brand_id, k.id, g.account_id, g.kind, g.subject_id, g.in_page, g.until, g.attempts, g.created_at
    from (select *, row_number() over () as n from gone) as g
    join unnest((select ${postponed.map(() => newId())}::uuid[])) with ordinality as k (id, n) using (n)
    ${once}`.execute(db);
}

export interface Ready extends Key {
  account_id: string;
  channel: ChannelName;
  topic: string;
  attempts: number;
}

/**
 * The channel is chosen. Of those about the same thing one is kept: it is sent with all there is to say. Another node may
 * make one of the same thing ready in between; the second look sees it.
 */
export async function makeReady(db: DbOrTx, lease: string, ready: readonly Ready[], at: Date): Promise<void> {
  if (ready.length === 0) return;
  for (let looks = 1; ; looks += 1) {
    try {
      await keepOneOfEach(db, lease, ready, at);
      break;
    } catch (error) {
      if (!isUniqueViolation(error) || db.isTransaction || looks === MOST_LOOKS) throw error;
    }
  }
  for (const channel of channels)
    if (ready.some((row) => row.channel === channel)) wakeQueue(db, queueOfChannel(channel));
}

async function keepOneOfEach(db: DbOrTx, lease: string, ready: readonly Ready[], at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update notification n set state = 'ready', channel = k.channel, topic = k.topic, in_page = false, attempts = k.attempts,
      work_at = ${at}::timestamptz, work_lease = null, work_tries = k.attempts, work_error = null
    from (
      select distinct on (k.brand_id, k.account_id, k.topic) k.*
      from unnest((select ${ready.map((row) => row.brand_id)}::uuid[]), (select ${ready.map((row) => row.id)}::uuid[]),
        (select ${ready.map((row) => row.account_id)}::uuid[]), (select ${ready.map(({ channel }) => channel)}::text[]),
        (select ${ready.map(({ topic }) => topic)}::text[]), (select ${ready.map(({ attempts }) => attempts)}::int[]))
        as k (brand_id, id, account_id, channel, topic, attempts)
      where not exists (select from notification o where o.state = 'ready' and o.work_lease is null
        and o.brand_id = k.brand_id and o.account_id = k.account_id and o.topic = k.topic ${oneByOne})
      order by k.brand_id, k.account_id, k.topic
    ) as k
    where n.brand_id = k.brand_id and n.id = k.id and ${heldBy(lease)}
    returning n.id`.execute(db);
  const kept = new Set(rows.map(({ id }) => id));
  await drop(
    db,
    lease,
    ready.filter(({ id }) => !kept.has(id)),
  );
}

/** A member is erased: nothing goes out to them later. Fails while something is being sent to them. */
export async function deleteNotificationsOf(
  tx: Tx,
  { brandId, accountId, at }: { brandId: string; accountId: string; at: Date },
): Promise<void> {
  // In the order in which they move on, so that none slips past, and each by an index of its own.
  const isHeld = 'work_lease is not null';
  for (const where of [
    `state = 'due' and work_lease is null`,
    isHeld,
    `state = 'ready' and work_lease is null`,
    isHeld,
  ]) {
    const { rows } = await sql<{ held: boolean }>`
      delete from notification where ${sql.raw(where)} and brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      returning state = 'ready' and work_lease is not null and work_at > ${at}::timestamptz as held`.execute(
      tx,
    );
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
  await sql`delete from notification where unsent_at < ${before}::timestamptz`.execute(db);
}
