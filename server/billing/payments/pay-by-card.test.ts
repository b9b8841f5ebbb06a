import { sql } from 'kysely';
import { termsText, purchaseTerms } from '../../../contract/billing/purchase-terms.ts';
import type { TermsInput } from '../../../contract/billing/purchase-terms.ts';
import { HOUR, MINUTE } from '../../platform/clock.ts';
import { expect, test } from '../../../testing/harness.ts';
import type { Member } from '../../../testing/world.ts';
import { tryCharge, tryChargeTrustPay } from './pay-by-card.ts';
import {
  attemptsOf,
  declined,
  failureOf,
  fakeProvider,
  keepOnFile,
  orderFor,
  payer,
  step,
  taken,
} from '../../../testing/billing/payer.ts';

async function creditsOf({ db, accountId }: Member): Promise<number> {
  const row = await db
    .selectFrom('balance')
    .select('message_credits')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.message_credits ?? 0;
}

test('a card that is good pays the order, and the token is worth nothing any more', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toEqual({
    status: 'ok',
    outcome: 'success',
    step: null,
    provider: 'adyen',
    data: { customerId: marco.accountId },
    orderId,
  });
  expect(await creditsOf(marco)).toBe(300);
  const [attempt] = await attemptsOf(marco);
  expect(adyen.requests[0]).toMatchObject({
    attemptId: attempt?.id,
    amountCents: 2490,
    paymentMethod: { type: 'card', card: { number: '4111111111111111', month: 3, year: 2030 } },
    shopper: { customerId: marco.accountId, email: marco.email, ip: marco.ip, country: 'it' },
    descriptor: 'LUNARIA DEMO',
  });
  expect(await failureOf(tryCharge(marco, input))).toEqual({ code: 'order.used', details: { orderId } });
  expect(adyen.requests).toHaveLength(1);
});

test('who does not say what his browser is can pay all the same', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = { ...(await payer(world, [adyen])), userAgent: '' };
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(adyen.requests[0]?.shopper.browser?.userAgent).toBeUndefined();
});

test('the date may come as numbers', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300', { month: 3, year: 2030 });
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'success' });
  expect(adyen.requests[0]).toMatchObject({ paymentMethod: { card: { month: 3, year: 2030 } } });
});

test('of a card only its network, its end and a fingerprint are kept', async ({ world, db }) => {
  const marco = await payer(world, [fakeProvider()]);
  const { input } = await orderFor(marco, 'credits-300', { number: '5555 5555 5555 4444' });
  await tryCharge(marco, input);
  const [attempt] = await attemptsOf(marco);
  expect(attempt).toMatchObject({ network: 'mastercard', last_four: '4444', method: 'card' });
  expect(attempt?.fingerprint).toHaveLength(32);
  for (const table of ['purchase', 'payment_attempt', 'purchase_consent', 'payment_method']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(db);
    expect(rows.some(({ row }) => /5555555555554444|5555 5555/.test(row))).toBe(false);
  }
});

test.for([
  { verdict: declined('insufficient_funds'), status: 'ko', outcome: 'insufficient_funds' },
  { verdict: declined('generic'), status: 'ko', outcome: 'generic' },
  { verdict: declined('check_failed'), status: 'ko', outcome: 'check_failed' },
  { verdict: declined('try_again'), status: 'ko', outcome: 'try_again' },
  { verdict: declined('authentication_required'), status: 'ko', outcome: 'authentication_required' },
  { verdict: { state: 'error' }, status: 'ko', outcome: 'processing_error' },
  { verdict: { state: 'unknown' }, status: 'pending', outcome: 'pending' },
  { verdict: { state: 'processing', reference: 'psp-1' }, status: 'pending', outcome: 'pending' },
] as const)(
  'a charge that is $verdict.state is told as $status, $outcome',
  async ({ verdict, status, outcome }, { world }) => {
    const marco = await payer(world, [fakeProvider('adyen', verdict)]);
    const { orderId, input } = await orderFor(marco, 'credits-300');
    expect(await tryCharge(marco, input)).toMatchObject({ status, outcome, step: null, orderId });
    expect(await creditsOf(marco)).toBe(0);
  },
);

