import { createContext, useContext } from 'react';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { listReviews } from '../../../contract/reviews.ts';

/** What the server knows when it prepares a public page. */
export interface PageData {
  availablePeople: number | null;
  reviews: ReplyOf<typeof listReviews> | null;
}

export const PageDataContext = createContext<PageData>({ availablePeople: null, reviews: null });

export function usePageData(): PageData {
  return useContext(PageDataContext);
}
