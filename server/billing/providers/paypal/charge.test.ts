import { expect, test } from 'vitest';
import {
  attemptId,
  chargeRequest,
  customerId,
  faults,
  knownAttempt,
  readSample,
  refundId,
} from '#testing/billing/gateway.ts';
import {
  approved,
  bodyOf,
  byPayPal,
  byVault,
  captured,
  completed,
  gone,
  inVault,
  made,
  openPayPal,
  order,
  paths,
} from '#testing/billing/paypal.ts';

test('an order is made, and the member is sent to PayPal’s page', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: made });
  expect(await paypal.charge(byPayPal())).toEqual({
    state: 'requires_action',
    reference: order,
    step: {
      type: 'redirect',
      url: `https://www.paypal.com/checkoutnow?token=${order}`,
      method: 'GET',
      fields: {},
    },
  });
  const [asked] = calls(paths.create);
  expect(asked?.headers).toMatchObject({
    authorization: 'Bearer A21AAFEpH4PsADK7qSS7pSRsgz',
    'paypal-request-id': attemptId,
    prefer: 'return=representation',
  });
  expect(bodyOf(asked)).toEqual({
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: attemptId,
        custom_id: attemptId,
        invoice_id: attemptId,
        amount: { currency_code: 'EUR', value: '19.90' },
        soft_descriptor: 'SERENATA',
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: 'Serenata',
          locale: 'it-IT',
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: 'https://it.example.com/paypal/paymentCheck',
          cancel_url: 'https://it.example.com/paypal/paymentCheck',
        },
        attributes: {
          vault: {
            store_in_vault: 'ON_SUCCESS',
            usage_type: 'MERCHANT',
            usage_pattern: 'SUBSCRIPTION_PREPAID',
          },
          customer: { merchant_customer_id: customerId },
        },
      },
    },
  });
});

test('unless it is to be kept nothing is put into the vault', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: made });
  await paypal.charge(byPayPal({ store: null }));
  expect(calls(paths.create)[0]?.body).not.toContain('vault');
});

test('what is kept for later clicks is no subscription', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: made });
  await paypal.charge(byPayPal({ store: 'clicks' }));
  const body = calls(paths.create)[0]?.body;
  expect(body).toContain('"store_in_vault":"ON_SUCCESS"');
  expect(body).toContain('"usage_pattern":"IMMEDIATE"');
});

