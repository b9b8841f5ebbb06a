import { z } from 'zod';
import { paywallName } from '#contract/brand/flow.ts';
import type { PlanSettings } from '#contract/brand/flow.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import type { LocalText } from '#contract/kernel/fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { expect, test } from '#testing/harness.ts';
import { brandFile } from './brand-file.ts';
import type { BrandFile } from './brand-file.ts';
import { readBrandFiles } from './brand-files.ts';
import { openBrandDirectory } from './directory.ts';
import { saveBrand } from './save-brand.ts';

const files = await readBrandFiles();

/** A brand of the test's own, so that the demo's stay as they are. */
function anotherBrand(key: string): BrandFile {
  const [file] = structuredClone(files);
  if (!file) throw new Error('no brand file');
  return { ...file, settings: { ...file.settings, key, hostnames: [`${key}.localhost`] } };
}

const versionsOf = (db: Database, brandId: string, productId: string) =>
  db
    .selectFrom('plan')
    .select(['version', 'price_cents', 'total_cents'])
    .where('brand_id', '=', brandId)
    .where('product_id', '=', productId)
    .orderBy('version')
    .execute();

test('the demo has an Italian and a Spanish brand, each on hosts of its own', () => {
  expect(files.map(({ settings }) => [settings.key, settings.country, settings.hostnames])).toEqual([
    ['lunaria', 'it', ['localhost', 'it.localhost', '127.0.0.1']],
    ['verbena', 'es', ['es.localhost']],
  ]);
  for (const { settings } of files) {
    expect(settings.demo).toBe(true);
    expect(settings).toMatchObject({
      affiliation: false,
      cookieConsent: expect.anything(),
      wallet: expect.anything(),
      payPal: expect.anything(),
    });
    // No real person can be reached or meant by mistake.
    expect(settings.support.email).toMatch(/\.example$/);
    expect(settings.domain).toMatch(/\.example$/);
    expect(settings.support.phone).toMatch(/^\+3[94] 000/);
    expect(settings.company.vat).toMatch(/0{8}/);
    // The sign is drawn in the colour of the text around it, and contains nothing else.
    expect(settings.logo).toContain('currentColor');
    expect(settings.logo).not.toMatch(
      /<script|\bon\w+=|href|url\(|#[0-9a-f]{3}|<(?:style|image|foreignObject)/i,
    );
    expect(settings.logo).not.toMatch(/<svg[^>]* (?:width|height)=/);
  }
});

test.for(files)('$settings.key has its flows, and its plans use every list and field', ({ flows, plans }) => {
  const flow = (id: string) => flows.find((one) => one.id === id);
  expect(flows.map(({ id }) => id)).toEqual(['7', '0000', '11', '12', '13', '14', '15', '16', '17']);
  expect(flow('11')).toMatchObject({ optIn: 'double' });
  expect(flow('12')).toMatchObject({ ageVerification: true, plans: { verification: ['age-check'] } });
  expect(flow('13')).toMatchObject({ invites: true });
  expect(flow('14')).toMatchObject({ ai: true });
  expect(flows.filter(({ ai }) => ai)).toHaveLength(1);
  // Each limit can be seen at work in one flow, and the default has none.
  expect(flows.flatMap(({ id, freePages }) => (freePages ? [[id, freePages]] : []))).toEqual([['15', 3]]);
  expect(flows.flatMap(({ id, keepsReserved }) => (keepsReserved ? id : []))).toEqual(['16']);
  expect(flows.flatMap(({ id, frameUrl }) => (frameUrl ? [[id, frameUrl]] : []))).toEqual([
    ['17', '/legal/features'],
  ]);
  expect(flows.flatMap(({ id, upsell }) => (upsell.length > 0 ? [id] : []))).toEqual(['15']);
  for (const { paywalls } of flows)
    for (const name of Object.keys(paywalls))
      expect(() => z.encode(paywallName, name as never)).not.toThrow();
  const fields: (keyof PlanSettings)[] = [
    'badge',
    'oldPriceCents',
    'priceNote',
    'description',
    'suggestion',
    'period',
  ];
  for (const field of fields)
    expect(
      plans.some((plan) => plan[field] !== undefined),
      field,
    ).toBe(true);
  for (const flag of ['spaceBelow', 'firstPurchaseOnly', 'promoCredits'] as const)
    expect(plans.some((plan) => plan[flag])).toBe(true);
  expect(plans.some(({ visible }) => !visible)).toBe(true);
  expect(new Set(plans.flatMap(({ period }) => period ?? []))).toEqual(
    new Set(['week', 'month', 'quarter', 'year']),
  );
  const listed = new Set(flows.flatMap(({ plans: lists }) => Object.values(lists).flat()));
  expect(plans.map(({ productId }) => productId).filter((id) => !listed.has(id))).toEqual([]);
});

test.for(files)('what $settings.key says about its prices is true', ({ plans }) => {
  const onSale = plans.filter(({ visible, firstPurchaseOnly }) => visible && !firstPurchaseOnly);
  for (const plan of plans.filter(({ oldPriceCents }) => oldPriceCents !== undefined)) {
    const { oldPriceCents = 0, priceCents } = plan;
    // The old price is what the same costs here when bought in smaller parts: single months, or single packs.
    const reallySold = onSale.some((other) =>
      plan.period
        ? other.period === 'month' && other.level === plan.level && other.priceCents === oldPriceCents
        : !other.period &&
          other.credits > 0 &&
          (other.priceCents * plan.credits) / other.credits === oldPriceCents,
    );
    expect(reallySold, plan.productId).toBe(true);
    expect(priceCents).toBeLessThan(oldPriceCents);
    const percent = Math.floor((1 - priceCents / oldPriceCents) * 100);
    // English alone writes the sign without a space.
    for (const language of LANGUAGES)
      expect(plan.badge?.[language]).toContain(language === 'en' ? `${percent}%` : `${percent}\u00a0%`);
  }
  for (const { period, priceCents, totalCents, productId } of plans) {
    const months = period === 'quarter' ? 3 : period === 'year' ? 12 : 1;
    expect([priceCents, priceCents * months], productId).toContain(totalCents);
  }
  expect(plans.find(({ productId }) => productId === 'age-check')).toMatchObject({
    totalCents: 0,
    level: 0,
    credits: 0,
  });
});

test.for(files)('no text of $settings.key is missing in a language', ({ settings, plans, flows }) => {
  const texts: (LocalText | undefined)[] = [
    settings.tagline,
    settings.description,
    ...plans.flatMap(({ name, badge, priceNote, description, suggestion }) => [
      name,
      badge,
      priceNote,
      description,
      suggestion,
    ]),
    ...flows.flatMap(({ paywalls }) =>
      Object.values(paywalls).flatMap(({ title, text, button }) => [title, text, button]),
    ),
  ];
  for (const text of texts) {
    if (text === undefined) continue;
    for (const language of LANGUAGES) expect(text[language].trim()).not.toBe('');
  }
});

test('a file that names a plan or a default flow it does not have is refused', () => {
  const noPlan = anotherBrand('broken');
  noPlan.flows[0]?.plans.standard.push('vip-century');
  expect(brandFile.safeParse(noPlan).error?.issues[0]?.message).toContain('vip-century');
  const noFlow = anotherBrand('broken');
  noFlow.settings.defaultFlow = '99';
  expect(brandFile.safeParse(noFlow).error?.issues[0]?.message).toContain('99');
});

test('what would do nothing is no setting: photo folders, a vertical, a payment page elsewhere', () => {
  const messagesOf = (change: (file: BrandFile) => object) => {
    const file = anotherBrand('idle');
    return brandFile.safeParse({ ...file, ...change(file) }).error?.issues.map(({ message }) => message);
  };
  const inSettings = (extra: object) =>
    messagesOf(({ settings }) => ({ settings: { ...settings, ...extra } }));
  const inFlow = (extra: object) =>
    messagesOf(({ flows }) => ({ flows: flows.map((flow) => ({ ...flow, ...extra })) }));
  expect(inSettings({ photos: { host: 'https://photos.example' } })).toBeUndefined();
  expect(inSettings({ photos: { folders: { female: 'a', male: 'b' } } })).toEqual([
    'Unrecognized key: "folders"',
  ]);
  expect(inSettings({ affiliatePaymentUrl: 'https://pay.example' })).toEqual([
    'Unrecognized key: "affiliatePaymentUrl"',
  ]);
  expect(new Set(inFlow({ vertical: 'companion' }))).toEqual(new Set(['Unrecognized key: "vertical"']));
});

test('a flow that asks for an age check and lists no plan for it is refused by its name', () => {
  const file = anotherBrand('locked-out');
  const messages = () => brandFile.safeParse(file).error?.issues.map(({ message }) => message);
  expect(messages()).toBeUndefined();
  const flow = file.flows.find(({ ageVerification }) => ageVerification);
  if (!flow) throw new Error('no flow with an age check');
  flow.plans.verification = [];
  expect(messages()).toEqual([
    `flow ${flow.id} asks for an age check and lists no plan to do it by: its members could never read a reply`,
  ]);
  flow.ageVerification = false;
  expect(messages()).toBeUndefined();
});

test('words for a popup that a flow never opens are refused', () => {
  const messagesOf = (paywall: string, settings: object) => {
    const file = anotherBrand('idle');
    const flows = file.flows.map((flow) =>
      flow.id === '7' ? { ...flow, ...settings, paywalls: { [paywall]: {} } } : flow,
    );
    return brandFile.safeParse({ ...file, flows }).error?.issues.map(({ message }) => message) ?? [];
  };
  expect(messagesOf('more_pages', {})).toEqual(['flow 7 has words for more_pages, which it never opens']);
  expect(messagesOf('more_pages', { freePages: 2 })).toEqual([]);
  expect(messagesOf('profile_locked', {})).toHaveLength(1);
  expect(messagesOf('profile_locked', { keepsReserved: true })).toEqual([]);
  expect(messagesOf('blurred', {})).toEqual([]);
});

test('an offer after a purchase is refused where the flow does not sell it to those who have bought', () => {
  const messagesOf = (productId: string) => {
    const file = anotherBrand('afterwards');
    const flows = file.flows.map((flow) => (flow.id === '7' ? { ...flow, upsell: [productId] } : flow));
    return brandFile.safeParse({ ...file, flows }).error?.issues.map(({ message }) => message) ?? [];
  };
  expect(messagesOf('vip-month')).toEqual([]);
  // For a first purchase alone, of another flow, not for show, an age check, and none at all.
  for (const productId of ['vip-month-welcome', 'plain-month', 'credits-1500', 'age-check', 'gold'])
    expect(messagesOf(productId)).toEqual([
      `flow 7 offers after a purchase what it does not sell to those who have bought: ${productId}`,
    ]);
});

test('an age check that costs something is refused by its name', () => {
  const file = anotherBrand('fee');
  const messages = () => brandFile.safeParse(file).error?.issues.map(({ message }) => message);
  const flow = file.flows.find(({ ageVerification }) => ageVerification);
  const check = file.plans.find(({ productId }) => flow?.plans.verification.includes(productId));
  if (!flow || !check) throw new Error('no flow with an age check');
  check.totalCents = 10;
  expect(messages()).toEqual([
    `flow ${flow.id} takes money for an age check, which costs nothing: ${check.productId}`,
  ]);
});

test('a plan that changes gets a second version, and the first stays as it was sold', async ({ db }) => {
  const file = anotherBrand('versions');
  const brandId = await saveBrand(db, file);
  const month = file.plans.find(({ productId }) => productId === 'vip-month');
  if (!month) throw new Error('no monthly plan');
  const { totalCents } = month;
  month.totalCents += 100;
  month.priceCents += 100;
  expect(await saveBrand(db, file)).toBe(brandId);
  expect(
    (await versionsOf(db, brandId, 'vip-month')).map(({ version, total_cents }) => [version, total_cents]),
  ).toEqual([
    [1, totalCents],
    [2, totalCents + 100],
  ]);
  expect(await versionsOf(db, brandId, 'vip-week')).toHaveLength(1);
  const directory = await openBrandDirectory({ db, localhostIsFirst: false });
  expect(directory.byId(brandId)?.plans.get('vip-month')?.totalCents).toBe(totalCents + 100);
});

test('saving the same file again changes nothing', async ({ db }) => {
  const file = anotherBrand('same');
  const brandId = await saveBrand(db, file);
  const plans = () =>
    db.selectFrom('plan').selectAll().where('brand_id', '=', brandId).orderBy('product_id').execute();
  const before = await plans();
  expect(await saveBrand(db, brandFile.parse(JSON.parse(JSON.stringify(file))))).toBe(brandId);
  expect(await plans()).toEqual(before);
});

test('the database itself refuses to change or delete a plan that was sold', async ({ db }) => {
  const brandId = await saveBrand(db, anotherBrand('immutable'));
  const change = db.updateTable('plan').set({ total_cents: 1 }).where('brand_id', '=', brandId).execute();
  await expect(change).rejects.toThrow('plan rows never change');
  await expect(db.deleteFrom('plan').where('brand_id', '=', brandId).execute()).rejects.toThrow(
    'plan rows never change',
  );
});

test('a brand may move to other hosts, but never to one that another brand has', async ({ db }) => {
  const file = anotherBrand('moving');
  const brandId = await saveBrand(db, file);
  file.settings.hostnames = ['moved.localhost'];
  await saveBrand(db, file);
  const directory = await openBrandDirectory({ db, localhostIsFirst: false });
  expect(directory.byHostname('moved.localhost')?.id).toBe(brandId);
  expect(directory.byHostname('moving.localhost')).toBeUndefined();
  file.settings.hostnames = ['es.localhost'];
  await expect(saveBrand(db, file)).rejects.toMatchObject({
    code: 'brand.hostname_taken',
    details: { brand: 'moving', hostname: 'es.localhost', owner: 'verbena' },
  });
  await directory.reload();
  expect(directory.byHostname('es.localhost')?.key).toBe('verbena');
  expect(directory.byHostname('moved.localhost')?.id).toBe(brandId);
});

test('a flow frames a page of ours or of an origin that the brand has named, and nothing else', () => {
  const fits = (frameUrl: string, frameOrigins: string[] = []) => {
    const file = anotherBrand('framing');
    const flows = file.flows.map((flow) => ({ ...flow, frameUrl }));
    return brandFile.safeParse({ ...file, settings: { ...file.settings, frameOrigins }, flows }).success;
  };
  expect(fits('/legal/features')).toBe(true);
  for (const wrong of ['//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'http://news.example/a'])
    expect(fits(wrong, ['https://news.example'])).toBe(false);
  expect(fits('https://news.example/a')).toBe(false);
  expect(fits('https://news.example/a?b=c', ['https://news.example'])).toBe(true);
  expect(fits('https://news.example.evil.example/a', ['https://news.example'])).toBe(false);
});
