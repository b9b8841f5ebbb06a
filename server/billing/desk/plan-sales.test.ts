import { z } from 'zod';
import { readBrandFolder } from '#server/brands/brand-files.ts';
import { saveBrand } from '#server/brands/save-brand.ts';
import { buy, openBank } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { changePlan } from '../plans/change-plan.ts';
import { leavePlan } from '../plans/end-plan.ts';
import { readPlanSales } from './plan-sales.ts';

test('each version of a plan says how often it was bought and how many renew on it', async ({
  app,
  world,
}) => {
  await openBank(app);
  const ada = await atWork(world, { role: 'brand_manager' });
  const salesOf = async (productId: string) =>
    (await readPlanSales(ada, { brand: 'lunaria', productId })).versions;
  const before = await salesOf('vip-month');
  const [marco, luca, sara] = [await world.member(), await world.member(), await world.member()];
  for (const member of [marco, luca, sara]) await buy(member, 'vip-month');
  // It ends when it is over, or goes on as another plan: it does not renew.
  await leavePlan(luca, { when: 'period_end' });
  await changePlan(sara, { productId: 'vip-year' });

  await publishPrice('vip-month', 3190);
  const carla = await world.member();
  await buy(carla, 'vip-month');

  const [newest, older] = await salesOf('vip-month');
  expect(newest).toMatchObject({ version: 2, totalCents: 3190, bought: 1, renewing: 1 });
  expect(older).toMatchObject({
    version: 1,
    totalCents: 2990,
    period: 'month',
    bought: (before[0]?.bought ?? 0) + 3,
    renewing: (before[0]?.renewing ?? 0) + 1,
  });
  expect((await salesOf('vip-year'))[0]).toMatchObject({ bought: 0, renewing: 1 });

  async function publishPrice(productId: string, totalCents: number) {
    const { files } = await readBrandFolder();
    const written = structuredClone(files.find(({ written: each }) => isLunaria(each))?.written);
    const file = z.looseObject({ plans: z.array(z.looseObject({ productId: z.string() })) }).parse(written);
    for (const plan of file.plans)
      if (plan.productId === productId) Object.assign(plan, { priceCents: totalCents, totalCents });
    await saveBrand(app.db, file as never);
    await app.brands.reload();
  }
});

const isLunaria = (written: { settings: { key: string } }) => written.settings.key === 'lunaria';
