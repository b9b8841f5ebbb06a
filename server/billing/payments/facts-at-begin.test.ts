import { fakeProvider, goodCard, orderFor, payer, taken } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { recordStatements } from '#testing/record-statements.ts';
import type { Member } from '#testing/world.ts';
import { tryCharge } from './pay-by-card.ts';

const readsOfFacts = (statements: readonly { text: string }[]) =>
  statements.filter(({ text }) => text.includes('"boughtSince"')).length;

function methodsOf({ app, accountId }: Member) {
  return app.db
    .selectFrom('payment_method')
    .select(['token', 'status', 'for_packs'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

test('an answer is decided by what was read with the order, where nothing was done about the money since', async ({
  world,
}) => {
  const buyer = await payer(world, [fakeProvider()]);
  const { input } = await orderFor(buyer, 'credits-300');
  const statements = await recordStatements(() => tryCharge(buyer, { ...input, keepForLater: true }));
  expect(readsOfFacts(statements)).toBe(0);
  expect(await methodsOf(buyer)).toMatchObject([{ status: 'active', for_packs: true }]);
});

test('what else is paid before the answer comes is read again', async ({ world }) => {
  const answers: (() => Promise<unknown>)[] = [];
  const provider = fakeProvider('adyen', async (request) => {
    await answers.shift()?.();
    return taken(request);
  });
  const buyer = await payer(world, [provider]);
  const [first, second] = [await orderFor(buyer, 'credits-300'), await orderFor(buyer, 'vip-month')];
  answers.push(() => tryCharge(buyer, { ...second.input, card: { ...second.input.card, ...goodCard } }));
  const statements = await recordStatements(() => tryCharge(buyer, { ...first.input, keepForLater: true }));
  expect(readsOfFacts(statements)).toBe(1);
  // The plan renews by one of them, and packs are paid by the other.
  expect(await methodsOf(buyer)).toEqual([
    { token: expect.any(String), status: 'active', for_packs: false },
    { token: expect.any(String), status: 'active', for_packs: true },
  ]);
});
