import { sql } from 'kysely';
import { CONVERSATIONS_PER_PAGE } from '#contract/kernel/constants.ts';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export interface Owner {
  brandId: string;
  profileId: string;
  accountId: string;
}

/** What a row of the list stands for; those of the same moment come in this order. */
export const sources = ['talk', 'like', 'system'] as const;
type Source = (typeof sources)[number];

/** The last row of a page. */
export interface ListCursor {
  /** In microseconds since 1970, which is as exactly as the database knows it. */
  at: number;
  source: Source;
  id: string;
}

export interface ListRow extends ListCursor {
  conversation_id: string | null;
  pays: boolean;
  /** The words of the last message are withheld from the member, unless they are the member's own. */
  blurs: boolean;
  number: number;
  mine: boolean;
  has_photo: boolean;
  preview: string;
  /** The other one waits for an answer of the member. */
  owed: boolean;
  unread: number;
  read_to: number;
  notice: string | null;
  other_read_to: number | null;
  other_delivered_to: number | null;
  screen_name: string | null;
  birth_year: number | null;
  kind: ProfileKind | null;
  photo: { id: string; widths: number[] } | null;
}

export interface ListPage {
  level: number;
  flow_id: string;
  unread: number;
  /** How many wait for an answer of the member. */
  owed: number;
  rows: ListRow[];
}

export const unblocked = (brandId: string, profileId: string, other: string) =>
  sql`not exists (select from blocks_between(${brandId}::uuid, ${profileId}::uuid, ${sql.ref(other)}))`;

/** Unread messages are counted in so many of the newest conversations, and so many of the system's. */
const MOST_COUNTED = 1_000;

/** A member's newest conversations with something unread in them. An index of them would slow every message down. */
export const unreadInbox = (brandId: string, profileId: string) => sql`(
  select newest.* from (
    select * from inbox i where i.brand_id = ${brandId}::uuid and i.owner_id = (select ${profileId}::uuid)
    order by i.last_minute desc limit ${sql.lit(MOST_COUNTED)}) as newest
  where newest.unread > 0)`;

/** Owed answers are looked for in so many of the newest conversations. */
const MOST_OWED = 200;

/** What a member owes, as `owes_answer` says it, in the newest of their conversations. */
export const owedAnswers = ({ brandId, profileId, accountId }: Owner) => sql`(
  select newest.other_id from account owner
  cross join (select * from inbox i where i.brand_id = ${brandId}::uuid and i.owner_id = (select ${profileId}::uuid)
    order by i.last_minute desc limit ${sql.lit(MOST_OWED)}) as newest
  where owner.brand_id = ${brandId}::uuid and owner.id = ${accountId}::uuid
    and owes_answer(newest.last_mine, newest.declined, newest.last_number > newest.cleared_to,
      words_withheld(newest.pays, owner.replies_blurred) and not newest.last_free)
    and ${unblocked(brandId, profileId, 'newest.other_id')})`;

/** The system sender writes little. */
const MOST_SYSTEM_MESSAGES = 1_000;

/** Unread messages of people who are not blocked, and of the system sender. `besides` is left out: the caller counts it. */
export function unreadOf({ brandId, profileId, accountId }: Owner, besides: string | null = null) {
  return sql<number>`(
    (select coalesce(sum(i.unread), 0)::int from ${unreadInbox(brandId, profileId)} as i
      where i.other_id is distinct from ${besides}::uuid and ${unblocked(brandId, profileId, 'i.other_id')})
    + (select count(*)::int from (
      select from system_message h
      where h.brand_id = ${brandId}::uuid and h.account_id = ${accountId}::uuid and h.read_at is null and not h.hidden
      limit ${sql.lit(MOST_COUNTED)}) as counted))`;
}

