import { attemptsOf, failureOf, fakeProvider, orderFor, payer, step, taken } from '#testing/billing/payer.ts';
import { messageCreditsOf } from '#testing/credits/credits.ts';
import { expect, test } from '#testing/harness.ts';
import { withServices } from '#testing/world.ts';
import type { Member } from '#testing/world.ts';
import { tryCharge } from '../payments/pay-by-card.ts';
import { payPalOrder } from '../payments/pay-by-paypal.ts';
import { readOrder } from '../payments/payment-status.ts';
import { recordOutcome } from '../payments/record-outcome.ts';
import type { Verdict } from '../providers/provider.ts';
import { cancelOrder } from '../reversals/withdraw.ts';

const asksBank: Verdict = { state: 'requires_action', reference: 'psp-3ds', step };

function refundsOf({ app: { db }, accountId }: Member) {
  return db
    .selectFrom('refund')
    .select(['amount_cents', 'reason'])
    .where('account_id', '=', accountId)
    .execute();
}

/** All members share the test cards; real ones belong to one person. */
function atRealBanks(member: Member): Member {
  return withServices(member, { providers: { ...member.app.providers, sandbox: false } });
}

/** The bank has let a try through. */
async function letThrough(member: Member, orderId: string): Promise<void> {
  const attempts = await attemptsOf(member);
  const attempt = attempts.find(({ purchase_id }) => purchase_id === orderId);
  if (!attempt) throw new Error('nothing was tried');
  const { brand_id: brandId, id: attemptId, amount_cents: amountCents } = attempt;
  const verdict = { state: 'captured', reference: `psp-${attemptId}`, amountCents, stored: null } as const;
  await recordOutcome(member.app, { brandId, attemptId, verdict });
}

