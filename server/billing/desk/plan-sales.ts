/** How often each version of a plan was bought, and how many renew on it. */

import { sql } from 'kysely';
import { period } from '#contract/brand/flow.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { premiumLevel } from '#contract/kernel/fields.ts';
import type { readPlanSales as endpoint } from '#contract/staff/plan-sales.ts';
import type { StaffContext } from '#server/app.ts';
import { findEditedBrand } from '#server/brands/editing/edited-brand.ts';

const MOST_VERSIONS = 200;

export async function readPlanSales(
  context: StaffContext,
  { brand, productId }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const rows = await context.app.db
    .selectFrom('plan as p')
    .select([
      'p.version',
      'p.created_at',
      'p.price_cents',
      'p.total_cents',
      'p.credits',
      'p.promo_credits',
      'p.level',
      'p.period',
    ])
    // Both counts are read from an index of their own.
    .select(({ selectFrom }) => [
      selectFrom('purchase as sold')
        .whereRef('sold.brand_id', '=', 'p.brand_id')
        .whereRef('sold.product_id', '=', 'p.product_id')
        .whereRef('sold.version', '=', 'p.version')
        .where('sold.fulfilled_at', 'is not', null)
        .where('sold.kind', '!=', 'renewal')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('bought'),
      selectFrom('subscription as s')
        .whereRef('s.brand_id', '=', 'p.brand_id')
        .where(sql<boolean>`coalesce(s.next_product_id, s.product_id) = p.product_id`)
        .where(sql<boolean>`coalesce(s.next_version, s.version) = p.version`)
        .where('s.next_charge_at', 'is not', null)
        .select(sql<number>`count(*)::int`.as('count'))
        .as('renewing'),
    ])
    .where('p.brand_id', '=', brandId)
    .where('p.product_id', '=', productId)
    .orderBy('p.version', 'desc')
    .limit(MOST_VERSIONS)
    .execute();
  return {
    versions: rows.map((row) => ({
      version: row.version,
      publishedAt: row.created_at.getTime(),
      priceCents: row.price_cents,
      totalCents: row.total_cents,
      credits: row.credits,
      promoCredits: row.promo_credits,
      level: premiumLevel.parse(row.level),
      period: period.nullable().parse(row.period),
      bought: row.bought ?? 0,
      renewing: row.renewing ?? 0,
    })),
  };
}
