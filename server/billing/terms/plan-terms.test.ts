import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import type { World } from '#testing/world.ts';
import { findNewestTerms, readTerms, renews } from './plan-terms.ts';
import type { PlanTerms } from './plan-terms.ts';

const termsOf = (world: World, productId: string) =>
  findNewestTerms(world.app.db, world.brand().id, productId);

test('a plan that renews grants its gift at first, and costs and grants the rest with every period', async ({
  world,
}) => {
  expect(await termsOf(world, 'vip-month-welcome')).toMatchObject({
    every: 'month',
    price_cents: 1990,
    renewal_cents: 1990,
    credits: 100,
    renewal_credits: 50,
    level: 2,
    first_purchase_only: true,
  });
});

test('a pack grants all it has at once, and nothing of it renews', async ({ world }) => {
  const pack = await termsOf(world, 'credits-100-welcome');
  expect(pack).toMatchObject({
    every: null,
    price_cents: 990,
    renewal_cents: null,
    credits: 200,
    renewal_credits: null,
    level: 1,
  });
  expect([pack && renews(pack), await termsOf(world, 'no-such-plan')]).toEqual([false, undefined]);
});

test.for([
  // The level that the operator wrote, the price, the period; the level while it runs, and what is left of it.
  [0, 0, null, 0, 0],
  [0, 990, null, 1, 1],
  [1, 990, null, 1, 1],
  [2, 990, null, 2, 2],
  [0, 990, 'month', 1, 1],
  [1, 990, 'month', 1, 1],
  [2, 990, 'month', 2, 1],
] as const)(
  'level %i for %i cents and period %s is level %i while it runs, and level %i after it',
  async ([written, cents, period, running, lasting], { db, world }) => {
    const brandId = world.brand().id;
    const productId = `plan-${written}-${cents}-${period ?? 'once'}`;
    await sql`
      insert into plan (brand_id, product_id, version, price_cents, total_cents, credits_price_cents, credits,
        promo_credits, level, period, first_purchase_only, settings)
      values (${brandId}, ${productId}, 1, ${cents}, ${cents}, 0, 0, 0, ${written}, ${period}, false, '{}')`.execute(
      db,
    );
    const { rows } = await sql<Pick<PlanTerms, 'level'> & { lasting_level: number }>`
      select level, lasting_level from plan_terms
      where brand_id = ${brandId}::uuid and product_id = ${productId}`.execute(db);
    expect(rows).toEqual([{ level: running, lasting_level: lasting }]);
  },
);

test('an order of no plan has no terms, and what was sold is never gone', async ({ app, db, world }) => {
  const brandId = world.brand().id;
  expect(await readTerms(app, db, { brandId, productId: null, version: null })).toBeNull();
  await expect(readTerms(app, db, { brandId, productId: 'vip-month', version: 99 })).rejects.toThrow(
    'is gone',
  );
});
