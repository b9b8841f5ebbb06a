/** Who is open to a member, by whatever way a person's id came to them. */

import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import { GENDERS } from '#contract/kernel/fields.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { isBoundToRegion } from '#server/accounts/entitlements.ts';
import type { MemberContext } from '#server/app.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { isOpenRegion, readViewer } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { isSparse } from './search/place.ts';

/** A member who comes upon a person, and how far their region is widened. */
export interface Reach {
  viewer: Viewer;
  /** So few of these are in the member's region that those of the whole country are open. */
  widened: ReadonlySet<Gender>;
}

/** Before a transaction begins: inside one, a list that is not in memory yet would take a second connection. */
export async function readReach(context: MemberContext): Promise<Reach> {
  return reachOf(context, await readViewer(context));
}

export async function reachOf(
  { app: { searchLists }, brandId }: MemberContext,
  viewer: Viewer,
): Promise<Reach> {
  const widened = new Set<Gender>();
  for (const gender of isBoundToRegion(viewer) ? GENDERS : []) {
    const list = await searchLists.find({ brandId, gender });
    if (list && isSparse(list, viewer, gender)) widened.add(gender);
  }
  return { viewer, widened };
}

interface Person {
  id: string;
  gender: Gender;
  region: string | null;
}

/**
 * Fails where a person is in a region that is closed to the member. Search and deck follow the same rule (decision 90);
 * whom the member knows already is open wherever they are.
 */
export async function checkReach(
  db: DbOrTx,
  brandId: string,
  { viewer, widened }: Reach,
  { id, gender, region }: Person,
): Promise<void> {
  if (isOpenRegion(viewer, region) || widened.has(gender)) return;
  const { rows } = await sql`
    select 1 from knows(${brandId}::uuid, ${viewer.profileId}::uuid, ${id}::uuid) limit 1`.execute(db);
  if (rows.length === 0) fail('search.region_locked');
}
