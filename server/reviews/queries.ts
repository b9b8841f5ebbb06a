import { sql } from 'kysely';
import type { DbOrTx } from '../core/database.ts';

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
