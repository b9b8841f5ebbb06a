import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startProcessor } from '#sandbox/processor/processor.ts';
import type { Processor } from '#sandbox/processor/processor.ts';
import { card, chargeRequest, knownAttempt, surroundings } from '#testing/billing/gateway.ts';
import { listen } from '#testing/sandbox/processor.ts';
import { createMaxpay } from './maxpay/maxpay.ts';
import { createPayPal } from './paypal/paypal.ts';
import type { Provider, ProviderEvent, Verdict } from './provider.ts';
import { createTrustPay } from './trustpay/trustpay.ts';

/** The adapters speak to the stand-in by their real wire, and it to them. */

async function open() {
  const processor = await startProcessor();
  const listener = await listen();
  processor.sendWebhooksTo(listener.origin);
  onTestFinished(async () => {
    await processor.stop();
    await listener.stop();
  });
  const { keys, origin } = processor;
  const place = (path: string) => surroundings(`${origin}${path}`);
  const trustpay = createTrustPay({ ...keys.trustpay, ...place('/trustpay') });
  const maxpay = createMaxpay({ ...keys.maxpay, ...place('/maxpay/api/cc') });
  const paypal = createPayPal({ ...keys.paypal, ...place('/paypal') });
  async function eventsOf(provider: Provider): Promise<ProviderEvent[]> {
    await processor.settled();
    const own = listener.received.filter(({ path }) => path === `/pay/webhooks/${provider.name}`);
    const read = await Promise.all(
      own.map(({ headers, body }) => provider.readEvents({ headers, body: Buffer.from(body) })),
    );
    return read.flat();
  }
  return { processor, trustpay, maxpay, paypal, eventsOf };
}

const typed = (number: string, more = {}) => {
  const attemptId = randomUUID();
  return {
    attemptId,
    request: chargeRequest({
      attemptId,
      paymentMethod: { type: 'card', card: { ...card, number } },
      ...more,
    }),
  };
};

function referenceOf(verdict: Verdict): string {
  if (!('reference' in verdict) || !verdict.reference) throw new Error('there is no reference');
  return verdict.reference;
}

/** The holder answers at the bank's page; returns what they come back with. */
async function answerBank(verdict: Verdict, password: string): Promise<URLSearchParams> {
  if (verdict.state !== 'requires_action') throw new Error('nobody asks');
  const { url, method, fields } = verdict.step;
  const page = await fetch(
    url,
    method === 'POST' ? { method, body: new URLSearchParams(fields) } : { method },
  );
  expect(page.status).toBe(200);
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const body = new URLSearchParams({ ...fields, password, answer: 'confirm' });
  const back = await fetch(new URL(action, page.url), { method: 'POST', body, redirect: 'manual' });
  const location = back.headers.get('location');
  if (location) return new URL(location).searchParams;
  const [, reference = ''] = /name="MD" value="([^"]+)"/.exec(await back.text()) ?? [];
  return new URLSearchParams({ reference });
}

const cards = [
  ['4111111111111111', 'captured', undefined],
  ['4000000000009995', 'declined', 'insufficient_funds'],
  ['4000000000000127', 'declined', 'invalid_cvc'],
  ['4000000000000069', 'declined', 'expired_card'],
  ['4000000000000119', 'declined', 'processing_error'],
  ['4000000000000002', 'declined', 'generic'],
  ['4000000000009987', 'declined', 'lost_or_stolen'],
  ['4242424242424241', 'declined', 'invalid_number'],
] as const;

test.each(cards)('the card %s is %s by both', async (number, state, outcome) => {
  const { trustpay, maxpay } = await open();
  for (const provider of [trustpay, maxpay]) {
    const verdict = await provider.charge(typed(number).request);
    expect(verdict).toMatchObject({ state, ...(outcome && { outcome }) });
  }
});

