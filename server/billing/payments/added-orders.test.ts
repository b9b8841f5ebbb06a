import { MINUTE } from '#server/platform/clock.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  keepOnFile,
  orderFor,
  payer,
  taken,
} from '#testing/billing/payer.ts';
import type { FakeProvider } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import type { Member, World } from '#testing/world.ts';
import { cancelOrder } from '../reversals/withdraw.ts';
import { importOrder, importUpsell } from './added-orders.ts';
import { tryCharge } from './pay-by-card.ts';
import { readOrder } from './payment-status.ts';

/** A member who has just paid for a pack with a card that is kept, and is offered something more. */
async function buyer(world: World, provider: FakeProvider, productId = 'credits-100') {
  const marco = await payer(world, [provider]);
  const { trackerId } = marco;
  const { orderId, input } = await orderFor(marco, 'credits-300');
  await tryCharge(marco, input);
  await keepOnFile(world.app, marco);
  return {
    marco,
    paidId: orderId,
    look: () => importOrder(marco, { trackerId, productId, addedTo: orderId }),
    take: (terms?: string) => importUpsell(marco, { trackerId, orderId, productId, ...(terms && { terms }) }),
    leave: (id: string) => cancelOrder(marco, { trackerId, orderId: id, untriedOnly: true }),
  };
}