test('a first-purchase offer is bought once, however many tries are made at once', async ({ world }) => {
  const adyen = fakeProvider('adyen', async (request) => taken(request));
  const marco = await payer(world, [adyen]);
  const orders = [];
  for (const productId of [
    'credits-100-welcome',
    'credits-100-welcome',
    'vip-month-welcome',
    'credits-100-welcome',
  ])
    orders.push(await orderFor(marco, productId));
  const outcomes = await Promise.all(
    orders.map(({ input }) =>
      tryCharge(marco, input).then(
        ({ status }) => status as string,
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  for (const outcome of outcomes.filter((one) => one !== 'ok'))
    expect(['payment.undecided', 'order.first_purchase_only', 'order.terms_changed']).toContain(outcome);
  expect(adyen.requests).toHaveLength(1);
  expect(await attemptsOf(marco)).toHaveLength(1);
});

test('while the bank asks about one try, a second one is refused and names it', async ({ world }) => {
  const marco = await payer(world, [fakeProvider('adyen', asksBank), fakeProvider('paypal', asksBank)]);
  const { trackerId } = marco;
  const [first, second] = [await orderFor(marco, 'credits-300'), await orderFor(marco, 'credits-300')];
  expect(await tryCharge(marco, first.input)).toMatchObject({ status: 'ok', step });
  const refused = {
    code: 'payment.undecided',
    details: { orderId: first.orderId, nextCheckAt: expect.any(Number) as number },
  };
  expect(await failureOf(tryCharge(marco, second.input))).toEqual(refused);
  expect(await failureOf(payPalOrder(marco, { trackerId, productId: 'credits-300' }))).toEqual(refused);
  // Something else can be bought meanwhile.
  const other = await orderFor(marco, 'credits-800');
  expect(await tryCharge(marco, other.input)).toMatchObject({ status: 'ok', step });
  expect(await attemptsOf(marco)).toHaveLength(2);
});

test('a try that was called off makes room for another, and what it takes after all goes back', async ({
  world,
}) => {
  let asks = true;
  const adyen = fakeProvider('adyen', (request) => (asks ? asksBank : taken(request)));
  const marco = await payer(world, [adyen]);
  const { trackerId } = marco;
  const [first, second] = [await orderFor(marco, 'credits-300'), await orderFor(marco, 'credits-300')];
  await tryCharge(marco, first.input);
  expect(await cancelOrder(marco, { trackerId, orderId: first.orderId })).toMatchObject({ result: 'OK' });
  expect(await readOrder(marco, { trackerId, orderId: first.orderId })).toMatchObject({ status: 'ko' });
  asks = false;
  expect(await tryCharge(marco, second.input)).toMatchObject({ status: 'ok', outcome: 'success' });
  await letThrough(marco, first.orderId);
  expect(await refundsOf(marco)).toEqual([{ amount_cents: 2490, reason: 'late' }]);
  expect(await messageCreditsOf(marco)).toBe(300);
});

test('of two first-purchase offers that banks let through, the second is given back', async ({ world }) => {
  const marco = await payer(world, [fakeProvider('adyen', asksBank)]);
  const { db } = marco.app;
  const { trackerId } = marco;
  const first = await orderFor(marco, 'credits-100-welcome');
  await tryCharge(marco, first.input);
  const second = await orderFor(marco, 'vip-month-welcome');
  expect(await failureOf(tryCharge(marco, second.input))).toMatchObject({ code: 'payment.undecided' });
  // Called off and let through all the same, after the second.
  await cancelOrder(marco, { trackerId, orderId: first.orderId });
  await tryCharge(marco, second.input);
  await letThrough(marco, second.orderId);
  // Even if it had not been called off.
  await db.updateTable('purchase').set({ state: 'failed' }).where('id', '=', first.orderId).execute();
  await letThrough(marco, first.orderId);
  expect(await refundsOf(marco)).toEqual([{ amount_cents: 990, reason: 'duplicate' }]);
  expect(await messageCreditsOf(marco)).toBe(100);
});

test('a card that had a first-purchase offer gets none for another account, nor does a device', async ({
  world,
}) => {
  const card = { number: '5555 5555 5555 4444' };
  const marco = atRealBanks(await payer(world, [fakeProvider()]));
  const offer = await orderFor(marco, 'credits-100-welcome', card);
  expect(await tryCharge(marco, offer.input)).toMatchObject({ status: 'ok' });
  const luca = atRealBanks(await payer(world, [fakeProvider()]));
  const again = await orderFor(luca, 'credits-100-welcome', card);
  const refused = { code: 'order.first_purchase_only' };
  expect(await failureOf(tryCharge(luca, again.input))).toMatchObject(refused);
  // Another card of the same device's.
  const [device, network] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
  for (const {
    app: { db },
    brandId,
    accountId,
  } of [marco, luca]) {
    const traces = { way: 'form', source: '', device_hash: device, network_hash: network } as const;
    await db
      .insertInto('arrival')
      .values({ brand_id: brandId, account_id: accountId, ...traces })
      .execute();
  }
  const other = await orderFor(luca, 'credits-100-welcome', { number: '4000 0025 0000 3155' });
  expect(await failureOf(tryCharge(luca, other.input))).toMatchObject(refused);
  const ordinary = await orderFor(luca, 'credits-100', card);
  expect(await tryCharge(luca, ordinary.input)).toMatchObject({ status: 'ok' });
});

test('of two accounts that a bank lets through with one card at the same moment, one has the offer', async ({
  world,
}) => {
  const card = { number: '4000 0566 5566 5556' };
  const members = [];
  for (let count = 0; count < 4; count += 1) {
    const member = atRealBanks(await payer(world, [fakeProvider('adyen', asksBank)]));
    const { orderId, input } = await orderFor(member, 'credits-100-welcome', card);
    await tryCharge(member, input);
    members.push({ member, orderId });
  }
  await Promise.all(members.map(({ member, orderId }) => letThrough(member, orderId)));
  const refunds = await Promise.all(members.map(({ member }) => refundsOf(member)));
  const back = { amount_cents: 990, reason: 'duplicate' };
  expect(refunds.toSorted((one, other) => one.length - other.length)).toEqual([[], [back], [back], [back]]);
  const credits = await Promise.all(members.map(({ member }) => messageCreditsOf(member)));
  expect(credits.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 200]);
});
