import { MOST_EXPORTED } from '#server/accounts/account-handlers.ts';
import type { AccountHandlers } from '#server/accounts/account-handlers.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

export const discoveryAccountHandlers: AccountHandlers = {
  exports: [
    { topic: 'likes', read: readVerdicts },
    { topic: 'visits', read: readVisits },
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