test('a step at the bank is handed on, and grants nothing', async ({ world }) => {
  const adyen = fakeProvider('adyen', { state: 'requires_action', reference: null, step });
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', outcome: 'pending', step });
  expect(await creditsOf(marco)).toBe(0);
});

test('a provider that breaks leaves the outcome unknown, and nobody else is asked', async ({ world }) => {
  const adyen = fakeProvider('adyen', () => {
    throw new TypeError('4111111111111111 was too much');
  });
  const maxpay = fakeProvider('maxpay');
  const marco = await payer(world, [adyen, maxpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'pending' });
  expect(maxpay.requests).toEqual([]);
  const [attempt] = await attemptsOf(marco);
  expect(attempt).toMatchObject({ state: 'unknown' });
  expect(attempt?.poll_at).not.toBeNull();
});

test('one token pressed twice at once is one charge', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  const replies = await Promise.allSettled([tryCharge(marco, input), tryCharge(marco, input)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(replies.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'order.used', details: { orderId } },
  });
  expect(adyen.requests).toHaveLength(1);
  expect(await creditsOf(marco)).toBe(300);
});

test('the next provider is tried where the first has a fault, by an attempt of its own', async ({
  world,
}) => {
  const [adyen, maxpay] = [fakeProvider('adyen', { state: 'error' }), fakeProvider('maxpay')];
  const marco = await payer(world, [adyen, maxpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await tryCharge(marco, input)).toMatchObject({ status: 'ok', provider: 'maxpay' });
  const attempts = await attemptsOf(marco);
  expect(attempts.map(({ provider, state }) => [provider, state])).toEqual([
    ['adyen', 'error'],
    ['maxpay', 'captured'],
  ]);
  expect(adyen.requests[0]?.attemptId).not.toBe(maxpay.requests[0]?.attemptId);
  expect(await creditsOf(marco)).toBe(300);
});

test.for([declined('generic'), { state: 'unknown' }, { state: 'processing', reference: null }] as const)(
  'nobody else is asked after $state',
  async (verdict, { world }) => {
    const [adyen, maxpay] = [fakeProvider('adyen', verdict), fakeProvider('maxpay')];
    const marco = await payer(world, [adyen, maxpay]);
    const { input } = await orderFor(marco, 'credits-300');
    await tryCharge(marco, input);
    expect(maxpay.requests).toEqual([]);
  },
);

test('a token is good for fifteen minutes', async ({ world, app }) => {
  const marco = await payer(world, [fakeProvider()]);
  const { input } = await orderFor(marco, 'credits-300');
  app.clock.advance(15 * MINUTE);
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'order.expired' });
  const late = await orderFor(marco, 'credits-300');
  app.clock.advance(14 * MINUTE);
  expect(await tryCharge(marco, late.input)).toMatchObject({ status: 'ok' });
});

test("another's token is refused, and one that nobody knows is over", async ({ world }) => {
  const adyen = fakeProvider();
  const [marco, luca] = [await payer(world, [adyen]), await payer(world, [adyen])];
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryCharge(luca, input))).toMatchObject({ code: 'session.not_yours' });
  const unknown = { ...input, card: { ...input.card, token: 'made-up' } };
  expect(await failureOf(tryCharge(marco, unknown))).toMatchObject({ code: 'order.expired' });
  expect(adyen.requests).toEqual([]);
});

test('what is wrong with a card is told without using the order up', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300');
  const tryWith = (card: object) => tryCharge(marco, { ...input, card: { ...input.card, ...card } });
  expect(await tryWith({ number: '4242 4242 4242 4241' })).toMatchObject({
    status: 'ko',
    outcome: 'invalid_number',
    provider: null,
  });
  expect(await tryWith({ number: undefined })).toMatchObject({ outcome: 'invalid_number' });
  expect(await tryWith({ month: '13' })).toMatchObject({ outcome: 'invalid_expiry_month' });
  expect(await tryWith({ year: '2070' })).toMatchObject({ outcome: 'invalid_expiry_year' });
  expect(await tryWith({ year: '25' })).toMatchObject({ outcome: 'expired_card' });
  expect(await tryWith({ securityCode: '7371' })).toMatchObject({ outcome: 'invalid_cvc' });
  expect(await failureOf(tryWith({ firstName: '  ' }))).toMatchObject({ code: 'payment.name_missing' });
  expect(await attemptsOf(marco)).toEqual([]);
  expect(await tryWith({})).toMatchObject({ status: 'ok' });
  expect(adyen.requests).toHaveLength(1);
});

