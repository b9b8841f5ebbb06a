import { describeUser } from '../accounts/describe-user.ts';
import { MINUTE } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { eraseDueAccounts } from '../privacy/erase-accounts.ts';
import type { ChargeRequest, ProviderEvent, StoredMeans } from '../providers/provider.ts';
import { leavePlan } from '../subscriptions/leave-plan.ts';
import { buy, daysUntil, openBank, passDays, planOf, taken } from '../subscriptions/plans-for-tests.ts';
import type { Bank } from '../subscriptions/plans-for-tests.ts';
import { readBilling } from '../subscriptions/read-billing.ts';
import { removeCard } from '../subscriptions/remove-card.ts';
import type { TestApp } from '../testing/app.ts';
import { expect, test } from '../testing/harness.ts';
import { runWaitingJobs } from '../testing/run-jobs.ts';
import type { Member } from '../testing/world.ts';
import { chargeOnFile } from './charge-on-file.ts';
import { hearStoredEvent } from './hear-event.ts';
import { importUpsell } from './import-upsell.ts';
import { billingJobs } from './jobs.ts';

const card = (token: string): StoredMeans => ({
  token,
  network: 'visa',
  lastFour: '4444',
  expiryMonth: 5,
  expiryYear: 2041,
});

/** A provider that keeps what it is asked to keep under this name. */
const keptAs = (token: string) => (request: ChargeRequest) => ({
  ...captured(request),
  stored: request.store && card(token),
});
/** One that keeps whatever it gets, asked or not. */
const keptAnyway = (token: string) => (request: ChargeRequest) => ({
  ...captured(request),
  stored: card(token),
});
const captured = ({ attemptId, amountCents }: ChargeRequest) =>
  ({ state: 'captured', reference: `psp-${attemptId}`, amountCents }) as const;

/** What the worker was told to do since. */
async function workOff(app: TestApp): Promise<void> {
  await runWaitingJobs(
    app,
    billingJobs.filter(({ kind }) => kind.id.startsWith('billing.forget_')),
  );
}

/** A bank that nobody has told anything yet. */
async function open(app: TestApp): Promise<Bank> {
  await workOff(app);
  return openBank(app);
}

/** What is on file, by its provider's names, the oldest first. */
async function tokensOf({ db, brandId, accountId }: Member): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_method')
    .select('token')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ token }) => token);
}

async function tokenOfPlan(member: Member): Promise<string | undefined> {
  const { payment_method_id: id } = await planOf(member);
  const row = await member.db
    .selectFrom('payment_method')
    .select('token')
    .where('brand_id', '=', member.brandId)
    .where('id', '=', id ?? newId())
    .executeTakeFirst();
  return row?.token;
}

/** By which of them we charged by ourselves. */
function renewedBy({ charges }: Bank, { accountId }: Member): string[] {
  return charges.flatMap(({ means, shopper }) =>
    means.type === 'renewal' && shopper.customerId === accountId ? [means.token] : [],
  );
}

async function buyWith(
  bank: Bank,
  member: Member,
  wish: Parameters<typeof buy>[1],
  token: string,
  keep = false,
) {
  bank.answers(member, keptAs(token));
  const bought = await buy(member, wish, { keepForLater: keep });
  bank.answers(member, taken);
  return bought;
}

const renewal = async (app: TestApp, member: Member) =>
  passDays(app, daysUntil(app, (await planOf(member)).period_end) + 1);

test('without a yes nothing of a pack is kept, and a token that comes all the same is forgotten', async ({
  app,
  world,
}) => {
  const bank = await open(app);
  const marco = await world.member();
  bank.answers(marco, keptAnyway('unasked'));
  const { purchase } = await buy(marco, 'credits-100');
  expect(purchase.state).toBe('fulfilled');
  expect(bank.charges.at(-1)).toMatchObject({ store: null });
  expect(await tokensOf(marco)).toEqual([]);
  expect(await describeUser(marco, marco.accountId)).toMatchObject({ cards: [], cardOnFile: false });
  expect(await readBilling(marco, {})).toMatchObject({ card: null, packCard: null });
  await workOff(app);
  expect(bank.forgotten).toEqual(['unasked']);
  const { keeps_for: keepsFor } = await consentOf(marco, purchase.id);
  expect(keepsFor).toBeNull();
});

