import { DAY, MINUTE } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/database.ts';
import { declined, fakeProvider, orderFor, payer } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { expirePurchases } from './expire-orders.ts';
import { tryCharge } from './pay-by-card.ts';

async function stateOf(db: Database, id: string): Promise<string> {
  const row = await db.selectFrom('purchase').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  return row.state;
}

test('an order that is not paid in time expires, on however many nodes at once, and not a minute before', async ({
  app,
  db,
  world,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  const { orderId } = await orderFor(marco, 'credits-300');
  app.clock.advance(14 * MINUTE);
  await expirePurchases(app);
  expect(await stateOf(db, orderId)).toBe('created');
  app.clock.advance(2 * MINUTE);
  await Promise.all(Array.from({ length: 5 }, () => expirePurchases(app)));
  expect(await stateOf(db, orderId)).toBe('expired');
});

test('an order whose every attempt was declined fails after a day; one whose payment is unknown waits for the answer', async ({
  app,
  db,
  world,
}) => {
  const refused = await payer(world, [fakeProvider('adyen', declined('insufficient_funds'))]);
  const unknown = await payer(world, [fakeProvider('adyen', { state: 'unknown' })]);
  const orders: string[] = [];
  for (const member of [refused, unknown]) {
    const { orderId, input } = await orderFor(member, 'credits-300');
    await tryCharge(member, input);
    orders.push(orderId);
  }
  const states = () => Promise.all(orders.map((id) => stateOf(db, id)));
  const before = await states();
  await expirePurchases(app);
  expect(await states()).toEqual(before);
  app.clock.advance(DAY + MINUTE);
  await expirePurchases(app);
  expect(await states()).toEqual(['failed', 'awaiting_payment']);
});

test('an order that a payer holds at that moment is passed by, and expires the next time', async ({
  app,
  db,
  world,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  const held = await orderFor(marco, 'credits-300');
  const other = await orderFor(await payer(world, [fakeProvider()]), 'credits-300');
  app.clock.advance(16 * MINUTE);
  await transact(db, async (tx) => {
    await tx.selectFrom('purchase').select('id').where('id', '=', held.orderId).forUpdate().execute();
    await expirePurchases(app);
    expect(await stateOf(db, other.orderId)).toBe('expired');
  });
  expect(await stateOf(db, held.orderId)).toBe('created');
  await expirePurchases(app);
  expect(await stateOf(db, held.orderId)).toBe('expired');
});
