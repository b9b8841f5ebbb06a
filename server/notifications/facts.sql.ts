/** What the policy goes by, read for many notifications in one statement each. */

import { sql } from 'kysely';
import type { Language } from '#contract/kernel/constants.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import { notificationKinds } from '#contract/notification/kinds.ts';
import type { ReactionKind } from '#contract/notification/kinds.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { topicOf } from './channel.ts';
import type { Sender } from './channel.ts';
import type { Queued } from './queue.ts';
import type { SettingsRow } from './settings.ts';

export interface FactsRow {
  /** The place of its row, from 1. */
  n: number;
  active: boolean;
  email: string;
  confirmed: boolean;
  language: Language;
  own_name: string;
  profile_id: string;
  region: string | null;
  /** Null of members who never chose. */
  settings: SettingsRow | null;
  has_push: boolean;
  has_messenger: boolean;
  push_sent: number;
  messenger_sent: number;
  mail_sent: number;
  last_mail_at: Date | null;
  /** When the event was last; null where it is no longer there. */
  at: Date | null;
  unread: number;
  visible: boolean;
  /** When the member was last notified of this, together with other things or alone. */
  notified_at: Date | null;
  screen_name: string | null;
  kind: ProfileKind | null;
  words: string | null;
  count: number;
}

/**
 * The beginning of the newest message in the inbox row `x` of the account `a`, where its owner may read it and it has
 * words.
 */
const beginning = sql`case when words_withheld(x.pays, a.replies_blurred) and not x.last_free or x.last_photo or x.last_mine then null
  else nullif(shown_words(x.preview, x.covered_preview, x.brand_id, x.other_id), '') end`;

/**
 * In the order of the rows. Each is looked up by its own keys: the rows of a batch have nothing to do with one another.
 * A mail is about all messages, or all likes and visits; what goes by the other channels about one conversation, or one kind.
 */
export async function readFacts(db: DbOrTx, rows: readonly Queued[], now: Date): Promise<FactsRow[]> {
  const column = (read: (row: Queued) => string) => rows.map(read);
  const { rows: facts } = await sql<FactsRow>`
    select i.n::int, a.status = 'active' and a.accepted_at is not null and a.paused_at is null as active, a.email,
      a.email_confirmed_at is not null as confirmed, a.language, me.screen_name as own_name, me.id as profile_id, me.region,
      to_json(s) as settings,
      exists (select from push_token t where t.brand_id = i.brand_id and t.account_id = i.account_id) as has_push,
      exists (select from messenger_chat t where t.brand_id = i.brand_id and t.account_id = i.account_id) as has_messenger,
      lately.push_sent, lately.messenger_sent, lately.mail_sent, lately.last_mail_at, lately.notified_at,
      coalesce(talk.at, seen.at) as at, coalesce(talk.unread, seen.unread, 0) as unread,
      coalesce(talk.visible, seen.visible, false) as visible,
      other.screen_name, other.kind, talk.words, coalesce(entry.amount, 0) as count
    from unnest((select ${column((row) => row.brand_id)}::uuid[]), (select ${column((row) => row.account_id)}::uuid[]),
      (select ${column((row) => row.kind)}::text[]),
      (select ${column(({ kind }) => notificationKinds[kind].about)}::text[]), (select ${column((row) => row.subject_id)}::uuid[]),
      (select ${column((row) => topicOf('push', row))}::text[]), (select ${column((row) => topicOf('mail', row))}::text[]))
      with ordinality as i (brand_id, account_id, kind, about, subject_id, topic, mail_topic, n)
    join account a on a.brand_id = i.brand_id and a.id = i.account_id
    join profile me on me.brand_id = i.brand_id and me.account_id = i.account_id
    left join notification_settings s on s.brand_id = i.brand_id and s.account_id = i.account_id
    left join profile other on other.brand_id = i.brand_id and other.id = i.subject_id and i.about <> 'account'
    cross join lateral (
      select count(*) filter (where t.channel = 'push' and t.sent_at > ${dayBefore(now)})::int as push_sent,
        count(*) filter (where t.channel = 'messenger' and t.sent_at > ${dayBefore(now)})::int as messenger_sent,
        count(*) filter (where t.channel = 'mail' and t.sent_at > ${dayBefore(now)})::int as mail_sent,
        max(t.sent_at) filter (where t.channel = 'mail') as last_mail_at,
        max(t.sent_at) filter (where t.topic in (i.topic, i.mail_topic)) as notified_at
      from notification t where t.brand_id = i.brand_id and t.account_id = i.account_id
        and t.sent_at > ${new Date(now.getTime() - 3 * DAY)}::timestamptz) as lately
    left join lateral (
      select x.last_at as at, x.unread,
        other.status <> 'rejected' and not exists (select from blocks_between(i.brand_id, me.id, i.subject_id)) as visible,
        ${beginning} as words
      from inbox x where i.about = 'conversation' and x.brand_id = i.brand_id and x.owner_id = me.id
        and x.other_id = i.subject_id) as talk on true
    left join lateral (
      select r.at, case when r.read_at is null then 1 else 0 end as unread,
        exists (select from profile_visible_to(i.brand_id, me.id, i.subject_id)) as visible
      from reaction r where i.about = 'reaction' and r.brand_id = i.brand_id and r.from_id = i.subject_id
        and r.to_id = me.id and r.kind = i.kind) as seen on true
    left join lateral (
      select e.amount from ledger_entry e where i.about = 'account' and e.brand_id = i.brand_id and e.id = i.subject_id
      ) as entry on true
    order by i.n`.execute(db);
  return facts;
}