const pack: TermsInput = {
  language: 'it',
  country: 'it',
  descriptor: 'LUNARIA DEMO',
  kind: 'plan',
  plan: { name: '', renewalCents: null, period: null },
  amountCents: 2490,
  creditCents: 0,
  credits: 300,
};

test('what was shown must be what the order says, in whichever language it was shown', async ({
  world,
  db,
}) => {
  const marco = await payer(world, [fakeProvider()]);
  const { orderId, input } = await orderFor(marco, 'credits-300');
  const name = marco.brand.plans.get('credits-300')?.name;
  const shown = (change: Partial<TermsInput>) => termsText(purchaseTerms({ ...pack, ...change }));
  const cheaper = shown({ plan: { ...pack.plan!, name: name!.it }, amountCents: 990 });
  expect(await failureOf(tryCharge(marco, { ...input, terms: cheaper }))).toMatchObject({
    code: 'order.terms_changed',
  });
  const french = shown({ language: 'fr', plan: { ...pack.plan!, name: name!.fr } });
  expect(await tryCharge(marco, { ...input, terms: french })).toMatchObject({ status: 'ok' });
  const consent = await db
    .selectFrom('purchase_consent')
    .selectAll()
    .where('purchase_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(`${consent.terms}\n${consent.button}`).toBe(french);
  expect(consent).toMatchObject({
    language: 'fr',
    amount_cents: 2490,
    renewal_cents: null,
    period: null,
    immediate: true,
    account_id: marco.accountId,
  });
});

test('what was agreed to is kept where the page did not say what it showed', async ({ world, db }) => {
  const marco = await payer(world, [fakeProvider('adyen', declined('generic'))]);
  const { orderId, input } = await orderFor(marco, 'vip-month');
  await tryCharge(marco, input);
  const consent = await db
    .selectFrom('purchase_consent')
    .selectAll()
    .where('purchase_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(consent).toMatchObject({ language: 'it', period: 'month', renewal_cents: 2990, immediate: true });
  expect(consent.button).toBe('Ordine con obbligo di pagare');
});

test('the plain flow wants its box ticked', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen], { flowId: '0000' });
  const { input } = await orderFor(marco, 'plain-credits-100');
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'order.disclaimer_missing' });
  expect(adyen.requests).toEqual([]);
  expect(await tryCharge(marco, { ...input, disclaimer: true })).toMatchObject({ status: 'ok' });
});

test('a card that a bank has refused for good is not tried again for a day', async ({ world, app }) => {
  let verdict = declined('lost_or_stolen');
  const adyen = fakeProvider('adyen', () => verdict);
  const marco = await payer(world, [adyen]);
  const payAgain = async (who = marco) => tryCharge(who, (await orderFor(who, 'credits-300')).input);
  expect(await payAgain()).toMatchObject({ outcome: 'lost_or_stolen' });
  expect(await payAgain()).toMatchObject({ status: 'ko', outcome: 'already_declined', provider: null });
  expect(adyen.requests).toHaveLength(1);
  verdict = declined('insufficient_funds');
  expect(await payAgain(await payer(world, [adyen]))).toMatchObject({ outcome: 'insufficient_funds' });
  const other = await orderFor(marco, 'credits-300', { number: '5555 5555 5555 4444' });
  expect(await tryCharge(marco, other.input)).toMatchObject({ outcome: 'insufficient_funds' });
  app.clock.advance(25 * HOUR);
  expect(await payAgain()).toMatchObject({ outcome: 'insufficient_funds' });
});

test('the card on file is charged by whoever keeps it', async ({ world, app }) => {
  const [adyen, trustpay] = [fakeProvider(), fakeProvider('trustpay')];
  const marco = await payer(world, [adyen, trustpay]);
  const { input } = await orderFor(marco, 'credits-300');
  const onFile = { ...input, card: { token: input.card.token }, cardOnFile: true };
  expect(await failureOf(tryCharge(marco, onFile))).toMatchObject({ code: 'payment.no_card_on_file' });
  const id = await keepOnFile(app, marco, 'trustpay');
  expect(await tryCharge(marco, onFile)).toMatchObject({ status: 'ok', provider: 'trustpay' });
  expect(adyen.requests).toEqual([]);
  expect(trustpay.requests[0]).toMatchObject({
    paymentMethod: { type: 'on_file', token: `kept-${id}` },
    store: null,
    authenticate: false,
  });
  expect((await attemptsOf(marco))[0]).toMatchObject({
    method: 'on_file',
    initiated_by: 'member',
    payment_method_id: id,
    last_four: '1111',
  });
});

