import { sql } from 'kysely';
import type { BrandSettings } from '../../contract/brand/brand.ts';
import { creditsPrice } from '../../contract/brand/flow.ts';
import type { FlowSettings, PlanSettings } from '../../contract/brand/flow.ts';
import type { DbOrTx, Tx } from '../platform/database/database.ts';

export function readBrands(db: DbOrTx) {
  return db
    .selectFrom('brand')
    .select(['id', 'key', 'settings'])
    .orderBy('created_at')
    .orderBy('key')
    .execute();
}

export function readFlows(db: DbOrTx) {
  return db.selectFrom('flow').select(['brand_id', 'id', 'settings']).execute();
}

export function readNewestPlans(db: DbOrTx) {
  return db
    .selectFrom('plan')
    .select(['brand_id', 'product_id', 'version', 'settings'])
    .distinctOn(['brand_id', 'product_id'])
    .orderBy('brand_id')
    .orderBy('product_id')
    .orderBy('version', 'desc')
    .execute();
}

export async function upsertBrand(tx: Tx, id: string, settings: BrandSettings): Promise<string> {
  const row = await tx
    .insertInto('brand')
    .values({ id, key: settings.key, settings: JSON.stringify(settings) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('brand_host').where('brand_id', '=', row.id).execute();
  await tx
    .insertInto('brand_host')
    .values(settings.hostnames.map((hostname) => ({ hostname, brand_id: row.id })))
    .execute();
  return row.id;
}

export async function upsertFlow(tx: Tx, brandId: string, settings: FlowSettings): Promise<void> {
  await tx
    .insertInto('flow')
    .values({ brand_id: brandId, id: settings.id, settings: JSON.stringify(settings) })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'id'])
        .doUpdateSet({ settings: JSON.stringify(settings), updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function insertPlanVersion(
  tx: Tx,
  brandId: string,
  plan: PlanSettings,
  version: number,
): Promise<void> {
  await tx
    .insertInto('plan')
    .values({
      brand_id: brandId,
      product_id: plan.productId,
      version,
      price_cents: plan.priceCents,
      total_cents: plan.totalCents,
      credits_price_cents: creditsPrice(plan),
      credits: plan.credits,
      promo_credits: plan.promoCredits,
      level: plan.level,
      period: plan.period ?? null,
      first_purchase_only: plan.firstPurchaseOnly,
      settings: JSON.stringify(plan),
    })
    .execute();
}