test('access is asked for once, also by many at a time, and again when it ended early', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: [made, made, made, { status: 401 }, made] });
  await Promise.all([1, 2, 3].map(() => paypal.charge(byPayPal())));
  expect(calls(paths.access)).toHaveLength(1);
  const [asked] = calls(paths.access);
  expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from('client:secret').toString('base64')}`);
  expect(asked?.body).toBe('grant_type=client_credentials');
  expect(await paypal.charge(byPayPal())).toMatchObject({ state: 'requires_action' });
  expect(calls(paths.access)).toHaveLength(2);
});

test('access that ends soon is not kept', async () => {
  const access = { json: readSample('paypal/access', { expires_in: 59 }) };
  const { calls, paypal } = await openPayPal({ [paths.access]: access, [paths.create]: made });
  await paypal.charge(byPayPal());
  await paypal.charge(byPayPal());
  expect(calls(paths.access)).toHaveLength(2);
});

test('without access nothing is asked, so nothing was taken', async () => {
  for (const fault of [{ status: 500 }, { status: 401 }, { fault: 'reset' }] as const) {
    const { calls, paypal } = await openPayPal({ [paths.access]: fault });
    expect(await paypal.charge(byVault('renewal'))).toEqual({ state: 'error' });
    expect(calls(paths.create)).toHaveLength(0);
  }
});

test.each(faults)('an order that cannot be approved takes nothing: after %s', async (_name, answer) => {
  const { paypal } = await openPayPal({ [paths.create]: answer });
  expect(await paypal.charge(byPayPal())).toEqual({ state: 'error' });
});

test('an order whose answer was lost is the same one the second time', async () => {
  const { calls, paypal } = await openPayPal({ [paths.create]: [{ fault: 'reset' }, made] });
  expect(await paypal.charge(byPayPal())).toMatchObject({ state: 'requires_action', reference: order });
  const [first, second] = calls(paths.create);
  expect(second?.headers['paypal-request-id']).toBe(first?.headers['paypal-request-id']);
  expect(second?.body).toBe(first?.body);
});

test('what is approved is taken, once however often they come back', async () => {
  const { calls, paypal } = await openPayPal({
    [paths.read]: [approved, completed],
    [paths.capture]: completed,
  });
  const known = knownAttempt({ reference: order, method: 'paypal' });
  expect(await paypal.finish(order, known)).toEqual({ attemptId, verdict: captured });
  expect(calls(paths.capture)[0]?.headers['paypal-request-id']).toBe(`capture-${attemptId}`);
  expect(await paypal.finish(order)).toEqual({ attemptId, verdict: captured });
  expect(calls(paths.capture)).toHaveLength(1);
});

test('an order over another amount or of another member is never taken, and that is loud', async () => {
  const { calls, errors, paypal } = await openPayPal({ [paths.read]: approved, [paths.capture]: completed });
  const other = { reference: order, attemptId: refundId };
  for (const known of [{ reference: order, amountCents: 990 }, other].map(knownAttempt)) {
    expect(await paypal.resend?.(known, async () => true)).toBeUndefined();
    const finished = await paypal.finish(order, known);
    expect(finished).toEqual({ attemptId: known.attemptId, verdict: { state: 'unknown' } });
  }
  expect(errors).toHaveLength(4);
  expect(errors[0]).toContain('over another amount');
  expect(errors[3]).toContain('belongs to another charge');
  expect(calls(paths.capture)).toHaveLength(0);
});

test('neither is one in another currency', async () => {
  const text = JSON.stringify(approved.json).replaceAll('EUR', 'USD');
  const { calls, errors, paypal } = await openPayPal({ [paths.read]: { json: JSON.parse(text) as unknown } });
  expect(await paypal.finish(order)).toBeUndefined();
  expect(errors[0]).toContain('something else than euros');
  expect(calls(paths.capture)).toHaveLength(0);
});

test('money of another amount that was taken all the same is recorded as it is', async () => {
  const text = JSON.stringify(completed.json).replaceAll('19.90', '9.90');
  const { paypal } = await openPayPal({ [paths.read]: { json: JSON.parse(text) } });
  expect(await paypal.finish(order, knownAttempt({ reference: order }))).toMatchObject({
    verdict: { state: 'captured', amountCents: 990 },
  });
});

test('what was not approved is recorded as a lack of money', async () => {
  const json = readSample('paypal/order-approved', { status: 'PAYER_ACTION_REQUIRED' });
  const { calls, paypal } = await openPayPal({ [paths.read]: { json } });
  expect(await paypal.finish(order)).toEqual({
    attemptId,
    verdict: { state: 'declined', reference: order, outcome: 'insufficient_funds', dropToken: false },
  });
  expect(calls(paths.capture)).toHaveLength(0);
});

test('a stranger’s order and a name that leads elsewhere are nothing of ours', async () => {
  const { received, paypal } = await openPayPal({ [paths.read]: gone });
  expect(await paypal.finish(order)).toBeUndefined();
  const asked = received.length;
  expect(await paypal.finish('../../v1/x')).toBeUndefined();
  expect(received).toHaveLength(asked);
});

test.each([
  ['INSTRUMENT_DECLINED', 'insufficient_funds', false],
  ['TRANSACTION_REFUSED', 'insufficient_funds', false],
  ['PAYER_CANNOT_PAY', 'insufficient_funds', false],
  ['PAYER_ACTION_REQUIRED', 'authentication_required', false],
  ['CARD_EXPIRED', 'expired_card', true],
  ['COMPLIANCE_VIOLATION', 'generic', false],
  ['PAYER_ACCOUNT_RESTRICTED', 'card_declined', false],
  ['PAYER_ACCOUNT_LOCKED_OR_CLOSED', 'card_declined', true],
  ['TOKEN_ID_NOT_FOUND', 'card_declined', true],
  ['AGREEMENT_ALREADY_CANCELLED', 'card_declined', true],
])('%s is %s', async (issue, outcome, dropToken) => {
  const refused = { status: 422, json: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } };
  const { paypal } = await openPayPal({
    [paths.read]: approved,
    [paths.capture]: refused,
    [paths.create]: refused,
  });
  const verdict = { state: 'declined', outcome, dropToken };
  expect(await paypal.finish(order)).toMatchObject({ verdict });
  expect(await paypal.charge(byVault('renewal'))).toMatchObject(verdict);
});

test.each([
  'PERMISSION_DENIED',
  'PAYEE_ACCOUNT_RESTRICTED',
  'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE',
  'SOMETHING_NEW',
])('%s is a fault of ours and no decline, and is logged by its name', async (issue) => {
  const refused = { status: 422, json: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue }] } };
  const { errors, paypal } = await openPayPal({
    [paths.read]: approved,
    [paths.capture]: refused,
    [paths.create]: refused,
  });
  expect(await paypal.charge(byVault('renewal'))).toEqual({ state: 'error' });
  expect(await paypal.finish(order)).toMatchObject({ verdict: { state: 'error' } });
  expect(errors.map((line) => (JSON.parse(line) as { issue?: string }).issue)).toEqual([issue, issue]);
  // A renewal whose answer was lost is not over because it is turned down the second time.
  const lost = inVault({ createdAt: new Date('2027-01-10T11:59:00Z') });
  expect(await paypal.pollStatus(lost)).toEqual({ state: 'unknown' });
});

test.each(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'PENDING', 'DECLINED', 'FAILED'])(
  'money whose status is %s is what it is, whatever the order says',
  async (status) => {
    const text = JSON.stringify(completed.json).replace(
      '"3C679366HH908993F","status":"COMPLETED"',
      `"3C679366HH908993F","status":"${status}"`,
    );
    const { paypal } = await openPayPal({ [paths.read]: { json: JSON.parse(text) } });
    const taken = {
      COMPLETED: 'captured',
      PARTIALLY_REFUNDED: 'captured',
      REFUNDED: 'captured',
      PENDING: 'processing',
    };
    const state = taken[status as keyof typeof taken] ?? 'declined';
    expect(await paypal.finish(order)).toMatchObject({ verdict: { state } });
  },
);

test('a capture whose answer was lost is the same one the second time, and read off the order at last', async () => {
  const again = await openPayPal({
    [paths.read]: approved,
    [paths.capture]: [{ fault: 'reset' }, completed],
  });
  expect(await again.paypal.finish(order)).toMatchObject({ verdict: { state: 'captured' } });
  const [first, second] = again.calls(paths.capture);
  expect(second?.headers['paypal-request-id']).toBe(first?.headers['paypal-request-id']);
  const off = await openPayPal({ [paths.read]: [approved, completed], [paths.capture]: { status: 500 } });
  expect(await off.paypal.finish(order)).toMatchObject({ verdict: { state: 'captured' } });
  const unknown = await openPayPal({ [paths.read]: approved, [paths.capture]: { fault: 'reset' } });
  expect(await unknown.paypal.finish(order)).toMatchObject({ verdict: { state: 'unknown' } });
});

test('an order that was taken meanwhile is read', async () => {
  const taken = { status: 422, json: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } };
  const { paypal } = await openPayPal({ [paths.read]: [approved, completed], [paths.capture]: taken });
  expect(await paypal.finish(order)).toEqual({ attemptId, verdict: captured });
});

test.each([
  ['renewal', 'MERCHANT'],
  ['on_file', 'CUSTOMER'],
] as const)('by the vault, a %s is begun by the %s', async (type, initiator) => {
  const { calls, paypal } = await openPayPal({ [paths.create]: completed });
  expect(await paypal.charge(byVault(type))).toEqual(captured);
  expect(bodyOf(calls(paths.create)[0])).toMatchObject({
    payment_source: {
      paypal: {
        vault_id: 'nkq2y9g',
        stored_credential: { payment_initiator: initiator, usage: 'SUBSEQUENT' },
      },
    },
  });
});

test.each(faults)('a renewal after %s', async (_name, answer, state) => {
  const { calls, paypal } = await openPayPal({ [paths.create]: answer });
  expect(await paypal.charge(byVault('renewal'))).toEqual({ state });
  // What was lost is sent once more, and so is what had no access.
  const repeated = Boolean(answer.fault) || [500, 502, 401].includes(answer.status ?? 200);
  expect(calls(paths.create)).toHaveLength(repeated ? 2 : 1);
});

test('once one was lost, that the next was turned away says nothing', async () => {
  for (const second of [{ status: 429 }, { status: 503 }, { status: 400 }]) {
    const { paypal } = await openPayPal({ [paths.create]: [{ fault: 'reset' }, second] });
    expect(await paypal.charge(byVault('renewal'))).toEqual({ state: 'unknown' });
  }
  const duplicate = { status: 422, json: { details: [{ issue: 'DUPLICATE_INVOICE_ID' }] } };
  const { paypal } = await openPayPal({ [paths.create]: [{ fault: 'reset' }, duplicate] });
  expect(await paypal.charge(byVault('renewal'))).toEqual({ state: 'unknown' });
});

test('a renewal that wants the member is one that they have to pay by hand; they go to the page themselves', async () => {
  const json = { ...readSample('paypal/order-made'), purchase_units: [{ custom_id: attemptId }] };
  const { paypal } = await openPayPal({ [paths.create]: { json } });
  expect(await paypal.charge(byVault('renewal'))).toMatchObject({
    state: 'declined',
    outcome: 'authentication_required',
  });
  expect(await paypal.charge(byVault('on_file'))).toMatchObject({ state: 'requires_action' });
});

test('of nothing, by a card or by another’s wallet it takes nothing', async () => {
  const { received, paypal } = await openPayPal({});
  expect(await paypal.charge(byPayPal({ amountCents: 0 }))).toEqual({ state: 'error' });
  expect(await paypal.charge(chargeRequest())).toEqual({ state: 'error' });
  expect(received).toHaveLength(0);
});
