import { randomUUID } from 'node:crypto';
import { attemptsOf, declined, failureOf, fakeProvider, payer } from '#testing/billing/payer.ts';
import { expect, test } from '#testing/harness.ts';
import { readPayRules } from '../orders/payment-rules.ts';
import type { IntentPayment, Verdict } from '../providers/provider.ts';
import { tryChargeTrustPay } from './pay-by-card.ts';
import { trustPayIntent } from './pay-by-wallet.ts';

const byGoogle = { paymentMethodData: { tokenizationData: { token: 'from google' } } };

const takesIntent = ({ attempt: { reference, amountCents } }: IntentPayment): Verdict => ({
  state: 'captured',
  reference,
  amountCents,
  stored: null,
});

/** TrustPay with wallets, which takes what the test says. */
function walletsAtTrustPay(pay: (payment: IntentPayment) => Verdict = takesIntent) {
  const trustpay = fakeProvider('trustpay');
  let opened = 0;
  trustpay.openIntent = () => {
    opened += 1;
    return Promise.resolve({
      instanceId: `${randomUUID()}-${opened}`,
      secrets: { display: 'd', payment: `secret ${opened}` },
    });
  };
  const paid: string[] = [];
  trustpay.payIntent = (payment) => {
    paid.push(`${payment.secret}: ${payment.token}`);
    return Promise.resolve(pay(payment));
  };
  return { trustpay, paid };
}

test('a wallet pays a pack at TrustPay’s: an intent is opened, and paid by what the wallet hands over', async ({
  world,
}) => {
  const { trustpay, paid } = walletsAtTrustPay();
  const ana = await payer(world, [trustpay, fakeProvider()], { brand: world.brand('verbena') });
  const { trackerId } = ana;
  const wallets = (await readPayRules(ana)).rules.filter(({ method }) => method.endsWith('pay'));
  expect(wallets).toEqual([
    { method: 'applepay', providers: ['trustpay', 'adyen'] },
    { method: 'googlepay', providers: ['trustpay', 'adyen'] },
  ]);
  const opened = await trustPayIntent(ana, { trackerId, productId: 'credits-100', source: 'googlepay' });
  expect(opened).toMatchObject({ secrets: { payment: 'secret 1' } });
  expect(await attemptsOf(ana)).toMatchObject([
    { state: 'processing', method: 'googlepay', reference: opened.instanceId },
  ]);
  const { instanceId, secrets } = opened;
  const intent = { instanceId, secret: secrets.payment, response: byGoogle };
  const pay = () => tryChargeTrustPay(ana, { trackerId, card: { intent } });
  const done = { status: 'ok', outcome: 'success', provider: 'trustpay', orderId: opened.order };
  expect(await pay()).toMatchObject(done);
  // Sent once more, it is reported as paid.
  expect(await pay()).toMatchObject(done);
  expect(paid[0]).toBe('secret 1: from google');
  expect(await attemptsOf(ana)).toMatchObject([{ state: 'captured', payment_method_id: null }]);
});

test('a refusal of a wallet at TrustPay is shown with its reason, and the next intent pays', async ({
  world,
}) => {
  let isShort = true;
  const { trustpay } = walletsAtTrustPay((payment) =>
    isShort ? declined('insufficient_funds') : takesIntent(payment),
  );
  const ana = await payer(world, [trustpay], { brand: world.brand('verbena') });
  const { trackerId } = ana;
  const pay = async () => {
    const { instanceId, secrets } = await trustPayIntent(ana, {
      trackerId,
      productId: 'credits-100',
      source: 'applepay',
    });
    const response = { token: { paymentData: 'from apple' } };
    const intent = { instanceId, secret: secrets.payment, response };
    return tryChargeTrustPay(ana, { trackerId, card: { intent } });
  };
  expect(await pay()).toMatchObject({ status: 'ko', outcome: 'insufficient_funds' });
  isShort = false;
  expect(await pay()).toMatchObject({ status: 'ok', outcome: 'success' });
});

test('a wallet at TrustPay pays no plan, no intent of another member, and nothing without what it hands over', async ({
  world,
}) => {
  const { trustpay, paid } = walletsAtTrustPay();
  const ana = await payer(world, [trustpay], { brand: world.brand('verbena') });
  const eva = await payer(world, [trustpay], { brand: world.brand('verbena') });
  const { trackerId } = ana;
  const plan = trustPayIntent(ana, { trackerId, productId: 'vip-month', source: 'googlepay' });
  expect(await failureOf(plan)).toMatchObject({ code: 'request.not_found' });
  const opened = await trustPayIntent(ana, { trackerId, productId: 'credits-100', source: 'googlepay' });
  const intent = { instanceId: opened.instanceId, secret: opened.secrets.payment, response: byGoogle };
  const byEva = tryChargeTrustPay(eva, { trackerId: eva.trackerId, card: { intent } });
  expect(await failureOf(byEva)).toMatchObject({ code: 'order.not_found' });
  for (const card of [{ intent: { ...intent, response: {} } }, {}])
    expect(await failureOf(tryChargeTrustPay(ana, { trackerId, card }))).toMatchObject({
      code: 'request.malformed',
    });
  expect(paid).toEqual([]);
  expect(await attemptsOf(ana)).toMatchObject([{ state: 'processing' }]);
});

test('where TrustPay opens no intent, or its wallets are not paid from here, it takes none', async ({
  world,
}) => {
  const { trustpay } = walletsAtTrustPay();
  const ana = await payer(world, [trustpay, fakeProvider()], { brand: world.brand('verbena') });
  const ask = (productId: string) => trustPayIntent(ana, { trackerId: ana.trackerId, productId });
  trustpay.openIntent = () => Promise.resolve(undefined);
  expect(await failureOf(ask('credits-100'))).toMatchObject({ code: 'payment.unavailable' });
  expect((await attemptsOf(ana)).at(-1)).toMatchObject({ state: 'error' });
  delete trustpay.payIntent;
  expect(await failureOf(ask('credits-250'))).toMatchObject({ code: 'request.not_found' });
  expect((await readPayRules(ana)).rules).toContainEqual({ method: 'googlepay', providers: ['adyen'] });
  const marco = await payer(world, [trustpay]);
  const elsewhere = trustPayIntent(marco, { trackerId: marco.trackerId, productId: 'credits-100' });
  expect(await failureOf(elsewhere)).toMatchObject({ code: 'request.not_found' });
});