test.each([
  ['password', 'captured'],
  ['wrong', 'declined'],
])('a bank that asks and gets “%s”: %s, and its webhook says the same', async (password, state) => {
  const { trustpay, maxpay, eventsOf } = await open();
  for (const [provider, name] of [
    [trustpay, 'instanceId'],
    [maxpay, 'reference'],
  ] as const) {
    const { attemptId, request } = typed('5454545454545454');
    const asked = await provider.charge(request);
    const reference = referenceOf(asked);
    const back = await answerBank(asked, password);
    expect(back.get(name)).toBe(reference);
    const known = knownAttempt({ attemptId, reference, method: 'card' });
    const finished = await provider.finish(reference, known);
    expect(finished).toMatchObject({ attemptId, verdict: { state, reference } });
    expect(await provider.pollStatus(known)).toEqual(finished?.verdict);
    const charge = (await eventsOf(provider)).find((event) => event.kind === 'charge');
    expect(charge).toMatchObject({ attemptId, reference, verdict: { state, reference } });
  }
});

test('the old form of a bank’s check comes back to us with the name of the payment', async () => {
  const { maxpay, processor } = await open();
  const { attemptId, request } = typed('5454545454545454');
  processor.fail({ provider: 'maxpay', reference: attemptId, pareq: true });
  const asked = await maxpay.charge(request);
  expect(asked).toMatchObject({ state: 'requires_action', step: { type: 'form', method: 'POST' } });
  const back = await answerBank(asked, 'password');
  expect(back.get('reference')).toBe(referenceOf(asked));
  expect(await maxpay.finish(back.get('reference') ?? '')).toMatchObject({
    attemptId,
    verdict: { state: 'captured', amountCents: 1_990 },
  });
});

test('a stored card pays again, is refunded and charged back', async () => {
  const { trustpay, maxpay, processor, eventsOf } = await open();
  for (const provider of [trustpay, maxpay]) {
    const first = await provider.charge(typed('4000000000000259').request);
    const token = first.state === 'captured' ? first.stored?.token : undefined;
    const { attemptId, request } = typed('', {
      paymentMethod: { type: 'renewal', token },
      store: null,
      authenticate: false,
    });
    const renewed = await provider.charge(request);
    expect(renewed).toMatchObject({ state: 'captured', amountCents: 1_990, stored: null });
    const refund = { refundId: randomUUID(), attemptId, reference: referenceOf(renewed), amountCents: 500 };
    const given = await provider.refund(refund);
    expect(given.state).toBe('done');
    const refundReference = 'reference' in given ? given.reference : null;
    expect(await provider.pollRefund({ ...refund, refundReference })).toEqual(given);
    processor.dispute(attemptId, 'lost');
    const events = await eventsOf(provider);
    expect(events.find((event) => event.kind === 'refund')).toMatchObject({
      refundId: refund.refundId,
      refundReference,
      amountCents: 500,
      succeeded: true,
    });
    expect(events.find((event) => event.kind === 'dispute' && event.attemptId === attemptId)).toMatchObject({
      change: 'lost',
    });
  }
});

test('an age check takes nothing', async () => {
  const { trustpay, maxpay, processor } = await open();
  for (const provider of [trustpay, maxpay]) {
    const check = { amountCents: 0, store: null };
    const verdict = await provider.charge(typed('4111111111111111', check).request);
    expect(verdict).toMatchObject({ state: 'captured', amountCents: 0, stored: null });
  }
  expect(processor.charges().map(({ amount }) => amount)).toEqual([0, 0]);
});

test('Maxpay finds what was taken behind a lost answer, and what never arrived', async () => {
  const { maxpay, processor } = await open();
  const taken = typed('4111111111111111');
  processor.fail({ provider: 'maxpay', reference: taken.attemptId, timeout: 'after', holdMs: 1 });
  const never = knownAttempt({ attemptId: randomUUID() });
  expect(await maxpay.charge(taken.request)).toMatchObject({ state: 'captured' });
  expect(processor.charges({ reference: taken.attemptId })).toHaveLength(1);
  expect(await maxpay.pollStatus(never)).toEqual({ state: 'absent' });
});

async function approve({ origin }: Processor, orderId: string, answer = 'approve', account = 'success') {
  await fetch(`${origin}/paypal/checkoutnow/${orderId}`, {
    method: 'POST',
    body: new URLSearchParams({ answer, account }),
    redirect: 'manual',
  });
}

