import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export const discoveryAccountHandlers: AccountHandlers = {
  exports: [
    { topic: 'likes', read: readVerdicts },
    { topic: 'visits', read: readVisits },
    { topic: 'preferences', read: readPreferences },
  ],
};

/** Whom they liked and passed over. What others think of them is not theirs. */
function readVerdicts(db: DbOrTx, brandId: string, accountId: string) {
  return reactionsOf(db, brandId, accountId)
    .select(['reaction.kind', 'reaction.message', 'reaction.liked_photo_id', 'reaction.liked_prompt'])
    .where('reaction.kind', 'in', ['like', 'dislike'])
    .execute();
}

function readVisits(db: DbOrTx, brandId: string, accountId: string) {
  return reactionsOf(db, brandId, accountId).where('reaction.kind', '=', 'visit').execute();
}

/** Whom they want to meet, and what is counted of how they are shown. */
function readPreferences(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('profile')
    .leftJoin('preference as w', (join) =>
      join.onRef('w.brand_id', '=', 'profile.brand_id').onRef('w.profile_id', '=', 'profile.id'),
    )
    .leftJoin('standing', (join) =>
      join
        .onRef('standing.brand_id', '=', 'profile.brand_id')
        .onRef('standing.profile_id', '=', 'profile.id'),
    )
    .leftJoin('exposure', (join) =>
      join
        .onRef('exposure.brand_id', '=', 'profile.brand_id')
        .onRef('exposure.profile_id', '=', 'profile.id'),
    )
    .select([
      'w.age_from',
      'w.age_to',
      'w.distance',
      'w.intentions',
      'w.dealbreakers',
      'w.weights',
      'w.profiling',
    ])
    .select(['standing.demand', 'standing.answers', 'exposure.week', 'exposure.shown'])
    .where('profile.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .execute();
}

function reactionsOf(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('reaction')
    .innerJoin('profile', (join) =>
      join.onRef('profile.brand_id', '=', 'reaction.brand_id').onRef('profile.id', '=', 'reaction.from_id'),
    )
    .select(['reaction.to_id as profile_id', 'reaction.at'])
    .where('reaction.brand_id', '=', brandId)
    .where('profile.account_id', '=', accountId)
    .orderBy('reaction.at', 'desc')
    .limit(MOST_EXPORTED);
}
