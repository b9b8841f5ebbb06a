/** The statements of notifications, read from the reactions that they are. */

import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { NotificationType } from '#contract/notification/notifications.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { LikedColumns } from '#server/profiles/liked-thing.ts';

export interface NotificationRow extends LikedColumns {
  kind: NotificationType;
  from_id: string;
  /** In microseconds since 1970, which is as exactly as the database knows it. */
  at: number;
  message: string;
  unread: boolean;
  screen_name: string;
  birth_year: number | null;
  profile_kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
  answers: boolean;
}

/** The last one of a page. */
export type NotificationCursor = Pick<NotificationRow, 'at' | 'kind' | 'from_id'>;

export interface Reader {
  brandId: string;
  profileId: string;
}

/**
 * Only from people whose page the reader can open. Asked one by one on purpose: a join would let the planner read all
 * profiles for a popular member.
 */
const canBeSeen = ({ profileId }: Reader) =>
  sql`exists (select from profile_visible_to(r.brand_id, ${profileId}::uuid, r.from_id))`;

/** Those of one sort after the cursor, in the order of the index that they are read from. */
function received(
  reader: Reader,
  kind: NotificationType,
  cursor: NotificationCursor | undefined,
  limit: number,
) {
  const { brandId, profileId } = reader;
  const moment = sql`(timestamptz 'epoch' + ${cursor?.at ?? null}::float8 * interval '1 microsecond')`;
  return sql`(
    select r.kind, r.from_id, r.at, r.message, r.covered_message, r.read_at, r.liked_photo_id, r.liked_prompt
    from reaction r
    where r.brand_id = ${brandId}::uuid and r.to_id = ${profileId}::uuid and r.kind = ${sql.lit(kind)}
      and r.at <= coalesce(${moment}, 'infinity')
      and (${cursor?.at ?? null}::float8 is null or r.at < ${moment} or ${sql.lit(kind)} > ${cursor?.kind ?? null}::text
        or (${sql.lit(kind)} = ${cursor?.kind ?? null}::text and r.from_id > ${cursor?.from_id ?? null}::uuid))
      and ${canBeSeen(reader)}
    order by r.at desc, r.from_id
    limit ${sql.lit(limit)})`;
}

export async function readNotifications(
  db: DbOrTx,
  reader: Reader,
  {
    type,
    cursor,
    limit,
  }: { type: NotificationType | undefined; cursor: NotificationCursor | undefined; limit: number },
): Promise<NotificationRow[]> {
  const { brandId, profileId } = reader;
  const of = (kind: NotificationType) => received(reader, kind, cursor, limit);
  const chosen = type ? of(type) : sql`${of('like')} union all ${of('visit')}`;
  const { rows } = await sql<NotificationRow>`
    select n.kind, n.from_id, (extract(epoch from n.at) * 1000000)::bigint as at,
      shown_words(n.message, n.covered_message, ${brandId}::uuid, n.from_id) as message, n.read_at is null as unread,
      n.liked_photo_id, n.liked_prompt,
      p.screen_name, p.birth_year, p.kind as profile_kind,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, n.from_id) f) as photo,
      n.kind = 'like' and (select true from reaction o where o.brand_id = ${brandId}::uuid
        and o.from_id = ${profileId}::uuid and o.to_id = n.from_id and o.kind = 'like') is not null as answers
    from (select * from (${chosen}) as every order by at desc, kind, from_id limit ${sql.lit(limit)}) as n
    join profile p on p.brand_id = ${brandId}::uuid and p.id = n.from_id
    order by n.at desc, n.kind, n.from_id`.execute(db);
  return rows;
}

export interface Counts {
  likes: number;
  visits: number;
}

/** So many are counted and no more: what a popular member has got would have to be read one by one. */
const MOST_COUNTED = 1_000;

async function count(db: DbOrTx, reader: Reader, which: 'unread' | 'total'): Promise<Counts> {
  const { brandId, profileId } = reader;
  const condition = which === 'unread' ? sql`and r.read_at is null` : sql``;
  const of = (kind: NotificationType) => sql`(
    select count(*)::int from (
      select from reaction r
      where r.brand_id = ${brandId}::uuid and r.to_id = ${profileId}::uuid and r.kind = ${sql.lit(kind)} ${condition}
        and ${canBeSeen(reader)}
      limit ${sql.lit(MOST_COUNTED)}) as counted)`;
  const { rows } = await sql<Counts>`
    select ${of('like')} as likes, ${of('visit')} as visits`.execute(db);
  return rows[0] ?? { likes: 0, visits: 0 };
}

export const countUnread = (db: DbOrTx, reader: Reader) => count(db, reader, 'unread');
export const countAll = (db: DbOrTx, reader: Reader) => count(db, reader, 'total');
