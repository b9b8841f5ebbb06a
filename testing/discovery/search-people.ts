import type { Gender } from '#contract/kernel/fields.ts';
import { noDetails, storedAnswers } from '#contract/profile/details.ts';
import type { Details } from '#contract/profile/details.ts';
import type { MemberContext } from '#server/app.ts';
import { buildList } from '#server/discovery/search/jobs.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { World } from '../world.ts';

interface Traits {
  region?: string | null;
  city?: string | null;
  birthYear?: number | null;
  details?: Partial<Details>;
  /** How long ago, in days. */
  active?: number;
  created?: number;
  status?: 'visible' | 'hidden' | 'pending' | 'rejected';
  screenName?: string;
}

/** All other profiles are made to go away, so that a test sees its own. */
export async function emptyTown({ app }: World): Promise<void> {
  await app.db.deleteFrom('profile').execute();
}

/** Gives a profile what a search goes by. */
export async function setTraits({ app }: World, id: string, traits: Traits): Promise<string> {
  const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY);
  const { region, city, birthYear, details, active, created, status, screenName } = traits;
  await app.db
    .updateTable('profile')
    .set({
      ...(region !== undefined && { region }),
      ...(city !== undefined && { city }),
      ...(birthYear !== undefined && { birth_year: birthYear }),
      ...(details !== undefined && { details: JSON.stringify(storedAnswers({ ...noDetails, ...details })) }),
      ...(status !== undefined && { status }),
      ...(status === 'visible' && { moderated_at: app.clock.now() }),
      ...(screenName !== undefined && { screen_name: screenName }),
      last_active_at: ago(active ?? 1),
      created_at: ago(created ?? 100),
    })
    .where('id', '=', id)
    .execute();
  return id;
}

/** A profile of the staff's, or of the AI, with these traits. */
export async function makeProfile(
  world: World,
  { kind = 'staff', gender = 'female', ...traits }: Traits & { kind?: 'staff' | 'ai'; gender?: Gender } = {},
): Promise<string> {
  return setTraits(world, await world.profile({ kind, gender }), traits);
}

export async function profileOf({ app: { db }, accountId }: MemberContext): Promise<string> {
  const { id } = await db
    .selectFrom('profile')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return id;
}

export async function approvePhoto({ app }: World, brandId: string, profileId: string): Promise<void> {
  await app.db
    .insertInto('photo')
    .values({
      brand_id: brandId,
      id: newId(),
      profile_id: profileId,
      position: 0,
      status: 'approved',
      width: 400,
      height: 500,
      widths: [200, 400],
    })
    .execute();
}

/** Both lists of the first brand, up to date. */
export async function buildLists(world: World): Promise<void> {
  for (const gender of ['female', 'male'] as const)
    await buildList(world.app, { brandId: world.brand().id, gender });
}
