import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import { enqueue, jobKind } from '../platform/jobs/jobs.ts';

const aboutProfile = z.object({ brandId: z.uuid(), profileId: z.uuid() });

/** Others can see somebody (again). What waited for that can go on. */
export const profileShown = jobKind('profiles.shown', aboutProfile);
/** Moderation has refused somebody. What waited for its word will not be. */
export const profileRefused = jobKind('profiles.refused', aboutProfile);

interface Updated {
  id: string;
  before: string;
  after: string;
}

/**
 * Computes the profile's status from moderation, the owner's wish to be hidden and the state of the account. To be called
 * in the transaction that changes one of them. A rejected profile stays rejected until new text or moderation changes it.
 */
export async function updateVisibility(tx: Tx, brandId: string, accountId: string): Promise<void> {
  const { rows } = await sql<Updated>`
    update profile set status = known.next
    from (
      select p.brand_id, p.id, p.status, case
          when a.status <> 'active' or p.hidden_by_owner then 'hidden'
          when p.moderated_at is null then 'pending'
          else 'visible' end as next
      from profile p join account a on a.brand_id = p.brand_id and a.id = p.account_id
      where p.brand_id = ${brandId}::uuid and p.account_id = ${accountId}::uuid and p.status <> 'rejected'
      for no key update of p
    ) as known
    where profile.brand_id = known.brand_id and profile.id = known.id
    returning profile.id, known.status as before, profile.status as after`.execute(tx);
  for (const { id: profileId, before, after } of rows) {
    if (after === 'visible' && before !== 'visible') await enqueue(tx, profileShown, { brandId, profileId });
  }
}
