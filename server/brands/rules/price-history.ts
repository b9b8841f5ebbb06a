/** What a plan has cost before, by its versions, which never change. */

import { OLD_PRICE_DAYS } from '#contract/countries/european-union.ts';
import { DAY } from '#server/platform/clock.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';

/** What was asked for, and for how many credits, from a moment on. */
export interface PastPrice {
  priceCents: number;
  credits: number;
  from: Date;
}

/** The prices of each plan of a brand, oldest first, by product id. */
export type PriceHistory = ReadonlyMap<string, readonly PastPrice[]>;

export async function readPriceHistory(db: DbOrTx, brandId: string): Promise<PriceHistory> {
  const rows = await db
    .selectFrom('plan')
    .select(['product_id', 'price_cents', 'credits', 'created_at'])
    .where('brand_id', '=', brandId)
    .orderBy('product_id')
    .orderBy('version')
    .execute();
  const prices = rows.map((row) => ({
    productId: row.product_id,
    priceCents: row.price_cents,
    credits: row.credits,
    from: row.created_at,
  }));
  return Map.groupBy(prices, ({ productId }) => productId);
}

/** The lowest that was asked for in the days before `end`, with what has been asked for since the last of them. */
export function lowestBefore(
  prices: readonly PastPrice[],
  end: Date,
  priceOf: (price: PastPrice) => number = ({ priceCents }) => priceCents,
): number | undefined {
  const start = end.getTime() - OLD_PRICE_DAYS * DAY;
  const held = prices.filter(({ from }, index) => {
    const until = prices[index + 1]?.from ?? end;
    return from < end && until.getTime() > start;
  });
  return held.length > 0 ? Math.min(...held.map(priceOf)) : undefined;
}

/**
 * The lowest price of the days before it became what it is. None where it was not on sale for all of them: a price that
 * was asked for since yesterday is nothing to compare with.
 */
export function lowestBeforeReduction(
  prices: readonly PastPrice[],
  current: Omit<PastPrice, 'from'>,
  now: Date,
): number | undefined {
  const isCurrent = ({ priceCents, credits }: PastPrice) =>
    priceCents === current.priceCents && credits === current.credits;
  const last = prices.findLastIndex((price) => !isCurrent(price));
  const earlier = prices.slice(0, last + 1);
  const reducedAt = prices[last + 1]?.from ?? now;
  const [first] = earlier;
  if (!first || first.from.getTime() > reducedAt.getTime() - OLD_PRICE_DAYS * DAY) return undefined;
  return lowestBefore(earlier, reducedAt);
}
