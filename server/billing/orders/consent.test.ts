import { termsText, purchaseTerms } from '#contract/billing/purchase-terms.ts';
import type { TermsInput } from '#contract/billing/purchase-terms.ts';
import { declined, failureOf, fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { tryCharge } from '../payments/pay-by-card.ts';

const pack: TermsInput = {
  language: 'it',
  country: 'it',
  descriptor: 'LUNARIA DEMO',
  kind: 'plan',
  plan: { name: '', renewalCents: null, period: null },
  amountCents: 2490,
  creditCents: 0,
  credits: 300,
};

test('what was shown must be what the order says, in whichever language it was shown', async ({
  world,
  db,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  const name = marco.brand.plans.get('credits-300')?.name;
  const shown = (change: Partial<TermsInput>) => termsText(purchaseTerms({ ...pack, ...change }));
  const cheaper = shown({ plan: { ...pack.plan!, name: name!.it }, amountCents: 990 });
  expect(await failureOf(tryCharge(marco, { ...input, terms: cheaper }))).toMatchObject({
    code: 'order.terms_changed',
  });
  const french = shown({ language: 'fr', plan: { ...pack.plan!, name: name!.fr } });
  expect(await tryCharge(marco, { ...input, terms: french })).toMatchObject({ status: 'ok' });
  const consent = await db
    .selectFrom('purchase_consent')
    .selectAll()
    .where('purchase_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(`${consent.terms}\n${consent.button}`).toBe(french);
  expect(consent).toMatchObject({
    language: 'fr',
    amount_cents: 2490,
    renewal_cents: null,
    period: null,
    immediate: true,
    account_id: marco.accountId,
  });
});

test('what was agreed to is kept where the page did not say what it showed', async ({ world, db }) => {
  const marco = await payer(world, [fakeProvider('adyen', declined('generic'))]);
  const { orderId, input } = await orderFor(marco, 'vip-month');
  await tryCharge(marco, input);
  const consent = await db
    .selectFrom('purchase_consent')
    .selectAll()
    .where('purchase_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(consent).toMatchObject({ language: 'it', period: 'month', renewal_cents: 2990, immediate: true });
  expect(consent.button).toBe('Ordine con obbligo di pagare');
});

test('the plain flow wants its box ticked', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen], { flowId: '0000' });
  const { input } = await orderFor(marco, 'plain-credits-100');
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'order.disclaimer_missing' });
  expect(adyen.requests).toEqual([]);
  expect(await tryCharge(marco, { ...input, disclaimer: true })).toMatchObject({ status: 'ok' });
});

test('a plan that was bought at another page makes the order senseless', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const [one, two] = [await orderFor(marco, 'vip-month'), await orderFor(marco, 'vip-month')];
  expect(await tryCharge(marco, one.input)).toMatchObject({ status: 'ok' });
  expect(await failureOf(tryCharge(marco, two.input))).toMatchObject({ code: 'order.terms_changed' });
  expect(adyen.requests).toHaveLength(1);
});
