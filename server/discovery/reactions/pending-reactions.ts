/** Likes and visits that wait to be announced to a member. */

import { sql } from 'kysely';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { NotificationType } from '#contract/notification/notifications.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** Of each person and type the newest that is known, in milliseconds since 1970. */
export type KnownReactions = Record<NotificationType, ReadonlyMap<string, number>>;

export interface PendingReaction {
  kind: NotificationType;
  other_id: string;
  at: Date;
  message: string;
  screen_name: string;
  birth_year: number | null;
  profile_kind: ProfileKind;
  photo: { id: string; widths: number[] } | null;
  /** The member likes this person too. */
  answers: boolean;
}

interface Reader {
  brandId: string;
  accountId: string;
  profileId: string;
}

const wanted = {
  // The words of an invitation are a message, which says as much.
  like: sql`a.notify_likes and (r.message = '' or not a.notify_messages)`,
  visit: sql`a.notify_visits`,
} as const satisfies Record<NotificationType, unknown>;

/** The newest of one type that the member has not seen, wants to hear of, and is not among the known. */
function newest({ brandId, accountId, profileId }: Reader, kind: NotificationType, known: KnownReactions) {
  const ids = [...known[kind].keys()];
  const times = [...known[kind].values()];
  return sql`(
    select r.kind, r.from_id, r.at, r.message, r.covered_message
    from account a
    join reaction r on r.brand_id = ${brandId}::uuid and r.to_id = ${profileId}::uuid and r.kind = ${sql.lit(kind)}
      and r.read_at is null
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid and ${wanted[kind]}
      and (select true from unnest((select ${ids}::uuid[]), (select ${times}::float8[])) as t (id, at)
        where t.id = r.from_id and t.at >= floor(extract(epoch from r.at) * 1000) limit 1) is null
      and exists (select from profile_visible_to(r.brand_id, ${profileId}::uuid, r.from_id))
    order by r.at desc, r.from_id
    limit 1)`;
}

/** The newest like or visit that is pending, of a person whose page the member can open. */
export async function findPendingReaction(
  db: DbOrTx,
  reader: Reader,
  known: KnownReactions,
): Promise<PendingReaction | undefined> {
  const { brandId, profileId } = reader;
  const { rows } = await sql<PendingReaction>`
    select n.kind, n.from_id as other_id, n.at,
      shown_words(n.message, n.covered_message, ${brandId}::uuid, n.from_id) as message, p.screen_name, p.birth_year, p.kind as profile_kind,
      (select json_build_object('id', f.id, 'widths', f.widths) from first_photo(${brandId}::uuid, n.from_id) f) as photo,
      n.kind = 'like' and (select true from reaction o where o.brand_id = ${brandId}::uuid
        and o.from_id = ${profileId}::uuid and o.to_id = n.from_id and o.kind = 'like') is not null as answers
    from (${newest(reader, 'like', known)} union all ${newest(reader, 'visit', known)}) as n
    join profile p on p.brand_id = ${brandId}::uuid and p.id = n.from_id
    order by n.at desc, n.kind limit 1`.execute(db);
  return rows[0];
}