test('a card on file at another house is none for TrustPay', async ({ world, app }) => {
  const verbena = world.brand('verbena');
  const trustpay = fakeProvider('trustpay');
  const ana = await payer(world, [fakeProvider(), fakeProvider('maxpay'), trustpay], { brand: verbena });
  await keepOnFile(app, ana, 'adyen');
  const { input } = await orderFor(ana, 'credits-100');
  const onFile = { ...input, cardOnFile: true };
  expect(await failureOf(tryChargeTrustPay(ana, onFile))).toMatchObject({ code: 'payment.no_card_on_file' });
  expect(await tryChargeTrustPay(ana, input)).toMatchObject({ status: 'ok', provider: 'trustpay' });
});

test('TrustPay takes nothing from a brand that does not use it', async ({ world }) => {
  const trustpay = fakeProvider('trustpay');
  const marco = await payer(world, [fakeProvider(), trustpay]);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryChargeTrustPay(marco, input))).toMatchObject({ code: 'request.not_found' });
  expect(trustpay.requests).toEqual([]);
});

test('without a provider nothing can be paid, and the order stays as it was', async ({ world }) => {
  const marco = await payer(world, []);
  const { input } = await orderFor(marco, 'credits-300');
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'payment.unavailable' });
  const again = await payer(world, [fakeProvider()]);
  const back = { ...marco, providers: again.providers };
  expect(await tryCharge(back, input)).toMatchObject({ status: 'ok' });
});

test('a typed card is asked about at the bank; it is kept for a plan, for a yes, and never for an age check', async ({
  world,
}) => {
  const ways = async (productId: string, flowId?: string, keepForLater?: boolean) => {
    const providers = [fakeProvider(), fakeProvider('maxpay')];
    const marco = await payer(world, providers, flowId ? { flowId } : {});
    const { input } = await orderFor(marco, productId);
    await tryCharge(marco, { ...input, keepForLater });
    const [request] = providers.flatMap(({ requests }) => requests);
    return [request?.amountCents, request?.store, request?.authenticate];
  };
  expect(await ways('vip-month')).toEqual([2990, 'renewals', true]);
  expect(await ways('vip-month', '7', false)).toEqual([2990, 'renewals', true]);
  expect(await ways('credits-300')).toEqual([2490, null, true]);
  expect(await ways('credits-300', '7', false)).toEqual([2490, null, true]);
  expect(await ways('credits-300', '7', true)).toEqual([2490, 'clicks', true]);
  expect(await ways('age-check', '12', true)).toEqual([0, null, true]);
});

test('a plan that was bought at another page makes the order senseless', async ({ world }) => {
  const adyen = fakeProvider();
  const marco = await payer(world, [adyen]);
  const [one, two] = [await orderFor(marco, 'vip-month'), await orderFor(marco, 'vip-month')];
  expect(await tryCharge(marco, one.input)).toMatchObject({ status: 'ok' });
  expect(await failureOf(tryCharge(marco, two.input))).toMatchObject({ code: 'order.terms_changed' });
  expect(adyen.requests).toHaveLength(1);
});

test('nobody tries out cards here', async ({ world }) => {
  const adyen = fakeProvider('adyen', declined('generic'));
  const marco = await payer(world, [adyen]);
  const { input } = await orderFor(marco, 'credits-300', { number: '4242 4242 4242 4241' });
  for (let n = 0; n < 10; n += 1) await tryCharge(marco, input);
  expect(await failureOf(tryCharge(marco, input))).toMatchObject({ code: 'request.too_many' });
});

test('two accounts may pay by one card', async ({ world }) => {
  const adyen = fakeProvider('adyen', taken);
  for (const who of [await payer(world, [adyen]), await payer(world, [adyen])]) {
    const { input } = await orderFor(who, 'credits-300');
    expect(await tryCharge(who, input)).toMatchObject({ status: 'ok' });
  }
});
