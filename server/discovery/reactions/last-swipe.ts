/** The last decision of a member's deck: it can be taken back, and the credit that paid for it with it. */

import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

interface Swipe {
  brandId: string;
  profileId: string;
  otherId: string;
  verdict: 'like' | 'dislike';
  /** The key of the ledger entry that paid for it. */
  chargeKey: string | null;
  at: Date;
}

/**
 * Notes the last decision, unless an earlier one was taken back and that person still waits to be decided on: until then
 * they come first, and only about them can anything be noted.
 */
export async function recordSwipe(tx: Tx, swipe: Swipe): Promise<void> {
  const { brandId, profileId, otherId, verdict, chargeKey, at } = swipe;
  await sql`
    insert into last_swipe as known (brand_id, profile_id, other_id, verdict, charge_key, at)
    values (${brandId}::uuid, ${profileId}::uuid, ${otherId}::uuid, ${verdict}::text, ${chargeKey}::text,
      ${at}::timestamptz)
    on conflict (brand_id, profile_id) do update set other_id = excluded.other_id, verdict = excluded.verdict,
      charge_key = excluded.charge_key, undone = false, at = excluded.at
    where not known.undone or known.other_id = excluded.other_id
      or exists (select from reaction r where r.brand_id = known.brand_id and r.from_id = known.profile_id
        and r.to_id = known.other_id and r.kind in ('like', 'dislike'))
      or not exists (select from profile_visible_to(known.brand_id, known.profile_id, known.other_id))`.execute(
    tx,
  );
}

/** The last decision if it was about this person and stands. */
export async function readSwipe(
  tx: Tx,
  brandId: string,
  profileId: string,
  otherId: string,
): Promise<Pick<Swipe, 'verdict' | 'chargeKey'> | undefined> {
  return tx
    .selectFrom('last_swipe')
    .select(['verdict', 'charge_key as chargeKey'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('other_id', '=', otherId)
    .where('undone', '=', false)
    .executeTakeFirst();
}

/** Answers whether it was still the last one. */
export async function setUndone(
  tx: Tx,
  brandId: string,
  profileId: string,
  otherId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('last_swipe')
    .set({ undone: true })
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('other_id', '=', otherId)
    .where('undone', '=', false)
    .returning('other_id')
    .executeTakeFirst();
  return row !== undefined;
}
