import { createContext, useContext } from 'react';
import type { LegalPage } from '#contract/brand/legal.ts';
import type { listReviews } from '#contract/brand/reviews.ts';
import type { Trust } from '#contract/insight/trust.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';

/** What the server knows when it prepares a public page. */
export interface PageData {
  availablePeople: number | null;
  reviews: ReplyOf<typeof listReviews> | null;
  /** The text of the legal page that was asked for, as HTML of the server's. */
  legal: { page: LegalPage; html: string; versions: string[] } | null;
  /** The figures of the trust page. */
  trust: Trust | null;
}

export const noPageData: PageData = { availablePeople: null, reviews: null, legal: null, trust: null };

export const PageDataContext = createContext<PageData>(noPageData);

export function usePageData(): PageData {
  return useContext(PageDataContext);
}
