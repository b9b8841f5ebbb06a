import * as contract from '../../../contract/brand/reviews.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Binding } from '../../platform/http/bind.ts';
import { listReviews } from './list-reviews.ts';
import { readOwnReview, removeOwnReview, saveOwnReview } from './own-review.ts';

export const reviewRoutes: Binding[] = [
  bind(contract.listReviews, listReviews),
  bind(contract.readOwnReview, readOwnReview),
  bind(contract.saveOwnReview, saveOwnReview),
  bind(contract.removeOwnReview, removeOwnReview),
];
