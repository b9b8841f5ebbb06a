import { eraseDueAccounts } from '#server/accounts/privacy/close-and-erase.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { TestApp } from '#testing/app.ts';
import {
  buyWith,
  keptAnyway,
  openFreshBank,
  renewal,
  tokensOf,
  removeTokens,
} from '#testing/billing/saved-cards.ts';
import { buy } from '#testing/billing/subscriptions.ts';
import { expect, test } from '#testing/harness.ts';
import type { World } from '#testing/world.ts';
import { removeCard } from '../plans/change-plan.ts';
import { countTokensToRemove } from './forget-tokens.ts';

const A_DAY = DAY / MINUTE;
const notYet = { state: 'not_yet', why: 'answered 500' } as const;

async function removedCard(app: TestApp, world: World, token: string) {
  const marco = await world.member();
  const bank = await openFreshBank(app);
  await app.db.deleteFrom('token_removal').execute();
  await buyWith(bank, marco, 'vip-month', token);
  bank.willForget(notYet);
  await removeCard(marco);
  return { marco, bank };
}

test('a provider that cannot forget a card now is asked again, ever more seldom, until it has', async ({
  app,
  world,
  db,
}) => {
  const { bank } = await removedCard(app, world, 'stubborn');
  expect(bank.forgotten).toEqual([]);
  for (const pause of [0, 1, 5, 25, 125, 625, A_DAY, A_DAY, A_DAY].map((minutes) => minutes * MINUTE)) {
    app.clock.advance(pause - (pause && 1));
    const asked = bank.forgotten.length;
    if (pause > 0) await removeTokens(app);
    expect(bank.forgotten).toHaveLength(asked);
    app.clock.advance(pause && 1);
    await removeTokens(app);
    expect(bank.forgotten).toHaveLength(asked + 1);
  }
  expect(await countTokensToRemove(db)).toBe(1);
  const row = await db.selectFrom('token_removal').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ work_tries: 9, work_error: 'answered 500', token: 'stubborn' });
  bank.willForget({ state: 'gone' });
  app.clock.advance(DAY);
  await removeTokens(app);
  expect(await countTokensToRemove(db)).toBe(0);
  app.clock.advance(DAY);
  await removeTokens(app);
  expect(bank.forgotten).toHaveLength(10);
});

test('what a provider has no call for is asked for once', async ({ app, world, db }) => {
  const { bank } = await removedCard(app, world, 'for-ever');
  bank.willForget({ state: 'impossible' });
  await removeTokens(app);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['for-ever']);
  expect(await countTokensToRemove(db)).toBe(0);
});

test('a token outlives its account until the provider has forgotten it', async ({ app, world, db }) => {
  const marco = await world.member();
  const bank = await openFreshBank(app);
  await db.deleteFrom('token_removal').execute();
  await buyWith(bank, marco, 'vip-month', 'of-somebody');
  bank.willForget(notYet);
  await db
    .updateTable('account')
    .set({ status: 'closing', closes_at: app.clock.now() })
    .where('id', '=', marco.accountId)
    .execute();
  await eraseDueAccounts(app, { signal: new AbortController().signal });
  await removeTokens(app);
  expect(await countTokensToRemove(db)).toBe(1);
  expect(await db.selectFrom('token_removal').select(['customer_id', 'token']).execute()).toEqual([
    { customer_id: marco.accountId, token: 'of-somebody' },
  ]);
  bank.willForget({ state: 'gone' });
  app.clock.advance(MINUTE);
  await removeTokens(app);
  expect(await countTokensToRemove(db)).toBe(0);
  expect(bank.forgotten).toEqual(['of-somebody', 'of-somebody']);
});

test('a member who agrees to the same card again keeps it, although its removal still waits', async ({
  app,
  world,
  db,
}) => {
  const { marco, bank } = await removedCard(app, world, 'same');
  await removeTokens(app);
  app.clock.advance(MINUTE / 2);
  await buyWith(bank, marco, 'credits-100', 'same', true);
  app.clock.advance(DAY);
  await removeTokens(app);
  expect(await tokensOf(marco)).toEqual(['same']);
  expect(bank.forgotten).toEqual(['same']);
  expect(await countTokensToRemove(db)).toBe(0);
});

test('a token that is named again and again waits once', async ({ app, world, db }) => {
  const { marco, bank } = await removedCard(app, world, 'once');
  bank.answers(marco, keptAnyway('once'));
  await buy(marco, 'credits-100');
  await buy(marco, 'credits-300');
  expect(await countTokensToRemove(db)).toBe(1);
});

test('a card that the bank will never charge again is forgotten too', async ({ app, world, db }) => {
  const marco = await world.member();
  const bank = await openFreshBank(app);
  await db.deleteFrom('token_removal').execute();
  await buyWith(bank, marco, 'vip-month', 'stolen');
  bank.answers(marco, () => ({
    state: 'declined',
    reference: null,
    outcome: 'lost_or_stolen',
    dropToken: true,
  }));
  await renewal(app, marco);
  await removeTokens(app);
  expect(bank.forgotten).toEqual(['stolen']);
});