test('an age check keeps nothing, whatever the provider does', async ({ app, world }) => {
  const bank = await open(app);
  const marco = await world.member({ flowId: '12' });
  bank.answers(marco, keptAnyway('checked'));
  await buy(marco, 'age-check', { keepForLater: true });
  expect(await tokensOf(marco)).toEqual([]);
  await workOff(app);
  expect(bank.forgotten).toEqual(['checked']);
});

test('a token that is on file by another yes is not forgotten because it is named once more', async ({
  app,
  world,
}) => {
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'same');
  bank.answers(marco, keptAnyway('same'));
  await buy(marco, 'credits-100');
  await workOff(app);
  expect(bank.forgotten).toEqual([]);
  expect(await tokensOf(marco)).toEqual(['same']);
});

test('a yes keeps it for packs, one at a time, and is written down word for word', async ({ app, world }) => {
  const bank = await open(app);
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
  await workOff(app);
  expect(bank.forgotten).toEqual(['first']);
});

test('a plan keeps what it is paid with, says so, and gives it up when it ends', async ({ app, world }) => {
  const bank = await open(app);
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
  await workOff(app);
  expect(bank.forgotten).toEqual(['plan']);
});

test('a plan that was left keeps its card until the paid period is over', async ({ app, world }) => {
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await leavePlan(marco, { when: 'period_end' });
  expect(await tokensOf(marco)).toEqual(['plan']);
  await renewal(app, marco);
  expect(await planOf(marco)).toMatchObject({ state: 'expired' });
  expect(await tokensOf(marco)).toEqual([]);
});

test('a pack paid with another card changes nothing for the plan, kept or not', async ({ app, world }) => {
  const bank = await open(app);
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
  const bank = await open(app);
  const marco = await world.member();
  const { trackerId } = marco;
  const { purchase } = await buyWith(bank, marco, 'credits-100', 'pack', true);
  const add = (productId: string) => importUpsell(marco, { trackerId, orderId: purchase.id, productId });
  await add('credits-300');
  expect(bank.charges.at(-1)).toMatchObject({ means: { type: 'on_file', token: 'pack' }, store: null });
  await buyWith(bank, marco, 'vip-month', 'plan');
  await add('credits-800');
  expect(bank.charges.at(-1)).toMatchObject({ means: { type: 'on_file', token: 'plan' } });
});

test('we renew by nothing but the plan’s own card', async ({ app, world }) => {
  const bank = await open(app);
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
  const byUs = { brandId: marco.brandId, purchaseId: owedId ?? '', initiatedBy: 'merchant' } as const;
  expect(await chargeOnFile(app, byUs)).toBe('none');
  // What the member pays by a click is another matter, and the plan renews by that from then on.
  expect((await readBilling(marco, {})).card).toMatchObject({ lastFour: '4444' });
  expect(await tokensOf(marco)).toEqual(['pack']);
});

test('a better plan has the card it was paid with, and the other one is forgotten', async ({
  app,
  world,
}) => {
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  await buyWith(bank, marco, 'vip-week', 'new');
  expect(await planOf(marco)).toMatchObject({ product_id: 'vip-week', state: 'active' });
  expect(await tokenOfPlan(marco)).toBe('new');
  expect(await tokensOf(marco)).toEqual(['new']);
  await workOff(app);
  expect(bank.forgotten).toEqual(['old']);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['new']);
});

test('one plan after the other, each with its own card; the one for packs stays', async ({ app, world }) => {
  const bank = await open(app);
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
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  app.clock.advance(MINUTE);
  const { purchase } = await buyWith(bank, marco, { newCardOnly: true }, 'new');
  expect(bank.charges.at(-1)).toMatchObject({ amountCents: 0, store: 'renewals', authenticate: true });
  expect(await consentOf(marco, purchase.id)).toMatchObject({ keeps_for: 'renewals', amount_cents: 0 });
  expect(await tokenOfPlan(marco)).toBe('new');
  expect(await tokensOf(marco)).toEqual(['pack', 'new']);
  await workOff(app);
  expect(bank.forgotten).toEqual(['old']);
  await renewal(app, marco);
  expect(renewedBy(bank, marco)).toEqual(['new']);
});

