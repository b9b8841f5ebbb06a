import * as contract from '../../contract/reviews.ts';
import { bind } from '../core/http/bind.ts';
import { listReviews } from './list-reviews.ts';

export const reviewRoutes = [bind(contract.listReviews, listReviews)];
