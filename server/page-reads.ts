import { readOwnFlow } from './accounts/read-own-flow.ts';
import type { PageReads } from './brands/pages/site-pages.ts';
import { countAvailable } from './profiles/count-available.ts';
import { listReviews } from './profiles/reviews.ts';

/** What the pages of a brand show of rooms that stand above `brands/`. */
export const pageReads: PageReads = { readOwnFlow, countAvailable, listReviews };
