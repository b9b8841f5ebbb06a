import type { DbOrTx } from '../core/database.ts';

export function findAccountByEmail(db: DbOrTx, brandId: string, email: string) {
  return db
    .selectFrom('account')
    .select(['id', 'password_hash', 'status', 'tracker_id'])
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Everything a member's browser is told about him, in one read. */
export function readMember(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .leftJoin('balance as b', (join) =>
      join.onRef('b.brand_id', '=', 'a.brand_id').onRef('b.account_id', '=', 'a.id'),
    )
    .select([
      'a.tracker_id',
      'a.email',
      'a.email_confirmed_at',
      'a.flow_id',
      'a.level',
      'a.seeks',
      'a.language',
      'a.status',
      'p.id as profile_id',
      'p.screen_name',
      'p.region',
      'p.city',
      'p.gender',
      'b.message_credits',
      'b.icebreaker_credits',
      'b.like_credits',
    ])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

export function readOwnPhotos(db: DbOrTx, brandId: string, profileId: string) {
  return db
    .selectFrom('photo')
    .select(['id', 'position', 'widths'])
    .where('brand_id', '=', brandId)
    .where('profile_id', '=', profileId)
    .where('status', 'in', ['approved', 'pending'])
    .orderBy('position')
    .limit(20)
    .execute();
}

export async function replacePasswordHash(db: DbOrTx, brandId: string, accountId: string, hash: string) {
  await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('brand_id', '=', brandId)
    .where('id', '=', accountId)
    .execute();
}
