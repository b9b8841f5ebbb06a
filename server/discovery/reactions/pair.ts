/** Two people and what is between them, locked and read together. */

import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import type { Gender, ProfileKind } from '#contract/kernel/fields.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { checkReach } from '../reach.ts';
import type { Reach } from '../reach.ts';

/**
 * Two people and what is between them, which no other transaction changes before this one ends. Reserved ids belong to
 * no person, and no one makes a pair with themselves.
 */
export async function lockAndReadPair(
  tx: Tx,
  brandId: string,
  fromId: string,
  profileId: string,
): Promise<Pair | undefined> {
  const toId = readUuid(profileId);
  if (!toId || toId === fromId) return undefined;
  await lockPair(tx, fromId, toId);
  return readPair(tx, brandId, fromId, toId);
}

/**
 * The same where the first can see the second. A person who is hidden, blocked or not there at all looks the same. It fails
 * where the second is kept for those who have paid.
 */
export async function lockVisiblePair(
  tx: Tx,
  brandId: string,
  fromId: string,
  profileId: string,
): Promise<Pair | undefined> {
  const pair = await lockAndReadPair(tx, brandId, fromId, profileId);
  if (!pair?.to.visible || pair.blocked) return undefined;
  return pair.locked ? fail('profile.locked') : pair;
}

/** The same for a member, to whom the second has to be open. It fails where they are in a region that is not. */
export async function lockOpenPair(
  tx: Tx,
  brandId: string,
  reach: Reach,
  profileId: string,
): Promise<Pair | undefined> {
  const pair = await lockVisiblePair(tx, brandId, reach.viewer.profileId, profileId);
  if (pair) await checkReach(tx, brandId, reach, pair.to);
  return pair;
}

/** One of the two, as far as either is notified of the other. */
export interface Participant {
  id: string;
  accountId: string | null;
  kind: ProfileKind;
  gender: Gender;
  region: string | null;
  visible: boolean;
  /** By moderation. What they do is hidden from others. */
  refused: boolean;
  /** A sanction keeps them from liking and writing until then. In milliseconds since 1970. */
  mutedUntil: number | null;
  screenName: string;
  birthYear: number | null;
  photo: { id: string; widths: number[] } | null;
  likeCredits: number;
  /** What a like costs them, in like credits. */
  likePrice: number;
  notifyLikes: boolean;
  notifyVisits: boolean;
}

export interface Pair {
  from: Participant;
  to: Participant;
  blocked: boolean;
  likes: boolean;
  dislikes: boolean;
  isLiked: boolean;
  /** The second is kept from the first until they pay. */
  locked: boolean;
}

/** Two likes that cross each other come one after the other, so that the second sees that it is a match. */
async function lockPair(tx: Tx, fromId: string, toId: string): Promise<void> {
  const pair = [fromId, toId].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}::text, 0))`.execute(tx);
}

const participantOf = (name: 'f' | 't') =>
  sql.raw(`(
  select json_build_object('id', ${name}.id, 'accountId', ${name}.account_id, 'kind', ${name}.kind,
    'gender', ${name}.gender, 'region', ${name}.region,
    'visible', ${name}.status = 'visible', 'refused', ${name}.status = 'rejected',
    'mutedUntil', floor(extract(epoch from a.muted_until) * 1000), 'screenName', ${name}.screen_name, 'birthYear', ${name}.birth_year,
    'photo', (select json_build_object('id', o.id, 'widths', o.widths)
      from first_photo(${name}.brand_id, ${name}.id) o),
    'likeCredits', coalesce((select b.like_credits from balance b
      where b.brand_id = ${name}.brand_id and b.account_id = ${name}.account_id), 0),
    'likePrice', like_price(a.level::integer), 'notifyLikes', coalesce(a.notify_likes, false), 'notifyVisits', coalesce(a.notify_visits, false))
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
    select ${participantOf('f')} as "from", ${participantOf('t')} as "to",
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

/** What is said with a like. */
export interface InvitationWords {
  text: string;
  /** The same with its telephone numbers covered, where there are any. */
  covered: string | null;
  /** As the other one reads it now. */
  shown: string;
}

export const noWords: InvitationWords = { text: '', covered: null, shown: '' };

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
  { text, covered }: Omit<InvitationWords, 'shown'> = noWords,
  liked: LikedThing | null = null,
): Promise<void> {
  const photoId = liked && 'photoId' in liked ? liked.photoId : null;
  const prompt = liked && 'prompt' in liked ? liked.prompt : null;
  await sql`
    insert into reaction (brand_id, from_id, to_id, kind, message, covered_message, liked_photo_id, liked_prompt, at)
    values (${brandId}::uuid, ${fromId}::uuid, ${toId}::uuid, ${kind}::text, ${text}::text, ${covered}::text,
      ${photoId}::uuid, ${prompt}::text, ${at}::timestamptz)
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

/**
 * Marks received likes and visits as read: of one person or of all. What the reader cannot see yet stays unread. Answers
 * whether any was unread.
 */
export async function markReactionsRead(
  db: DbOrTx,
  { brandId, profileId }: { brandId: string; profileId: string },
  { fromId, type, at }: { fromId: string | null; type: 'like' | 'visit' | null; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update reaction r set read_at = ${at}::timestamptz
    where r.brand_id = ${brandId}::uuid and r.to_id = ${profileId}::uuid and r.read_at is null and r.kind <> 'dislike'
      and (${type}::text is null or r.kind = ${type}::text)
      and (${fromId}::uuid is null or r.from_id = ${fromId}::uuid)
      and exists (select from profile_visible_to(r.brand_id, ${profileId}::uuid, r.from_id))`.execute(db);
  return numAffectedRows > 0n;
}
