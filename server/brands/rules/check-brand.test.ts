import { RULES, unionSources } from '#contract/countries/european-union.ts';
import type { RuleName } from '#contract/countries/european-union.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import type { BrandFile } from '../brand-file.ts';
import { readBrandFiles } from '../brand-files.ts';
import { saveBrand } from '../save-brand.ts';
import { checkBrands, explainUnlawful, findBreaches } from './check-brand.ts';

const files = await readBrandFiles();
const everywhere = (text: string) => ({ it: text, es: text, en: text, fr: text });

function brandLike(key: string): BrandFile {
  const file = structuredClone(files[0]!);
  return { ...file, settings: { ...file.settings, key, hostnames: [`${key}.localhost`] } };
}

function planOf(file: BrandFile, productId: string) {
  return file.plans.find((plan) => plan.productId === productId)!;
}

const breachesOf = (file: BrandFile) => findBreaches({ ...file, history: new Map(), now: new Date() });

test.for(files)('$settings.key breaks no rule in any flow, plan or language', (file) => {
  expect(breachesOf(file)).toEqual([]);
});

const mistakes: [RuleName, string, (file: BrandFile) => void][] = [
  [
    'price_with_vat',
    'plan vip-month',
    (file) => (planOf(file, 'vip-month').priceNote = everywhere('al mese + IVA')),
  ],
  ['price_true', 'plan vip-quarter', (file) => (planOf(file, 'vip-quarter').priceCents = 1990)],
  ['old_price', 'plan vip-quarter', (file) => (planOf(file, 'vip-quarter').oldPriceCents = 3990)],
  ['old_price', 'plan vip-quarter', (file) => (planOf(file, 'vip-quarter').badge = everywhere('40 %'))],
  ['old_price', 'plan vip-week', (file) => (planOf(file, 'vip-week').badge = everywhere('-20%'))],
  ['old_price', 'plan vip-month', (file) => (planOf(file, 'vip-month').oldPriceCents = 3990)],
  ['old_price', 'plan credits-300', (file) => (planOf(file, 'credits-300').oldPriceOf = 'vip-month')],
  [
    'free_claim',
    'plan credits-100',
    (file) => (planOf(file, 'credits-100').name = everywhere('100 crediti gratis')),
  ],
  [
    'leaving',
    'plan vip-year',
    (file) => (planOf(file, 'vip-year').description!.en = 'Cannot be cancelled for a year.'),
  ],
  [
    'withdrawal',
    'settings',
    (file) => (file.settings.welcome = everywhere('Gli acquisti non sono: nessun rimborso.')),
  ],
  ['kind_shown', 'settings', (file) => (file.settings.tagline.es = 'Solo personas reales')],
  [
    'kind_shown',
    'flow 7',
    (file) => (file.flows[0]!.paywalls.blurred = { text: everywhere('100 % real people') }),
  ],
  ['descriptor', 'payment.descriptor', (file) => (file.settings.payment.descriptor = 'WEB SERVICES LTD')],
  [
    'consent',
    'settings, pixels',
    ({ settings }) => {
      settings.pixels = [{ kind: 'meta', pixelId: '123456' }];
      delete settings.cookieConsent;
    },
  ],
  [
    'transfers',
    'processor Elsewhere Inc.',
    (file) => file.settings.legal.processors.push({ name: 'Elsewhere Inc.', purpose: 'ai', country: 'US' }),
  ],
];

test.for(mistakes)(
  '%s: %s that breaks it is not published, and the law is named',
  async ([rule, where, mistake], { db }) => {
    const file = brandLike('unlawful');
    mistake(file);
    const refusal = await saveBrand(db, file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Failure);
    const { code, details } = refusal as Failure<'brand.unlawful'>;
    expect([code, details.brand]).toEqual(['brand.unlawful', 'unlawful']);
    expect(new Set(details.breaches.map((breach) => breach.rule))).toEqual(new Set([rule]));
    for (const breach of details.breaches) {
      expect(breach.where).toMatch(new RegExp(`^${where}`));
      expect(breach.source).toContain(unionSources[rule]);
    }
    expect(await db.selectFrom('brand').select('id').where('key', '=', 'unlawful').execute()).toEqual([]);
  },
);

test('a country adds its own law to that of the Union', () => {
  const file = brandLike('sources');
  planOf(file, 'vip-quarter').priceCents = 1990;
  expect(breachesOf(file)[0]?.source).toBe('Directive 2005/29/EC, art. 6(1)(d); Codice del consumo, art. 21');
  expect(Object.keys(unionSources)).toEqual([...RULES]);
});

/** Makes a version of a plan that was sold since some days ago. */
async function soldBefore(
  db: Database,
  brandId: string,
  productId: string,
  prices: [daysAgo: number, cents: number][],
) {
  const row = await db
    .selectFrom('plan')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  for (const [index, [daysAgo, cents]] of prices.entries())
    await db
      .insertInto('plan')
      .values({
        ...row,
        product_id: `${productId}-x`,
        version: index + 1,
        price_cents: cents,
        total_cents: cents,
        credits_price_cents: 0,
        settings: JSON.stringify(row.settings),
        created_at: new Date(Date.now() - daysAgo * DAY),
      })
      .execute();
}

