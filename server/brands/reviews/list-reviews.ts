import { REVIEWS_SHOWN } from '../../../contract/kernel/constants.ts';
import type { VisitorContext } from '../../app.ts';
import { readRandomReviews, readReviewSummary } from './queries.ts';

/** Six reviews at random, with the true average of all of them. */
export async function listReviews({ replica, brandId }: VisitorContext) {
  const reviews = await readRandomReviews(replica, brandId, REVIEWS_SHOWN);
  const { total, average } = await readReviewSummary(replica, brandId);
  return { reviews, total, average };
}
