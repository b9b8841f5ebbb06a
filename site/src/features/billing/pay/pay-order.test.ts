import { expect, test } from 'vitest';
import { type Call, OfflineError } from '#client/call.ts';
import { type ChargeReply, readOrder, tryCharge } from '#contract/billing/charges.ts';
import { createToken } from '#contract/billing/orders.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { type Payment, payOrder, sendCard } from './pay-order.ts';

const orderId = '0198c0de-0000-7000-8000-000000000001';
const card = { number: '4111 1111 1111 1111', month: '03', year: '30', securityCode: '737' };
const payment: Payment = {
  trackerId: 'anna',
  choice: { productId: 'vip-month' },
  send: sendCard(card),
  details: {},
};

function reply(given: Partial<ChargeReply>): ChargeReply {
  const none = { step: null, provider: 'adyen', data: { customerId: 'c' }, orderId } as const;
  return { status: 'ok', outcome: 'success', ...none, ...given };
}
const paid = reply({});
const pending = reply({ status: 'pending', outcome: 'pending' });
const neverArrived = { ...pending, provider: null };

type Answer = ChargeReply | Error;

/** A server that answers charges and questions in this order; the last answer stays. */
function serverThat(charges: Answer[], questions: Answer[]) {
  const asked: { charge: unknown[]; tokens: number; read: number; doubts: number } = {
    charge: [],
    tokens: 0,
    read: 0,
    doubts: 0,
  };
  const next = (answers: Answer[]) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const call = async (endpoint: Endpoint, input: unknown) => {
    if (endpoint === createToken) {
      asked.tokens += 1;
      return { token: 't', order: { id: orderId, amountCents: 2990, currency: 'EUR', expiresAt: 0 } };
    }
    if (endpoint === tryCharge) {
      asked.charge.push(input);
      return next(charges);
    }
    expect(endpoint).toBe(readOrder);
    asked.read += 1;
    return next(questions);
  };
  const page = {
    call: call as unknown as Call,
    pause: () => Promise.resolve(),
    onDoubt: () => void (asked.doubts += 1),
  };
  return { page, asked };
}

const lost = new OfflineError('/orders/tryCharge');
const used = new Failure('order.used', { orderId });

test('an answer is an answer', async () => {
  const { page, asked } = serverThat([paid], []);
  expect(await payOrder(payment, page)).toEqual(paid);
  expect(asked).toMatchObject({ tokens: 1, read: 0, doubts: 0 });
  expect(asked.charge).toEqual([expect.objectContaining({ card: { token: 't', ...card }, newCard: true })]);
});

test('a lost answer is looked for, and nothing is charged again', async () => {
  const { page, asked } = serverThat([lost], [lost, pending, paid]);
  expect(await payOrder(payment, page)).toEqual(paid);
  expect(asked).toMatchObject({ tokens: 1, read: 3, doubts: 1 });
  expect(asked.charge).toHaveLength(1);
});

test('what never arrived is sent again with the same token, which cannot pay twice', async () => {
  const { page, asked } = serverThat([lost, used], [neverArrived, paid]);
  expect(await payOrder(payment, page)).toEqual(paid);
  expect(asked.tokens).toBe(1);
  expect(asked.charge).toHaveLength(2);
  expect(asked.charge[1]).toEqual(asked.charge[0]);
});

test('a fault of the server leaves it open, too', async () => {
  const { page } = serverThat(
    [new Failure('server.fault', { id: '1' })],
    [reply({ status: 'ko', outcome: 'generic' })],
  );
  expect(await payOrder(payment, page)).toMatchObject({ status: 'ko', outcome: 'generic' });
});

test('a refusal that took nothing says so', async () => {
  const { page, asked } = serverThat([new Failure('order.terms_changed', undefined)], []);
  await expect(payOrder(payment, page)).rejects.toMatchObject({ code: 'order.terms_changed' });
  expect(asked.read).toBe(0);
});

test('what stays undecided is pending, never failed', async () => {
  const { page, asked } = serverThat([lost], [lost]);
  expect(await payOrder(payment, page)).toMatchObject({ status: 'pending', outcome: 'pending', orderId });
  expect(asked.charge).toHaveLength(1);
});

test('the bank may still want to ask, though the answer was lost', async () => {
  const step = { type: 'frame', url: 'https://bank.example', method: 'POST', fields: {} } as const;
  const { page } = serverThat([lost], [pending, reply({ step })]);
  expect(await payOrder(payment, page)).toMatchObject({ step });
});