function ordersOf({ app: { db }, brandId, accountId }: Member) {
  return db
    .selectFrom('purchase')
    .select(['id', 'state', 'added_to', 'amount_cents'])
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('added_to', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

test('a plan is added to a paid order by the card on file, once however often it is asked for', async ({
  world,
  app,
}) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { trackerId } = marco;
  const { orderId, input } = await orderFor(marco, 'credits-300');
  const add = () => importUpsell(marco, { trackerId, orderId, productId: 'credits-100' });
  expect(await failureOf(add())).toMatchObject({ code: 'order.not_found' });
  await tryCharge(marco, input);
  expect(await failureOf(add())).toMatchObject({ code: 'payment.no_card_on_file' });
  await keepOnFile(app, marco);
  const replies = await Promise.all([add(), add(), add()]);
  expect(new Set(replies.map((reply) => reply.orderId)).size).toBe(1);
  expect(await add()).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(adyen.requests.map(({ amountCents }) => amountCents)).toEqual([2490, 990]);
  const luca = await payer(world, [adyen]);
  const stolen = importUpsell(luca, { trackerId: luca.trackerId, orderId, productId: 'credits-100' });
  expect(await failureOf(stolen)).toMatchObject({ code: 'order.not_found' });
});

test('an offer begins when it is looked at, is one order in all tabs, and a click pays that one', async ({
  world,
}) => {
  const adyen = fakeProvider();
  const { marco, paidId, look, take } = await buyer(world, adyen);
  const [here, there] = await Promise.all([look(), look()]);
  expect(there.orderId).toBe(here.orderId);
  expect(here).toMatchObject({ result: 'OK', amountCents: 990 });
  expect(await ordersOf(marco)).toEqual([
    { id: here.orderId, state: 'created', added_to: paidId, amount_cents: 990 },
  ]);
  expect(adyen.requests).toHaveLength(1);
  expect(await take()).toMatchObject({ status: 'ok', outcome: 'success', orderId: here.orderId });
  expect(await failureOf(look())).toEqual({ code: 'order.used', details: { orderId: here.orderId } });
  expect(await take()).toMatchObject({ status: 'ok', orderId: here.orderId });
  expect(adyen.requests).toHaveLength(2);
});

test("an offer is not shown after another member's order, or after one that is not paid", async ({
  world,
}) => {
  const { paidId } = await buyer(world, fakeProvider());
  const luca = await payer(world, [fakeProvider()]);
  const { trackerId } = luca;
  const { orderId: unpaidId } = await orderFor(luca, 'credits-300');
  for (const addedTo of [paidId, unpaidId]) {
    const asked = importOrder(luca, { trackerId, productId: 'credits-100', addedTo });
    expect(await failureOf(asked)).toMatchObject({ code: 'order.not_found' });
  }
});

test('leaving an offer ends an order without an attempt, and never takes back a payment', async ({
  world,
}) => {
  let verdict: 'unknown' | 'taken' = 'unknown';
  const adyen = fakeProvider('adyen', (request) =>
    request.amountCents === 990 && verdict === 'unknown' ? { state: 'unknown' } : taken(request),
  );
  const { marco, look, take, leave } = await buyer(world, adyen);
  const left = await look();
  expect(await leave(left.orderId)).toMatchObject({ result: 'OK' });
  expect(await ordersOf(marco)).toMatchObject([{ id: left.orderId, state: 'expired' }]);
  // Another tab leaves it while the bank is asked, and once more when it is paid.
  const begun = await look();
  expect(await take()).toMatchObject({ status: 'pending' });
  expect(await leave(begun.orderId)).toMatchObject({ result: 'KO' });
  expect(await ordersOf(marco)).toMatchObject([{ state: 'expired' }, { state: 'awaiting_payment' }]);
  verdict = 'taken';
  const other = await buyer(world, adyen);
  const paid = await other.look();
  expect(await other.take()).toMatchObject({ status: 'ok' });
  expect(await other.leave(paid.orderId)).toMatchObject({ result: 'KO' });
  expect(await ordersOf(other.marco)).toMatchObject([{ state: 'fulfilled' }]);
});

test.for([
  ['declined', declined('insufficient_funds'), 'insufficient_funds'],
  ['lost to a fault', { state: 'error' } as const, 'processing_error'],
] as const)(
  'one that was %s is shown as that, and begins again where it is looked at again',
  async ([, bad, outcome], { world }) => {
    let isBad = true;
    const adyen = fakeProvider('adyen', (request) =>
      request.amountCents === 990 && isBad ? bad : taken(request),
    );
    const { marco, look, take } = await buyer(world, adyen);
    const first = await look();
    expect(await take()).toMatchObject({ status: 'ko', outcome, orderId: first.orderId });
    isBad = false;
    const second = await look();
    expect(second.orderId).not.toBe(first.orderId);
    expect(await take()).toMatchObject({ status: 'ok', orderId: second.orderId });
    expect((await ordersOf(marco)).map(({ id }) => id)).toEqual([first.orderId, second.orderId]);
  },
);

test('what we refused before any bank was asked is paid by the next click', async ({ world }) => {
  const { marco, take } = await buyer(world, fakeProvider());
  expect(await failureOf(take('other words than ours'))).toMatchObject({ code: 'order.terms_changed' });
  expect(await take()).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(await ordersOf(marco)).toMatchObject([{ state: 'fulfilled' }]);
});

test('one that ran out of time is made again, and a click that comes late pays the new one', async ({
  world,
  app,
}) => {
  const { marco, look, take } = await buyer(world, fakeProvider());
  const first = await look();
  app.clock.advance(16 * MINUTE);
  const reply = await take();
  expect(reply).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(await ordersOf(marco)).toMatchObject([
    { id: first.orderId, state: 'expired' },
    { id: reply.orderId, state: 'fulfilled' },
  ]);
});

test('a plan that was added is shown as paid when it is asked for again, though it is sold no more', async ({
  world,
}) => {
  const adyen = fakeProvider();
  const { marco, look, take } = await buyer(world, adyen, 'vip-month');
  const { orderId } = await look();
  expect(await take()).toMatchObject({ status: 'ok', orderId });
  expect(await take()).toMatchObject({ status: 'ok', orderId });
  expect(await readOrder(marco, { trackerId: marco.trackerId, orderId })).toMatchObject({ status: 'ok' });
  expect(await attemptsOf(marco)).toHaveLength(2);
});