const dayBefore = (now: Date) => sql`${new Date(now.getTime() - DAY)}::timestamptz`;

export interface Owner {
  brandId: string;
  profileId: string;
  accountId: string;
}

export interface Senders {
  senders: readonly Sender[];
  /** How many there are in all, with those who are not among `senders`. */
  total: number;
}

/** So many are named; the rest are counted. */
const NAMED = 5;
const MOST_COUNTED = 100;

type SenderRow = Sender & { n: number; total: number };

/** Those whose messages each has not read, the newest first. */
export async function readUnreadSenders(db: DbOrTx, owners: readonly Owner[]): Promise<Senders[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<SenderRow>`
    select i.n::int, t.*
    from unnest((select ${owners.map(({ brandId }) => brandId)}::uuid[]),
      (select ${owners.map(({ profileId }) => profileId)}::uuid[]),
      (select ${owners.map(({ accountId }) => accountId)}::uuid[])) with ordinality as i (brand_id, profile_id, account_id, n)
    join account a on a.brand_id = i.brand_id and a.id = i.account_id
    cross join lateral (
      select x.other_id as "profileId", p.screen_name as "screenName", p.kind, x.unread, ${beginning} as words,
        count(*) over ()::int as total
      from (select * from inbox x where x.brand_id = i.brand_id and x.owner_id = i.profile_id
        order by x.last_minute desc limit ${sql.lit(MOST_COUNTED)}) as x
      join profile p on p.brand_id = i.brand_id and p.id = x.other_id
      where x.unread > 0 and p.status <> 'rejected'
        and not exists (select from blocks_between(i.brand_id, i.profile_id, x.other_id))
      order by x.last_at desc limit ${sql.lit(NAMED)}) as t`.execute(db);
  return gather(owners, rows);
}

/** Those who have each liked or visited without the receiver having seen it, the newest first. */
export async function readUnreadReactions(
  db: DbOrTx,
  owners: readonly (Owner & { kinds: readonly ReactionKind[] })[],
): Promise<Senders[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<SenderRow>`
    select i.n::int, t.*
    from unnest((select ${owners.map(({ brandId }) => brandId)}::uuid[]),
      (select ${owners.map(({ profileId }) => profileId)}::uuid[]),
      (select ${owners.map(({ kinds }) => kinds.join(' '))}::text[])) with ordinality as i (brand_id, profile_id, kinds, n)
    cross join lateral (
      select p.id as "profileId", p.screen_name as "screenName", p.kind, 0 as unread, null as words, t.did,
        count(*) over ()::int as total
      from (
        select r.from_id, max(r.at) as at, case when count(distinct r.kind) = 2 then 'both'
          when min(r.kind) = 'like' then 'liked' else 'visited' end as did
        from (
          select from_id, at, kind from reaction r where r.brand_id = i.brand_id and r.to_id = i.profile_id
            and r.kind = any (string_to_array(i.kinds, ' ')) and r.kind <> 'dislike' and r.read_at is null
          limit ${sql.lit(MOST_COUNTED)}) as r
        group by r.from_id) as t
      join profile p on p.brand_id = i.brand_id and p.id = t.from_id
      where exists (select from profile_visible_to(i.brand_id, i.profile_id, t.from_id))
      order by t.at desc limit ${sql.lit(NAMED)}) as t`.execute(db);
  return gather(owners, rows);
}

/** In the order of the owners. */
function gather(owners: readonly Owner[], rows: readonly SenderRow[]): Senders[] {
  const byOwner = Map.groupBy(rows, ({ n }) => n);
  return owners.map((_, index) => {
    const found = byOwner.get(index + 1) ?? [];
    return {
      senders: found.map(({ n: _n, total: _total, ...sender }) => sender),
      total: found[0]?.total ?? 0,
    };
  });
}
