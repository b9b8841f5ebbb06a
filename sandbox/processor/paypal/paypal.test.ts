import { expect, test } from 'vitest';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { startProcessorWithMerchant, read } from '#testing/sandbox/processor.ts';
import type { Answer, ReceivedWebhook } from '#testing/sandbox/processor.ts';

const { processor, merchant } = await startProcessorWithMerchant();
const access = String((await issueAccessToken(processor.keys.paypal.secret)).body['access_token']);

async function issueAccessToken(secret: string): Promise<Answer> {
  const credentials = Buffer.from(`${processor.keys.paypal.clientId}:${secret}`).toString('base64');
  return read(
    await fetch(`${processor.origin}/paypal/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }),
  );
}

async function call(method: string, path: string, body?: unknown, requestId?: string): Promise<Answer> {
  return read(
    await fetch(`${processor.origin}/paypal/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access}`,
        'content-type': 'application/json',
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

const HOME = 'http://it.localhost/paypal/paymentCheck';
const approvedByPage = {
  paypal: {
    experience_context: { brand_name: 'Serenata', return_url: HOME, cancel_url: HOME },
    attributes: {
      vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT' },
      customer: { merchant_customer_id: 'member-1' },
    },
  },
};
const fromVault = (token: unknown) => ({
  paypal: {
    vault_id: token,
    stored_credential: { payment_initiator: 'MERCHANT', usage: 'SUBSEQUENT' },
  },
});

function orderOf(name: string, source: unknown = approvedByPage, value = '9.90') {
  const unit = { custom_id: name, invoice_id: name, amount: { currency_code: 'EUR', value } };
  return { intent: 'CAPTURE', purchase_units: [unit], payment_source: source };
}

let count = 0;
async function order(source?: unknown, value?: string): Promise<Answer & { name: string }> {
  const name = `order-${(count += 1)}`;
  return { ...(await call('POST', 'v2/checkout/orders', orderOf(name, source, value), name)), name };
}

const linkOf = (body: Record<string, unknown>, rel: string) =>
  (body['links'] as { rel: string; href: string }[]).find((link) => link.rel === rel)?.href ?? '';

async function answerPage(body: Record<string, unknown>, answer: string, account = 'success') {
  const response = await fetch(`${processor.origin}/paypal/checkoutnow/${String(body['id'])}`, {
    method: 'POST',
    body: new URLSearchParams({ answer, account }),
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '');
}

async function buy(account?: string): Promise<Answer & { name: string }> {
  const made = await order();
  await answerPage(made.body, 'approve', account);
  const path = `v2/checkout/orders/${String(made.body['id'])}/capture`;
  return { ...(await call('POST', path, {}, `capture-${made.name}`)), name: made.name };
}

interface Order {
  id: string;
  payment_source: { paypal: { attributes?: { vault: { id: string; status: string } } } };
  purchase_units: { payments?: { captures: { id: string; status: string }[] } }[];
}
const captureOf = (body: unknown) => (body as Order).purchase_units[0]?.payments?.captures[0];
const vaultOf = (body: unknown) => (body as Order).payment_source.paypal.attributes?.vault;

test('the customer approves at PayPal’s page, and then the money is taken', async () => {
  const { status, body } = await order();
  expect(status).toBe(200);
  expect(body['status']).toBe('PAYER_ACTION_REQUIRED');
  const html = await (await fetch(linkOf(body, 'payer-action'))).text();
  expect(html).toContain('9.90 EUR');
  expect(html).toContain('Serenata');
  const path = `v2/checkout/orders/${String(body['id'])}`;
  const early = await call('POST', `${path}/capture`, {}, 'early');
  expect(early).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_NOT_APPROVED' }] } });

  const address = await answerPage(body, 'approve');
  expect(address.searchParams.get('token')).toBe(body['id']);
  expect((await call('GET', path)).body['status']).toBe('APPROVED');
  const taken = await call('POST', `${path}/capture`, {}, 'capture-1');
  expect(captureOf(taken.body)).toMatchObject({ status: 'COMPLETED' });
  expect(vaultOf(taken.body)).toMatchObject({ status: 'VAULTED' });
  const twice = await call('POST', `${path}/capture`, {}, 'capture-2');
  expect(twice).toMatchObject({ status: 422, body: { details: [{ issue: 'ORDER_ALREADY_CAPTURED' }] } });
  expect(processor.charges({ provider: 'paypal' })).toHaveLength(1);
});

test('who cancels comes back without having paid', async () => {
  const { body } = await order();
  const address = await answerPage(body, 'cancel');
  expect(address.searchParams.get('token')).toBe(body['id']);
  expect((await call('GET', `v2/checkout/orders/${String(body['id'])}`)).body['status']).toBe(
    'PAYER_ACTION_REQUIRED',
  );
});

test('what is in the vault is charged without its owner', async () => {
  const bought = await buy();
  const token = vaultOf(bought.body)?.id;
  const renewed = await order(fromVault(token), '19.90');
  expect(renewed.status).toBe(201);
  expect(captureOf(renewed.body)).toMatchObject({ status: 'COMPLETED' });
  const { paypal } = fromVault(token);
  const onDemand = { ...paypal.stored_credential, usage_pattern: 'IMMEDIATE' };
  expect(await order({ paypal: { ...paypal, stored_credential: onDemand } })).toMatchObject({
    body: { details: [{ field: '/payment_source/paypal/stored_credential/usage_pattern' }] },
  });
  const later = await buy('decline_later');
  const declined = await order(fromVault(vaultOf(later.body)?.id));
  expect(declined).toMatchObject({ status: 422, body: { details: [{ issue: 'TRANSACTION_REFUSED' }] } });
  await call('DELETE', `v3/vault/payment-tokens/${token}`);
  const gone = await order(fromVault(token));
  expect(gone).toMatchObject({ status: 422, body: { details: [{ issue: 'TOKEN_ID_NOT_FOUND' }] } });
});

test('a customer without money is declined', async () => {
  const { status, body } = await buy('insufficient_funds');
  expect(status).toBe(422);
  expect(body).toMatchObject({ details: [{ issue: 'INSTRUMENT_DECLINED' }] });
});

async function verify(
  { headers, body }: ReceivedWebhook,
  changes: Record<string, unknown> = {},
): Promise<unknown> {
  const answer = await call('POST', 'v1/notifications/verify-webhook-signature', {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: processor.keys.paypal.webhookId,
    webhook_event: JSON.parse(body) as unknown,
    ...changes,
  });
  return answer.body['verification_status'];
}

test('knows its own webhooks from others', async () => {
  const { name } = await buy();
  await processor.settled();
  const types = merchant.received.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type);
  expect(types.sort()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'VAULT.PAYMENT-TOKEN.CREATED',
  ]);
  const webhook = merchant.received.find(({ body }) => body.includes('CAPTURE.COMPLETED'))!;
  expect(JSON.parse(webhook.body)).toMatchObject({ resource: { custom_id: name, status: 'COMPLETED' } });
  expect(await verify(webhook)).toBe('SUCCESS');
  const event = JSON.parse(webhook.body) as Record<string, unknown>;
  expect(await verify(webhook, { webhook_event: { ...event, id: 'WH-other' } })).toBe('FAILURE');
  expect(await verify(webhook, { webhook_id: 'other' })).toBe('FAILURE');
});

test('gives back, and says how that stands', async () => {
  const refund = (bought: Answer, value: string, requestId: string) =>
    call(
      'POST',
      `v2/payments/captures/${captureOf(bought.body)?.id}/refund`,
      { amount: { currency_code: 'EUR', value }, custom_id: `refund:${requestId}` },
      requestId,
    );
  const bought = await buy();
  const first = await refund(bought, '4.90', 'refund-1');
  expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  expect((await refund(bought, '4.90', 'refund-1')).body).toEqual(first.body);
  expect((await refund(bought, '9.00', 'refund-2')).status).toBe(422);
  const slow = await refund(await buy('refund_pending'), '9.90', 'refund-3');
  expect(slow.body['status']).toBe('PENDING');
  processor.advance(DAY);
  const path = `v2/payments/refunds/${String(slow.body['id'])}`;
  expect((await call('GET', path)).body['status']).toBe('COMPLETED');
});

test('a dispute takes the money back', async () => {
  await buy('chargeback');
  processor.advance(DAY);
  await processor.settled();
  const types = merchant.received.map(({ body }) => (JSON.parse(body) as { event_type: string }).event_type);
  expect(types.slice(-3)).toEqual([
    'CUSTOMER.DISPUTE.CREATED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ]);
});

test('the same key is the same order, for six hours', async () => {
  const ask = (body: unknown) => call('POST', 'v2/checkout/orders', body, 'key-1');
  const first = await ask(orderOf('keyed'));
  expect((await ask(orderOf('keyed'))).body).toEqual(first.body);
  const other = await ask(orderOf('keyed', approvedByPage, '1.00'));
  expect(other).toMatchObject({ status: 422, body: { details: [{ issue: 'DUPLICATE_REQUEST_ID' }] } });
  processor.advance(7 * HOUR);
  expect((await ask(orderOf('keyed'))).body['id']).not.toBe(first.body['id']);
});

test('an invoice is not paid twice', async () => {
  const { body, name } = await buy();
  const token = vaultOf(body)?.id;
  const again = await call('POST', 'v2/checkout/orders', orderOf(name, fromVault(token)), 'another key');
  expect(again).toMatchObject({ status: 422, body: { details: [{ issue: 'DUPLICATE_INVOICE_ID' }] } });
});

test('the report lists what was moved', async () => {
  processor.advance(31 * DAY);
  const charge = await buy();
  const now = processor.charges().at(-1)?.at ?? 0;
  const range = new URLSearchParams({
    start_date: new Date(now - HOUR).toISOString(),
    end_date: new Date(now + HOUR).toISOString(),
    page_size: '1',
  });
  const { body } = await call('GET', `v1/reporting/transactions?${range.toString()}`);
  expect(body).toMatchObject({
    total_items: 1,
    transaction_details: [
      {
        transaction_info: {
          transaction_event_code: 'T0006',
          transaction_amount: { currency_code: 'EUR', value: '9.90' },
          custom_field: charge.name,
        },
      },
    ],
  });
});

test('turns down what it would turn down', async () => {
  expect((await issueAccessToken('wrong')).status).toBe(401);
  expect((await call('POST', 'v2/checkout/orders', orderOf('no key'))).status).toBe(400);
  expect((await order(undefined, '9.9')).status).toBe(400);
  expect((await order(undefined, '0.00')).status).toBe(400);
  expect((await order({ paypal: {} })).status).toBe(400);
  const stranger = await fetch(`${processor.origin}/paypal/v2/checkout/orders/x`);
  expect(stranger.status).toBe(401);
  expect((await call('GET', 'v2/checkout/orders/nobody')).status).toBe(404);
});
