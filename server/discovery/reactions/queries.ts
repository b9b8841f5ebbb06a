import { sql } from 'kysely';
import type { ProfileKind } from '../../../contract/kernel/fields.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

/** One of two people, as far as the other one is told of them or they are told of the other. */
export interface Side {
  id: string;
  accountId: string | null;
  kind: ProfileKind;
  visible: boolean;
  /** By moderation. Nobody gets to see what he does. */
  refused: boolean;
  screenName: string;
  birthYear: number | null;
  photo: { id: string; widths: number[] } | null;
  likeCredits: number;
  notifyLikes: boolean;
  notifyVisits: boolean;
}

export interface Pair {
  from: Side;
  to: Side;
  blocked: boolean;
  likes: boolean;
  dislikes: boolean;
  isLiked: boolean;
  /** The second is kept from the first until he pays. */
  locked: boolean;
}

/** Two likes that cross each other come one after the other, so that the second sees that it is a match. */
export async function lockPair(tx: Tx, fromId: string, toId: string): Promise<void> {
  const pair = [fromId, toId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}::text, 0))`.execute(tx);
}

const sideOf = (name: 'f' | 't') =>
  sql.raw(`(
  select json_build_object('id', ${name}.id, 'accountId', ${name}.account_id, 'kind', ${name}.kind,
    'visible', ${name}.status = 'visible', 'refused', ${name}.status = 'rejected', 'screenName', ${name}.screen_name, 'birthYear', ${name}.birth_year,
    'photo', (select json_build_object('id', o.id, 'widths', o.widths)
      from first_photo(${name}.brand_id, ${name}.id) o),
    'likeCredits', coalesce((select b.like_credits from balance b
      where b.brand_id = ${name}.brand_id and b.account_id = ${name}.account_id), 0),
    'notifyLikes', coalesce(a.notify_likes, false), 'notifyVisits', coalesce(a.notify_visits, false))
  from (select) as one
  left join account a on a.brand_id = ${name}.brand_id and a.id = ${name}.account_id)`);

/** Both people and what is between them. Neither can be erased before the transaction ends. */
export async function readPair(
  tx: Tx,
  brandId: string,
  fromId: string,
  toId: string,
): Promise<Pair | undefined> {
  const { rows } = await sql<Pair>`
    select ${sideOf('f')} as "from", ${sideOf('t')} as "to",
      exists (select from blocks_between(f.brand_id, f.id, t.id)) as blocked,
      exists (select from reaction where brand_id = ${brandId}::uuid
        and from_id = ${fromId}::uuid and to_id = ${toId}::uuid and kind = 'like') as likes,
      exists (select from reaction where brand_id = ${brandId}::uuid
        and from_id = ${fromId}::uuid and to_id = ${toId}::uuid and kind = 'dislike') as dislikes,
      exists (select from reaction where brand_id = ${brandId}::uuid
        and from_id = ${toId}::uuid and to_id = ${fromId}::uuid and kind = 'like') as "isLiked",
      t.reserved and is_kept_from(f.brand_id, f.id) as locked
    from profile f
    join profile t on t.brand_id = f.brand_id and t.id = ${toId}::uuid
    where f.brand_id = ${brandId}::uuid and f.id = ${fromId}::uuid
    for key share of f, t`.execute(tx);
  return rows[0];
}

interface Reaction {
  brandId: string;
  fromId: string;
  toId: string;
  at: Date;
}

export async function insertReaction(
  tx: Tx,
  { brandId, fromId, toId, at }: Reaction,
  kind: 'like' | 'dislike',
  message = '',
): Promise<void> {
  await sql`
    insert into reaction (brand_id, from_id, to_id, kind, message, at)
    values (${brandId}::uuid, ${fromId}::uuid, ${toId}::uuid, ${kind}::text, ${message}::text, ${at}::timestamptz)
  `.execute(tx);
}

/** Answers whether there was one that can be taken back: not if words went with it. */
export async function deleteReaction(
  tx: Tx,
  { brandId, fromId, toId }: Omit<Reaction, 'at'>,
  kind: 'like' | 'dislike' | 'visit',
): Promise<boolean> {
  const { rows } = await sql`
    delete from reaction where brand_id = ${brandId}::uuid and from_id = ${fromId}::uuid and to_id = ${toId}::uuid
      and kind = ${kind}::text and message = ''
    returning to_id`.execute(tx);
  return rows.length === 1;
}

/** Answers whether it is news: the first visit, or one after so long that it counts again. */
export async function upsertVisit(
  tx: Tx,
  { brandId, fromId, toId, at }: Reaction,
  lastBefore: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into reaction as known (brand_id, from_id, to_id, kind, at)
    values (${brandId}::uuid, ${fromId}::uuid, ${toId}::uuid, 'visit', ${at}::timestamptz)
    on conflict (brand_id, from_id, to_id, kind) do update set at = excluded.at, read_at = null
      where known.at <= ${lastBefore}::timestamptz
    returning to_id`.execute(tx);
  return rows.length === 1;
}

export interface NavigationRow {
  visited: string[];
  liked: string[];
  message_credits: number;
  icebreaker_credits: number;
  like_credits: number;
  plan_credits: number;
}

/** The newest of each, which is as many as a browser can use. */
export async function readNavigationRow(
  db: DbOrTx,
  brandId: string,
  accountId: string,
  profileId: string,
): Promise<NavigationRow> {
  const given = (kind: 'like' | 'visit') => sql`array(
    select to_id from reaction
    where brand_id = ${brandId}::uuid and from_id = ${profileId}::uuid and kind = ${sql.lit(kind)}
    order by at desc limit 1000)`;
  const { rows } = await sql<NavigationRow>`
    select ${given('visit')} as visited, ${given('like')} as liked,
      coalesce(b.message_credits, 0) as message_credits, coalesce(b.icebreaker_credits, 0) as icebreaker_credits,
      coalesce(b.like_credits, 0) as like_credits,
      least(coalesce(s.period_credits, 0), coalesce(b.message_credits, 0)) as plan_credits
    from (select) as one
    left join balance b on b.brand_id = ${brandId}::uuid and b.account_id = ${accountId}::uuid
    left join subscription s on s.brand_id = ${brandId}::uuid and s.account_id = ${accountId}::uuid
      and s.state in ('active', 'past_due')`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a condition gave no row');
  return row;
}
