import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { DB } from '../../platform/database/database-types.gen.ts';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';

export function readRandomReviews(db: DbOrTx, brandId: string, limit: number) {
  return db
    .selectFrom('review')
    .select(['name', 'gender', 'age', 'text', 'stars', 'demo'])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'approved')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

export function readReviewSummary(db: DbOrTx, brandId: string) {
  return db
    .selectFrom('review')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.avg<number | null>('stars').as('average')])
    .where('brand_id', '=', brandId)
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
}

/** What a review says of its writer, as his profile has it now. */
export function readReviewer(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.account_id', '=', 'a.id'),
    )
    .select(['a.created_at', 'p.screen_name', 'p.gender', 'p.birth_year'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

const ownColumns = ['text', 'stars', 'status', 'refusal'] as const;

export function findReviewOf(db: DbOrTx, brandId: string, accountId: string) {
  return db
    .selectFrom('review')
    .select(ownColumns)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The same words under the same name change nothing, and keep their verdict. */
export function writeReview(db: DbOrTx, review: Insertable<DB['review']>) {
  return db
    .insertInto('review')
    .values(review)
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'account_id']).doUpdateSet((row) => {
        const isSame = sql<boolean>`(review.name, review.text, review.stars)
          = (excluded.name, excluded.text, excluded.stars)`;
        return {
          name: row.ref('excluded.name'),
          gender: row.ref('excluded.gender'),
          age: row.ref('excluded.age'),
          text: row.ref('excluded.text'),
          stars: row.ref('excluded.stars'),
          status: sql<'pending'>`case when ${isSame} then review.status else excluded.status end`,
          refusal: sql<null>`case when ${isSame} then review.refusal end`,
          written_at: sql<Date>`case when ${isSame} then review.written_at else excluded.written_at end`,
        };
      }),
    )
    .returning(['id', ...ownColumns])
    .executeTakeFirstOrThrow();
}

export async function deleteReviewOf(db: DbOrTx, brandId: string, accountId: string): Promise<void> {
  await db.deleteFrom('review').where('brand_id', '=', brandId).where('account_id', '=', accountId).execute();
}

export function lockReview(tx: Tx, brandId: string, id: string) {
  return tx
    .selectFrom('review')
    .select(['account_id', 'status', 'written_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function setReviewVerdict(
  tx: Tx,
  brandId: string,
  id: string,
  verdict: Pick<Updateable<DB['review']>, 'status' | 'refusal'>,
): Promise<void> {
  await tx.updateTable('review').set(verdict).where('brand_id', '=', brandId).where('id', '=', id).execute();
}
