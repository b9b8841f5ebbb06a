import { describeUser } from '#server/accounts/describe-user.ts';
import { eraseDueAccounts } from '#server/accounts/privacy/close-and-erase.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import {
  buyLater,
  buyWith,
  consentOf,
  keptAnyway,
  openFreshBank,
  deliverToken,
  tokenOfPlan,
  tokensOf,
  removeTokens,
} from '#testing/billing/saved-cards.ts';
import { buy, planOf } from '#testing/billing/subscriptions.ts';
import { handleDueWebhooks } from '#testing/billing/webhooks.ts';
import { expect, test } from '#testing/harness.ts';
import { readBilling } from '../desk/read-billing.ts';
import { recordOutcome } from './record-outcome.ts';

test('without a yes nothing of a pack is kept, and a token that comes all the same is forgotten', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  bank.answers(marco, keptAnyway('unasked'));
  const { purchase } = await buy(marco, 'credits-100');
  expect(purchase.state).toBe('fulfilled');
  expect(bank.charges.at(-1)).toMatchObject({ store: null });
  expect(await tokensOf(marco)).toEqual([]);
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ cards: [], cardOnFile: false });
  expect(await readBilling(marco, {})).toMatchObject({ card: null, packCard: null });
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['unasked']);
  const { keeps_for: keepsFor } = await consentOf(marco, purchase.id);
  expect(keepsFor).toBeNull();
});

test('without a yes an age check keeps nothing, whatever the provider does', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member({ flowId: '12' });
  bank.answers(marco, keptAnyway('checked'));
  await buy(marco, 'age-check');
  expect(bank.charges.at(-1)).toMatchObject({ store: null });
  expect(await tokensOf(marco)).toEqual([]);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['checked']);
});

test('with a yes the card of an age check pays what it was made for by a click, and is no plan by itself', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member({ flowId: '12' });
  const { purchase } = await buyWith(bank, marco, 'age-check', 'checked', true);
  expect(bank.charges.at(-1)).toMatchObject({ store: 'clicks', amountCents: 0 });
  const consent = await consentOf(marco, purchase.id);
  expect(consent.keeps_for).toBe('clicks');
  expect(consent.terms).toContain('Da sola non diventa un piano');
  expect(consent.terms).toContain('Salviamo questo metodo di pagamento');
  expect(await readBilling(marco, {})).toMatchObject({ subscription: null, packCard: { lastFour: '4444' } });
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ cardOnFile: true, ageVerified: true });
});

test('a token that is on file by another yes is not forgotten because it is named once more', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'same');
  bank.answers(marco, keptAnyway('same'));
  await buy(marco, 'credits-100');
  await removeTokens(app);
  expect(bank.forgotten).toEqual([]);
  expect(await tokensOf(marco)).toEqual(['same']);
});

test('a yes keeps it for packs, one at a time, and is written down word for word', async ({ app, world }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  const { purchase } = await buyWith(bank, marco, 'credits-100', 'first', true);
  expect(bank.charges.at(-1)).toMatchObject({ store: 'clicks' });
  const consent = await consentOf(marco, purchase.id);
  expect(consent.keeps_for).toBe('clicks');
  expect(consent.terms).toContain('Salviamo questo metodo di pagamento');
  expect(await readBilling(marco, {})).toMatchObject({
    card: { lastFour: '4444' },
    packCard: { lastFour: '4444' },
  });
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, 'credits-300', 'second', true);
  expect(await tokensOf(marco)).toEqual(['second']);
  app.clock.advance(MINUTE);
  // Not kept, so what was kept before stays.
  await buyWith(bank, marco, 'credits-300', 'third');
  expect(await tokensOf(marco)).toEqual(['second']);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['first']);
});

test('a token that is reported later goes where its payment meant it, and never over a newer one', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  const plan = await buyLater(bank, marco, 'vip-month');
  const pack = await buyLater(bank, marco, 'credits-100', true);
  const none = await buyLater(bank, marco, 'credits-300');
  expect(await tokensOf(marco)).toEqual([]);
  await deliverToken(app, plan, 'plan');
  await deliverToken(app, pack, 'pack');
  await deliverToken(app, none, 'none');
  expect(await tokenOfPlan(marco)).toBe('plan');
  expect(await tokensOf(marco)).toEqual(['plan', 'pack']);
  app.clock.advance(MINUTE);
  const first = await buyLater(bank, marco, { newCardOnly: true });
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, { newCardOnly: true }, 'newer');
  await deliverToken(app, first, 'older');
  expect(await tokenOfPlan(marco)).toBe('newer');
  expect(await tokensOf(marco)).toEqual(['pack', 'newer']);
  await removeTokens(app);
  expect(bank.forgotten.toSorted()).toEqual(['none', 'older', 'plan']);
});

test('an erased member is forgotten by the provider as well', async ({ app, world, db }) => {
  const bank = await openFreshBank(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  await db
    .updateTable('account')
    .set({ status: 'closing', closes_at: app.clock.now() })
    .where('id', '=', marco.accountId)
    .execute();
  await eraseDueAccounts(app, { signal: new AbortController().signal });
  await removeTokens(app);
  expect(bank.forgotten.toSorted()).toEqual(['pack', 'plan']);
  expect(await planOf(marco)).toMatchObject({ payment_method_id: null });
});

test('the database keeps a plan from another’s card, and an account from two cards for packs', async ({
  app,
  world,
  db,
}) => {
  const bank = await openFreshBank(app);
  const [marco, luca] = [await world.member(), await world.member()];
  await buyWith(bank, marco, 'vip-month', 'marco');
  await buyWith(bank, luca, 'credits-100', 'luca', true);
  const foreign = (await readBilling(luca, {})).packCard?.id ?? '';
  const stolen = db
    .updateTable('subscription')
    .set({ payment_method_id: foreign })
    .where('account_id', '=', marco.accountId)
    .execute();
  await expect(stolen).rejects.toMatchObject({ code: '23503' });
  const second = db
    .insertInto('payment_method')
    .values({
      brand_id: luca.brandId,
      id: newId(),
      account_id: luca.accountId,
      provider: 'adyen',
      token: 'second',
      kind: 'card',
      for_packs: true,
    })
    .execute();
  await expect(second).rejects.toMatchObject({ code: '23505' });
});

test('a card that the provider names before the money was taken waits for it, and is dropped with the charge', async ({
  app,
  world,
}) => {
  const bank = await openFreshBank(app);
  const [marco, luca] = [await world.member(), await world.member()];
  for (const member of [marco, luca]) bank.answers(member, () => ({ state: 'processing', reference: null }));
  const paid = await buy(marco, 'credits-100', { keepForLater: true });
  const refused = await buy(luca, 'credits-100', { keepForLater: true });
  await deliverToken(app, paid.attemptId, 'early');
  await deliverToken(app, refused.attemptId, 'never');
  expect([await tokensOf(marco), await tokensOf(luca)]).toEqual([[], []]);
  const { amountCents } = paid.purchase;
  await recordOutcome(app, {
    brandId: marco.brandId,
    attemptId: paid.attemptId,
    verdict: { state: 'captured', reference: 'psp-early', amountCents, stored: null },
  });
  await recordOutcome(app, {
    brandId: luca.brandId,
    attemptId: refused.attemptId,
    verdict: { state: 'declined', reference: 'psp-never', outcome: 'generic', dropToken: false },
  });
  app.clock.advance(MINUTE);
  await handleDueWebhooks(app, 'adyen');
  expect([await tokensOf(marco), await tokensOf(luca)]).toEqual([['early'], []]);
});
