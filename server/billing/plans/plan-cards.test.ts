import { describeUser } from '#server/accounts/describe-user.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { taken } from '#testing/billing/payer.ts';
import {
  buyWith,
  consentOf,
  keptAs,
  openFreshBank,
  renewal,
  renewedBy,
  tokenOfPlan,
  tokensOf,
  removeTokens,
} from '#testing/billing/saved-cards.ts';
import { buy, daysUntil, passDays, planOf } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import { readBilling } from '../desk/read-billing.ts';
import { importUpsell } from '../payments/added-orders.ts';
import { chargeRenewals } from '../payments/charge-renewals.ts';
import { removeCard } from './change-plan.ts';
import { leavePlan } from './end-plan.ts';

test('a plan keeps what it is paid with, says so, and gives it up when it ends', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  const { purchase } = await buyWith(bank, marco, 'vip-month', 'plan');
  const consent = await consentOf(marco, purchase.id);
  expect(consent.keeps_for).toBe('renewals');
  expect(consent.terms).toContain('resta salvato per i rinnovi');
  expect(await readBilling(marco, {})).toMatchObject({
    subscription: { card: { lastFour: '4444' } },
    card: { lastFour: '4444' },
    packCard: null,
  });
  await leavePlan(marco, { when: 'now' });
  expect(await tokensOf(marco)).toEqual([]);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['plan']);
});

test('a plan that was left keeps its card until the paid period is over', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await leavePlan(marco, { when: 'period_end' });
  expect(await tokensOf(marco)).toEqual(['plan']);
  await renewal(app, marco);
  expect(await planOf(marco)).toMatchObject({ state: 'expired' });
  expect(await tokensOf(marco)).toEqual([]);
});

test('a pack paid with another card changes nothing for the plan, kept or not', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, 'credits-100', 'other');
  await buyWith(bank, marco, 'credits-300', 'pack', true);
  expect(await tokensOf(marco)).toEqual(['plan', 'pack']);
  expect(await tokenOfPlan(marco)).toBe('plan');
  const { subscription, card: onFile, packCard } = await readBilling(marco, {});
  // A click charges the plan's own.
  expect(onFile).toEqual(subscription?.card);
  expect(packCard?.id).not.toBe(onFile?.id);
  expect((await describeUser(marco, marco.accountId)).cards).toEqual([{ id: onFile?.id }]);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['plan']);
  expect(bank.forgotten).toEqual([]);
});

test('a click charges the plan’s card, and without a plan the one kept for packs', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  const { trackerId } = marco;
  const { purchase } = await buyWith(bank, marco, 'credits-100', 'pack', true);
  const add = (productId: string) => importUpsell(marco, { trackerId, orderId: purchase.id, productId });
  await add('credits-300');
  expect(bank.charges.at(-1)).toMatchObject({
    paymentMethod: { type: 'on_file', token: 'pack' },
    store: null,
  });
  await buyWith(bank, marco, 'vip-month', 'plan');
  await add('credits-800');
  expect(bank.charges.at(-1)).toMatchObject({ paymentMethod: { type: 'on_file', token: 'plan' } });
});

test('we renew by nothing but the plan’s own card', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  const { subscription } = await readBilling(marco, {});
  await passDays(app, daysUntil(app, (await planOf(marco)).period_end) - 1);
  bank.answers(marco, () => ({ state: 'declined', reference: null, outcome: 'generic', dropToken: true }));
  await passDays(app, 3);
  expect(await planOf(marco)).toMatchObject({ state: 'past_due', payment_method_id: subscription?.card?.id });
  const { owedId } = (await readBilling(marco, {})).subscription ?? {};
  bank.answers(marco, taken);
  await passDays(app, 2);
  expect(renewedBy(bank, marco)).toEqual(['plan']);
  const byUs = { brandId: marco.brandId, purchaseId: owedId ?? '' };
  expect((await chargeRenewals(app, [byUs])).get(byUs.purchaseId)).toBe('none');
  // What the member pays by a click is another matter, and the plan renews by that from then on.
  expect((await readBilling(marco, {})).card).toMatchObject({ lastFour: '4444' });
  expect(await tokensOf(marco)).toEqual(['pack']);
});

test('a better plan has the card it was paid with, and the other one is forgotten', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  await buyWith(bank, marco, 'vip-week', 'new');
  expect(await planOf(marco)).toMatchObject({ product_id: 'vip-week', state: 'active' });
  expect(await tokenOfPlan(marco)).toBe('new');
  expect(await tokensOf(marco)).toEqual(['new']);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['old']);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['new']);
});

test('one plan after the other, each with its own card; the one for packs stays', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, 'vip-month', 'one');
  await leavePlan(marco, { when: 'now' });
  expect(await tokensOf(marco)).toEqual(['pack']);
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, 'vip-month', 'two');
  expect(await tokensOf(marco)).toEqual(['pack', 'two']);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['two']);
});

test('a plan’s card is changed for nothing, and it renews by the new one', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  app.clock.advance(MINUTE);
  const { purchase } = await buyWith(bank, marco, { newCardOnly: true }, 'new');
  expect(bank.charges.at(-1)).toMatchObject({ amountCents: 0, store: 'renewals', authenticate: true });
  expect(await consentOf(marco, purchase.id)).toMatchObject({ keeps_for: 'renewals', amount_cents: 0 });
  expect(await tokenOfPlan(marco)).toBe('new');
  expect(await tokensOf(marco)).toEqual(['pack', 'new']);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['old']);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['new']);
});

test('a plan that would end for want of a card goes on with a new one; one that was left does not', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const [marco, luca] = [await world.member(), await world.member()];
  for (const who of [marco, luca]) await buyWith(bank, who, 'vip-month', 'old');
  await removeCard(marco);
  await leavePlan(luca, { when: 'period_end' });
  for (const who of [marco, luca]) {
    expect(await planOf(who)).toMatchObject({ next_charge_at: null });
    await buyWith(bank, who, { newCardOnly: true }, 'new');
  }
  expect(await planOf(marco)).toMatchObject({ state: 'active', end_reason: null });
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['new']);
  expect(renewedBy(bank, luca)).toEqual([]);
  expect(await planOf(luca)).toMatchObject({ state: 'expired', end_reason: 'left' });
});

test('a card for a plan that ended meanwhile is not kept', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  bank.answers(marco, async (request) => {
    await leavePlan(marco, { when: 'now' });
    return keptAs('late')(request);
  });
  await buy(marco, { newCardOnly: true });
  expect(await tokensOf(marco)).toEqual([]);
  await removeTokens(app);
  expect(bank.forgotten.toSorted()).toEqual(['late', 'old']);
});

test('the card for packs is taken off alone, and the plan goes on; the plan’s own ends it', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  const { subscription, packCard } = await readBilling(marco, {});
  await removeCard(marco, { cardId: packCard?.id });
  expect(await tokensOf(marco)).toEqual(['plan']);
  expect(await planOf(marco)).toMatchObject({ state: 'active', end_reason: null });
  const luca = await world.member();
  await removeCard(luca, { cardId: subscription?.card?.id });
  expect(await tokensOf(marco)).toEqual(['plan']);
  await removeCard(marco, { cardId: subscription?.card?.id });
  expect(await planOf(marco)).toMatchObject({ state: 'active', next_charge_at: null, end_reason: 'no_card' });
  await removeTokens(app);
  expect(bank.forgotten.toSorted()).toEqual(['pack', 'plan']);
});