test('an old price is the lowest of the thirty days before the reduction', async ({ db }) => {
  const file = brandLike('history');
  const brandId = await saveBrand(db, file);
  // Sold at 30 euros for long, at 20 in an offer that ended a fortnight ago, and at 30 again since.
  await soldBefore(db, brandId, 'vip-week', [
    [200, 3000],
    [25, 2000],
    [14, 3000],
  ]);
  const week = planOf(file, 'vip-week');
  const reduced = (oldPriceCents: number, priceCents = 1500) => ({
    ...file,
    plans: [
      ...file.plans,
      {
        ...week,
        productId: 'vip-week-x',
        priceCents,
        totalCents: priceCents,
        oldPriceCents,
        creditsPriceCents: 0,
      },
    ],
  });
  const refusal = await saveBrand(db, reduced(3000)).catch((error: unknown) => error);
  expect((explainUnlawful(refusal) as Error).message).toContain(
    'plan vip-week-x: the old price of 3000 cents is more than 2000, the lowest of the last 30 days\n    old_price: Directive 98/6/EC, art. 6a; Codice del consumo, art. 17-bis',
  );
  await saveBrand(db, reduced(2000));
  // Saved once more it is judged by the days before the reduction, not by its own.
  await saveBrand(db, reduced(2000));
  // What has been sold for a week only has no price of before.
  await soldBefore(db, brandId, 'vip-month', [[7, 5000]]);
  const month = { ...planOf(file, 'vip-month'), productId: 'vip-month-x', creditsPriceCents: 0 };
  const soon = { ...reduced(2000), plans: [...reduced(2000).plans, { ...month, oldPriceCents: 5000 }] };
  await expect(saveBrand(db, soon)).rejects.toThrow('brand.unlawful');
});

test('a landing whose picture is missing is not published', async ({ db }) => {
  const file = brandLike('pictured');
  const [flow] = file.flows;
  const shown = (picture: string) => ({
    ...file,
    flows: [{ ...flow!, landings: { ms: { pictures: [picture] } } }, ...file.flows.slice(1)],
  });
  const refusal = await saveBrand(db, shown('lunaria/nobody.webp')).catch((error: unknown) => error);
  expect((explainUnlawful(refusal) as Error).message).toContain(
    `  flow ${flow!.id}, landing ms: lunaria/nobody.webp`,
  );
  await saveBrand(db, shown(file.settings.heroPictures[0]!));
});

test('a start leaves out a brand that came in by another way until it is saved lawfully, and warns of facts and pictures that pages lack', async ({
  app,
  db,
}) => {
  const warnings: unknown[] = [];
  const errors: unknown[] = [];
  const log = {
    warn: (details: unknown) => warnings.push(details),
    error: (details: unknown) => errors.push(details),
  } as unknown as typeof app.log;
  const brands = app.brands;
  await checkBrands({ db, brands, log });
  expect(warnings).toEqual([]);
  const [brand] = brands.all();
  const { legalForm: _, ...company } = brand!.settings.company;
  const set = (settings: object) =>
    db
      .updateTable('brand')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', brand!.id)
      .execute();
  await set({ ...brand!.settings, company });
  await brands.reload();
  await checkBrands({ db, brands, log });
  expect(warnings).toEqual([{ brand: 'lunaria', fact: 'legalForm', pages: ['imprint'] }]);
  warnings.length = 0;
  await set({ ...brand!.settings, heroPictures: ['lunaria/gone.webp'] });
  await brands.reload();
  await checkBrands({ db, brands, log });
  expect(warnings).toEqual([{ brand: 'lunaria', where: 'heroPictures', picture: 'lunaria/gone.webp' }]);
  await set({ ...brand!.settings, payment: { ...brand!.settings.payment, descriptor: 'WEB SERVICES' } });
  await brands.reload();
  await checkBrands({ db, brands, log });
  const refused = { name: 'lunaria', reason: expect.stringContaining('payment.descriptor: ') };
  expect(errors).toEqual([refused]);
  // It stays out however often the brands are read again, and the others are served.
  await brands.reload();
  expect(brands.refused()).toEqual([refused]);
  expect(brands.byKey('verbena')).toBeDefined();
  expect(brands.byId(brand!.id) ?? brands.byHostname('it.localhost')).toBeUndefined();
  await saveBrand(db, files[0]!);
  await brands.reload();
  expect(brands.refused()).toEqual([]);
  expect(brands.byHostname('it.localhost')?.key).toBe('lunaria');
  await set({ ...brand!.settings, country: 'atlantis' });
  await brands.reload();
  expect(brands.refused()).toEqual([{ name: 'lunaria', reason: expect.stringContaining('at country') }]);
});