test('PayPal: approved, captured once, renewed, refunded and reported', async () => {
  const { paypal, processor, eventsOf } = await open();
  const { attemptId, request } = typed('', { paymentMethod: { type: 'paypal' } });
  const made = await paypal.charge(request);
  const reference = referenceOf(made);
  expect(made).toMatchObject({ state: 'requires_action', step: { type: 'redirect', method: 'GET' } });
  const known = knownAttempt({ attemptId, reference, method: 'paypal' });
  expect(await paypal.pollStatus(known)).toMatchObject({ state: 'requires_action' });
  await approve(processor, reference);
  const both = await Promise.all([paypal.finish(reference, known), paypal.finish(reference, known)]);
  expect(both[0]).toEqual(both[1]);
  const verdict = both[0]?.verdict;
  expect(verdict).toMatchObject({ state: 'captured', reference, amountCents: 1_990 });
  expect(processor.charges({ reference: attemptId })).toHaveLength(1);

  const token = verdict?.state === 'captured' ? verdict.stored?.token : undefined;
  const next = typed('', { paymentMethod: { type: 'renewal', token }, store: null });
  const renewed = await paypal.charge(next.request);
  expect(renewed).toMatchObject({ state: 'captured', amountCents: 1_990 });
  const again = knownAttempt({ attemptId: next.attemptId, token: token ?? null, initiatedBy: 'merchant' });
  expect(await paypal.resend?.(again, async () => true)).toEqual(renewed);
  expect(processor.charges({ reference: next.attemptId })).toHaveLength(1);

  const refund = { refundId: randomUUID(), attemptId, reference, amountCents: 500 };
  const given = await paypal.refund(refund);
  expect(given.state).toBe('done');
  expect(await paypal.pollRefund({ ...refund, refundReference: null })).toEqual(given);
  const events = await eventsOf(paypal);
  expect(events.filter((event) => event.kind === 'charge').map(({ verdict: { state } }) => state)).toEqual([
    'processing',
    'captured',
    'captured',
  ]);
  expect(events.find((event) => event.kind === 'refund')).toMatchObject({
    ...refund,
    reference: null,
    succeeded: true,
  });
  const day = new Date().toISOString().slice(0, 10);
  const lines = await paypal.report(day);
  expect(lines?.map(({ kind, ours, amountCents }) => [kind, ours, amountCents])).toEqual(
    expect.arrayContaining([
      ['charge', attemptId, 1_990],
      ['charge', next.attemptId, 1_990],
      ['refund', refund.refundId, 500],
    ]),
  );
  expect(await paypal.forget({ token: token ?? '', customerId: 'customer' })).toEqual({ state: 'gone' });
  expect(await paypal.charge(typed('', { paymentMethod: { type: 'renewal', token } }).request)).toMatchObject(
    {
      state: 'declined',
      outcome: 'card_declined',
      dropToken: true,
    },
  );
});

test.each([
  ['cancel', 'success'],
  ['approve', 'insufficient_funds'],
])('PayPal: a payer who answers “%s” as %s has paid nothing', async (answer, account) => {
  const { paypal, processor } = await open();
  const { attemptId, request } = typed('', { paymentMethod: { type: 'paypal' } });
  const reference = referenceOf(await paypal.charge(request));
  await approve(processor, reference, answer, account);
  const finished = await paypal.finish(reference);
  expect(finished).toMatchObject({
    attemptId,
    verdict: { state: 'declined', outcome: 'insufficient_funds' },
  });
  expect(processor.charges({ reference: attemptId }).filter(({ state }) => state === 'captured')).toEqual([]);
});

test('a webhook with a false signature is no webhook', async () => {
  const { trustpay, maxpay, paypal, processor, eventsOf } = await open();
  processor.fail({ provider: 'trustpay', webhooks: { badSignature: true } });
  processor.fail({ provider: 'maxpay', webhooks: { badSignature: true } });
  for (const provider of [trustpay, maxpay]) {
    await provider.charge(typed('4111111111111111').request);
    await expect(eventsOf(provider)).rejects.toThrow('did not sign');
  }
  expect(await eventsOf(paypal)).toEqual([]);
});
