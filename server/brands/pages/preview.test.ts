import { expect, test } from '#testing/harness.ts';
import { makeEditedBrand } from '#testing/staff/edited-brand.ts';
import { atWork } from '#testing/staff/staff.ts';
import { makeBrand } from '../editing/make-brand.ts';
import { previewBrand } from './preview.ts';

test('a brand that was never published is shown from its drafts and from what is being typed', async ({
  world,
}) => {
  const owner = await atWork(world);
  await makeBrand(owner, { key: 'aurora', title: 'Aurora', hostname: 'aurora.localhost', from: null });
  const typed = {
    part: 'brand',
    content: { title: 'Aurora di mattina', tagline: { it: 'Presto.' }, theme: {} },
  };
  const shown = await previewBrand(owner, { brand: 'aurora', parts: [typed], language: 'it', mail: 'dark' });
  expect(shown.boot.brand).toMatchObject({ title: 'Aurora di mattina', tagline: 'Presto.' });
  // Half a theme is none: the draft's stands in for it.
  expect(shown.theme).toMatchObject({ hero: 'tiles', radius: 16 });
  // Nothing was written of it yet, so that the name stands there.
  expect(shown.boot.brand.description).toBe('Aurora di mattina');
  expect(shown.boot.flow.plans.standard).toMatchObject([{ productId: 'vip-month', name: 'VIP un mese' }]);
  expect(shown.mail).toContain('Aurora di mattina');
});

test('a flow is shown with the plans as they are typed, at what they would give', async ({ app, world }) => {
  const owner = await atWork(world);
  const key = await makeEditedBrand(world);
  const flow = app.brands.byKey(key)?.flows.get('7');
  const plan = {
    productId: 'prova',
    name: { it: 'Prova' },
    priceCents: 500,
    totalCents: 500,
    credits: 30,
    promoCredits: 20,
    level: 1,
  };
  const { boot } = await previewBrand(owner, {
    brand: key,
    parts: [
      { part: 'flow:7', content: { ...flow, messageValue: 10, plans: { credits: ['prova'] } } },
      { part: 'plan:prova', content: plan },
    ],
    flowId: '7',
    language: 'it',
  });
  // Lists that are not whole are shown as they were.
  expect(boot.flow.plans.standard.length).toBeGreaterThan(0);
  const whole = { plain: [], standard: [], credits: ['prova'], verification: [] };
  const again = await previewBrand(owner, {
    brand: key,
    parts: [
      { part: 'flow:7', content: { ...flow, messageValue: 10, plans: whole } },
      { part: 'plan:prova', content: plan },
    ],
    flowId: '7',
    language: 'it',
  });
  expect(again.boot.flow.plans.credits).toMatchObject([{ name: 'Prova', messages: 5 }]);
});
