import { randomBytes } from 'node:crypto';
import type { Brand } from '#server/brands/directory.ts';
import { findBrokenInvariants } from '#testing/billing/books-invariants.ts';
import { attemptsOf, orderFor, taken } from '#testing/billing/payer.ts';
import { issueDocuments } from '#testing/billing/refunds.ts';
import { buy, openBank, passDays } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { mailsTo } from '#testing/platform/mails.ts';
import { atWork } from '#testing/staff/staff.ts';
import { withServices } from '#testing/world.ts';
import type { Member, World } from '#testing/world.ts';
import { billingAccountHandlers } from '../account-handlers.ts';
import { readBooks } from '../books/payouts.ts';
import { readPaymentTimeline } from '../desk/payment-timeline.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import { readPayerCountry } from '../providers/answers.ts';
import { quotePlan } from './quote-plan.ts';

/** A member of the Italian brand, whose trader declares by the one-stop shop, at an address in another country. */
async function abroad(world: World, addressCountry: string, oneStopShop = true): Promise<Member> {
  const member = await world.member();
  const { settings } = member.brand;
  const brand: Brand = {
    ...member.brand,
    settings: { ...settings, payment: { ...settings.payment, oneStopShop } },
  };
  const { brands } = member.app;
  const byId = (id: string) => (id === brand.id ? brand : brands.byId(id));
  return { ...withServices(member, { brands: { ...brands, byId } }), brand, addressCountry };
}

function purchasesOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('purchase')
    .select(['id', 'kind', 'vat_country', 'vat_basis_points', 'vat_evidence'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'fulfilled')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

test('a French card says so through the provider, and the trader without the one-stop shop pays their own tax', async ({
  world,
}) => {
  const ip = `10.${[...randomBytes(3)].join('.')}`;
  const buyPack = async (member: Member) => {
    const { input } = await orderFor(member, 'credits-300', { number: '4000 0025 0000 0003' });
    expect(await tryCharge(member, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  };
  const luc = { ...(await abroad(world, 'fr')), ip };
  await buyPack(luc);
  await buyPack(luc);
  expect(await attemptsOf(luc)).toMatchObject([{ payer_country: 'fr' }, { payer_country: 'fr' }]);
  expect(await purchasesOf(luc)).toMatchObject([
    { vat_country: 'it' },
    { vat_country: 'fr', vat_basis_points: 2000 },
  ]);

  const eve = { ...(await abroad(world, 'fr', false)), ip };
  await buyPack(eve);
  await buyPack(eve);
  const evidence = { place: 'it', address: 'fr', card: 'fr' };
  expect((await purchasesOf(eve)).at(-1)).toMatchObject({ vat_country: 'it', vat_evidence: evidence });
});

test('one who lives in Portugal pays its tax as soon as two facts say so, at the price that they agreed to', async ({
  world,
  app,
}) => {
  const bank = await openBank(app);
  const rui = await abroad(world, 'pt');
  bank.answers(rui, async (request) => {
    const verdict = await taken(request);
    return verdict.state === 'captured' ? { ...verdict, payerCountry: 'pt' } : verdict;
  });
  // The buyer's address alone speaks against the place that they have chosen.
  expect(await quotePlan(rui, { productId: 'vip-month' })).toMatchObject({ vatPercent: 22 });
  const { purchase } = await buy(rui, 'vip-month');
  await issueDocuments(rui.app);
  expect(await purchasesOf(rui)).toMatchObject([
    { vat_country: 'it', vat_basis_points: 2200, vat_evidence: { place: 'it', address: 'pt' } },
  ]);
  const support = await atWork(world, { role: 'support' });
  const { tax } = await readPaymentTimeline(support, { brand: 'lunaria', orderId: purchase.id });
  expect(tax).toEqual({
    country: 'it',
    percent: 22,
    evidence: { place: 'it', address: 'pt' },
    paidFrom: 'pt',
    isContradictory: true,
  });

  // The card has said the same since: the next purchase is taxed there, and so are the renewals of the plan.
  expect(await quotePlan(rui, { productId: 'credits-300' })).toMatchObject({ vatPercent: 23 });
  await passDays({ ...app, brands: rui.app.brands }, 31);
  await issueDocuments(rui.app);
  const [first, renewal] = await purchasesOf(rui);
  expect(first).toMatchObject({ vat_country: 'it' });
  expect(renewal).toMatchObject({
    kind: 'renewal',
    vat_country: 'pt',
    vat_basis_points: 2300,
    vat_evidence: { place: 'it', address: 'pt', card: 'pt' },
  });
  const [one = 0, ...others] = bank.renewalsOf(rui);
  expect([one, others]).toEqual([purchase.amountCents, []]);
  const receipts = (await mailsTo(app.db, rui.email)).filter(({ template }) => template === 'receipt');
  expect(receipts[0]?.text).toContain('di cui IVA 22\u00a0%:');
  expect(receipts[1]?.text).toContain('di cui IVA 23\u00a0% (Portogallo):');
  expect(await findBrokenInvariants(app.db)).toEqual([]);

  const finance = await atWork(world, { role: 'finance' });
  const { taxes } = await readBooks(finance);
  const portuguese = taxes.filter(({ country }) => country === 'pt');
  expect(portuguese).toEqual([
    {
      quarter: '2026-Q3',
      country: 'pt',
      percent: 23,
      netCents: purchase.amountCents - Math.round((purchase.amountCents * 23) / 123),
      vatCents: Math.round((purchase.amountCents * 23) / 123),
    },
  ]);
  const payments = billingAccountHandlers.exports?.find(({ topic }) => topic === 'payments');
  expect(await payments?.read(app.db, rui.brandId, rui.accountId)).toMatchObject({
    purchases: [{ vat_evidence: { card: 'pt' } }, { vat_evidence: { address: 'pt' } }],
    attempts: [{ payer_country: 'pt' }, { payer_country: 'pt' }],
  });
});

test('who moves between order and payment pays the tax of their order, and that of the new place next time', async ({
  world,
  app,
}) => {
  const bank = await openBank(app);
  const ana = await abroad(world, 'es');
  const moveToSpain = () =>
    app.db
      .updateTable('profile')
      .set({ country: 'es', region: null, city: null })
      .where('account_id', '=', ana.accountId)
      .execute();
  bank.answers(ana, async (request) => {
    // While the provider is asked.
    await moveToSpain();
    return taken(request);
  });
  const { purchase } = await buy(ana, 'credits-300');
  await issueDocuments(ana.app);
  expect(await purchasesOf(ana)).toMatchObject([
    { vat_country: 'it', vat_basis_points: 2200, vat_evidence: { place: 'it', address: 'es' } },
  ]);
  const receipt = (await mailsTo(app.db, ana.email)).find(({ template }) => template === 'receipt');
  expect(receipt?.text).toContain('di cui IVA 22\u00a0%:');
  expect(purchase.amountCents).toBeGreaterThan(0);
  // No card has said anything, and the place with the address are two.
  expect(await quotePlan(ana, { productId: 'credits-300' })).toMatchObject({
    vatPercent: 21,
    tax: { country: 'es', evidence: { place: 'es', address: 'es' } },
  });
  expect(await findBrokenInvariants(app.db)).toEqual([]);
});

test('an unknown country of a card, or a card without a country, is no evidence', async ({ world, app }) => {
  const bank = await openBank(app);
  const rui = await abroad(world, 'pt');
  await buy(rui, 'credits-300');
  expect(await attemptsOf(rui)).toMatchObject([{ payer_country: null }]);
  expect(await quotePlan(rui, { productId: 'credits-300' })).toMatchObject({
    vatPercent: 22,
    tax: { evidence: { place: 'it', address: 'pt' } },
  });
  expect(readPayerCountry('ZZ')).toEqual({});
  expect(readPayerCountry('PT')).toEqual({ payerCountry: 'pt' });
  expect(bank.charges).toHaveLength(1);
});

test('where a webhook was quicker than the answer, the country of the answer is not lost, and is not replaced', async ({
  world,
  app,
}) => {
  const bank = await openBank(app);
  const rui = await abroad(world, 'pt');
  bank.answers(rui, async (request) => {
    const verdict = await taken(request);
    if (verdict.state !== 'captured') return verdict;
    const { brandId } = rui;
    await recordOutcome(rui.app, { brandId, attemptId: request.attemptId, verdict, source: 'webhook' });
    return { ...verdict, payerCountry: 'pt' };
  });
  await buy(rui, 'credits-300');
  const [attempt] = await attemptsOf(rui);
  expect(attempt).toMatchObject({ state: 'captured', payer_country: 'pt' });
  const verdict = {
    state: 'captured',
    reference: attempt!.reference!,
    amountCents: attempt!.amount_cents,
    stored: null,
    payerCountry: 'fr',
  } as const;
  await recordOutcome(rui.app, { brandId: rui.brandId, attemptId: attempt!.id, verdict, source: 'poll' });
  expect(await attemptsOf(rui)).toMatchObject([{ payer_country: 'pt' }]);
});