test('a card for a plan that ended meanwhile is not kept', async ({ app, world }) => {
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'old');
  bank.answers(marco, async (request) => {
    await leavePlan(marco, { when: 'now' });
    return keptAs('late')(request);
  });
  await buy(marco, { newCardOnly: true });
  expect(await tokensOf(marco)).toEqual([]);
  await workOff(app);
  expect(bank.forgotten.toSorted()).toEqual(['late', 'old']);
});

test('the card for packs is taken off alone, and the plan goes on; the plan’s own ends it', async ({
  app,
  world,
}) => {
  const bank = await open(app);
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
  await workOff(app);
  expect(bank.forgotten.toSorted()).toEqual(['pack', 'plan']);
});

test('a token that is told of later goes where its payment meant it, and never over a newer one', async ({
  app,
  world,
}) => {
  const bank = await open(app);
  const marco = await world.member();
  const plan = await buyLater(bank, marco, 'vip-month');
  const pack = await buyLater(bank, marco, 'credits-100', true);
  const none = await buyLater(bank, marco, 'credits-300');
  expect(await tokensOf(marco)).toEqual([]);
  await tell(app, plan, 'plan');
  await tell(app, pack, 'pack');
  await tell(app, none, 'none');
  expect(await tokenOfPlan(marco)).toBe('plan');
  expect(await tokensOf(marco)).toEqual(['plan', 'pack']);
  app.clock.advance(MINUTE);
  const first = await buyLater(bank, marco, { newCardOnly: true });
  app.clock.advance(MINUTE);
  await buyWith(bank, marco, { newCardOnly: true }, 'newer');
  await tell(app, first, 'older');
  expect(await tokenOfPlan(marco)).toBe('newer');
  expect(await tokensOf(marco)).toEqual(['pack', 'newer']);
  await workOff(app);
  expect(bank.forgotten.toSorted()).toEqual(['none', 'older', 'plan']);
});

test('whoever is erased is forgotten by the provider as well', async ({ app, world, db }) => {
  const bank = await open(app);
  const marco = await world.member();
  await buyWith(bank, marco, 'vip-month', 'plan');
  await buyWith(bank, marco, 'credits-100', 'pack', true);
  await db
    .updateTable('account')
    .set({ status: 'closing', closes_at: app.clock.now() })
    .where('id', '=', marco.accountId)
    .execute();
  await eraseDueAccounts(app, { signal: new AbortController().signal });
  await workOff(app);
  expect(bank.forgotten.toSorted()).toEqual(['pack', 'plan']);
  expect(await planOf(marco)).toMatchObject({ payment_method_id: null });
});

test('the database keeps a plan from another’s card, and an account from two cards for packs', async ({
  app,
  world,
  db,
}) => {
  const bank = await open(app);
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

function consentOf({ db, brandId }: Member, purchaseId: string) {
  return db
    .selectFrom('purchase_consent')
    .select(['keeps_for', 'terms', 'amount_cents'])
    .where('brand_id', '=', brandId)
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirstOrThrow();
}

/** Pays at a provider that tells of the token afterwards. Answers with the attempt. */
async function buyLater(bank: Bank, member: Member, wish: Parameters<typeof buy>[1], keep = false) {
  bank.answers(member, (request) => ({ ...captured(request), stored: null }));
  const { attemptId } = await buy(member, wish, { keepForLater: keep });
  bank.answers(member, taken);
  return attemptId;
}

async function tell(app: TestApp, attemptId: string, token: string): Promise<void> {
  const event: ProviderEvent = {
    kind: 'stored',
    dedupeKey: `stored ${token} ${attemptId}`,
    attemptId,
    reference: null,
    customerId: '',
    stored: card(token),
  };
  const { dedupeKey } = event;
  await app.db
    .insertInto('provider_event')
    .values({
      provider: 'adyen',
      dedupe_key: dedupeKey,
      event: JSON.stringify(event),
      received_at: app.clock.now(),
    })
    .execute();
  await hearStoredEvent(app, { provider: 'adyen', dedupeKey });
}