/** How many messages a member has not read yet. */
export async function countUnreadMessages(db: DbOrTx, owner: Owner): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select ${unreadOf(owner)} as unread`.execute(db);
  return rows[0]?.unread ?? 0;
}

/** Reads one more than is shown, to know whether there is another page. */
const LIMIT = CONVERSATIONS_PER_PAGE + 1;
/** In microseconds. */
const MINUTE = 60_000_000;
const LAST_MINUTE = 2_147_483_647;

/**
 * A page of a member's conversations, with likes of those who have not written and the newest message of the system
 * sender, from indexes in their order. Likes are looked for no further back than the conversations of the page reach,
 * so that those who have written since are passed over a page at a time. The other members are looked up one by one: a
 * join would let the planner gather all of them.
 */
export async function readListPage(
  db: DbOrTx,
  owner: Owner,
  cursor: ListCursor | undefined,
): Promise<ListPage> {
  const { brandId, profileId, accountId } = owner;
  const cursorAt = sql`(timestamptz 'epoch' + ${cursor?.at ?? null}::float8 * interval '1 microsecond')`;
  const cursorSource = sql`${cursor ? sources.indexOf(cursor.source) : null}::int`;
  const cursorId = sql`${cursor && cursor.source !== 'system' ? cursor.id : null}::uuid`;
  const cursorKey = sql`${cursor?.source === 'system' ? cursor.id : null}::text`;
  const after = (source: Source, at: string, isBeyond: ReturnType<typeof sql>) => {
    const place = sql.lit(sources.indexOf(source));
    return sql`${sql.ref(at)} <= coalesce(${cursorAt}, 'infinity') and (${cursorSource} is null
      or ${sql.ref(at)} < ${cursorAt} or ${place} > ${cursorSource} or (${place} = ${cursorSource} and ${isBeyond}))`;
  };
  const { rows } = await sql<ListRow & { level: number; flow_id: string; total: number; owed_total: number }>`
    with talks as materialized (
      select i.other_id, i.last_at, i.conversation_id, i.pays, i.last_number, i.last_mine, i.last_photo, i.last_free,
        i.preview, i.covered_preview, i.declined,
        i.unread, i.read_to
      from inbox i
      where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid and i.last_number > i.cleared_to
        and i.last_minute <= coalesce(${cursor ? Math.floor(cursor.at / MINUTE) : null}::int, ${sql.lit(LAST_MINUTE)})
        and ${after('talk', 'i.last_at', sql`i.other_id > ${cursorId}`)}
        and ${unblocked(brandId, profileId, 'i.other_id')}
      order by i.last_minute desc, i.last_at desc, i.other_id
      limit ${sql.lit(LIMIT)}
    ), likes as (
      select r.from_id, r.at
      from reaction r
      where r.brand_id = ${brandId}::uuid and r.to_id = ${profileId}::uuid and r.kind = 'like'
        and r.at >= (select case when count(*) = ${sql.lit(LIMIT)} then min(last_at) else '-infinity' end from talks)
        and ${after('like', 'r.at', sql`r.from_id > ${cursorId}`)}
        and (select true from inbox i where i.brand_id = ${brandId}::uuid and i.owner_id = ${profileId}::uuid
          and i.other_id = r.from_id and i.last_number > 0) is null
        and exists (select from profile_visible_to(${brandId}::uuid, ${profileId}::uuid, r.from_id))
      order by r.at desc, r.from_id
      limit ${sql.lit(LIMIT)}
    ), system_messages as (
      select h.sender, h.at, h.notice, h.html, h.read_at is null and not h.hidden as unread, h.hidden
      from system_message h
      where h.brand_id = ${brandId}::uuid and h.account_id = ${accountId}::uuid
      order by h.at desc limit ${sql.lit(MOST_SYSTEM_MESSAGES)}
    ), system_senders as (
      select distinct on (t.sender) t.sender, t.at, t.notice, t.html,
        (select count(*)::int from system_messages o where o.sender = t.sender and o.unread) as unread,
        (select count(*)::int from system_messages o where o.sender = t.sender) as number
      from system_messages t
      where not t.hidden
      order by t.sender, t.at desc
    ), page as (
      select 0 as place, other_id, other_id::text as id, last_at as at, conversation_id, pays, last_number as number,
        last_mine as mine, last_photo as has_photo, last_free as free, preview, covered_preview, declined, unread, read_to, null as notice
      from talks
      union all
      select 1, from_id, from_id::text, at, null, false, 0, false, false, false, '', null, true, 0, 0, null from likes
      union all
      select 2, null, sender, at, null, false, number, false, false, false, html, null, true, unread, number - unread, notice from system_senders
      where ${after('system', 'at', sql`sender > ${cursorKey}`)}
      order by at desc, place, id
      limit ${sql.lit(LIMIT)}
    )
    select a.level, a.flow_id, ${unreadOf(owner)} as total,
      (select count(*)::int from ${owedAnswers(owner)} as waiting) as owed_total,
      (array['talk', 'like', 'system'])[page.place + 1] as source, page.id,
      (extract(epoch from page.at) * 1000000)::bigint as at, page.conversation_id, page.pays,
      words_withheld(page.pays, a.replies_blurred) and not page.free as blurs, page.number, page.mine,
      page.has_photo,
      shown_words(page.preview, page.covered_preview, ${brandId}::uuid, page.other_id) as preview, page.unread, page.read_to, page.notice,
      owes_answer(page.mine, page.declined, true, words_withheld(page.pays, a.replies_blurred) and not page.free) as owed,
      reported_read_to(theirs.pays, other.replies_blurred, theirs.read_to) as other_read_to, theirs.delivered_to as other_delivered_to,
      p.screen_name, p.birth_year, p.kind,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, page.other_id) f
        where p.status in ('visible', 'pending') or p.hidden_by_owner) as photo
    from account a
    left join page on true
    left join profile p on p.brand_id = ${brandId}::uuid and p.id = page.other_id
    left join inbox theirs on theirs.brand_id = ${brandId}::uuid and theirs.owner_id = page.other_id
      and theirs.other_id = ${profileId}::uuid
    left join account other on other.brand_id = ${brandId}::uuid and other.id = p.account_id
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid
    order by page.at desc, page.place, page.id`.execute(db);
  const [first] = rows;
  return {
    level: first?.level ?? 0,
    flow_id: first?.flow_id ?? '',
    unread: first?.total ?? 0,
    owed: first?.owed_total ?? 0,
    rows: rows.filter(({ id }) => id !== null),
  };
}
