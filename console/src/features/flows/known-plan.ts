import { period } from '#contract/brand/flow.ts';
import { type Content, numberOf } from './form/content.ts';

/** A plan as a list shows it: as it is drafted where it is, else as it is live. */
export interface KnownPlan {
  productId: string;
  name: string;
  totalCents: number | null;
  period: 'day' | 'week' | 'month' | 'quarter' | 'year' | null;
  isLive: boolean;
  /** No page sells it. */
  isHidden: boolean;
}

interface PlanPart {
  productId: string;
  name: string;
  isLive: boolean;
  content: Content;
}

export function knownPlan({ productId, name, isLive, content }: PlanPart): KnownPlan {
  return {
    productId,
    name: name || productId,
    totalCents: numberOf(content['totalCents']) ?? null,
    period: period.safeParse(content['period']).data ?? null,
    isLive,
    isHidden: content['visible'] === false,
  };
}
