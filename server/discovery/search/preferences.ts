/** What a member has settled about whom they meet: read, saved, and part of the copy of their data. */

import { noPreferences } from '#contract/discovery/preferences.ts';
import type {
  Preferences,
  readPreferences as readEndpoint,
  savePreferences as saveEndpoint,
} from '#contract/discovery/preferences.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { transact } from '#server/platform/database/database.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import { preferencesOf } from '#server/profiles/viewer.ts';

type Input = Omit<InputOf<typeof saveEndpoint>, 'trackerId'>;

export async function readPreferences(context: MemberContext): Promise<ReplyOf<typeof readEndpoint>> {
  const { app, brandId, profileId } = context;
  return preferencesOf(await preferenceRow(app.db, brandId, profileId).executeTakeFirst());
}

/** Changes what is named and leaves the rest. */
export function savePreferences(context: MemberContext, input: Input): Promise<ReplyOf<typeof saveEndpoint>> {
  const { app, brandId, profileId } = context;
  return transact(app.db, async (tx) => {
    await lockPreferences(tx, brandId, profileId);
    const before = preferencesOf(await preferenceRow(tx, brandId, profileId).executeTakeFirst());
    const named = Object.entries(input).filter(([, value]) => value !== undefined);
    const preferences: Preferences = { ...before, ...Object.fromEntries(named) };
    const { ageFrom, ageTo } = preferences;
    if (ageFrom !== null && ageTo !== null && ageFrom > ageTo) fail('field.age');
    await storePreferences(tx, brandId, profileId, preferences);
    return { result: 'OK', preferences };
  });
}

function preferenceRow(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('preference')
    .select(['age_from', 'age_to', 'distance', 'intentions', 'dealbreakers', 'weights', 'profiling'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId);
}

/** Of two who save different parts at once, the second waits, and neither part is lost. */
async function lockPreferences(tx: Tx, brandId: string, profileId: string): Promise<void> {
  await tx
    .insertInto('preference')
    .values({ brand_id: brandId, profile_id: profileId })
    .onConflict((conflict) => conflict.columns(['brand_id', 'profile_id']).doNothing())
    .execute();
  await preferenceRow(tx, brandId, profileId).forUpdate().execute();
}

async function storePreferences(
  tx: Tx,
  brandId: string,
  profileId: string,
  wanted: Preferences,
): Promise<void> {
  await tx
    .updateTable('preference')
    .set({
      age_from: wanted.ageFrom,
      age_to: wanted.ageTo,
      distance: wanted.distance,
      intentions: wanted.intentions,
      dealbreakers: wanted.dealbreakers,
      weights: JSON.stringify({ ...noPreferences.weights, ...wanted.weights }),
      profiling: wanted.profiling,
    })
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .execute();
}
