import { createPayPal } from '#server/billing/providers/paypal/paypal.ts';
import type { KnownAttempt } from '#server/billing/providers/provider.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { chargeRequest, knownAttempt, openGateway, patience, readSample } from './gateway.ts';
import type { Answer } from './gateway.ts';
import type { ReceivedRequest } from './play-provider.ts';

/** What the tests of the PayPal adapter share: recorded shapes, and a gateway that answers by method and path. */

const keys = { clientId: 'client', secret: 'secret', webhookId: 'WH-1' };
export const order = '5O190127TN364715T';
export const made = { json: readSample('paypal/order-made') };
export const approved = { json: readSample('paypal/order-approved') };
export const completed = { json: readSample('paypal/order-completed') };
export const declined = { status: 422, json: readSample('paypal/instrument-declined') };
export const gone = { status: 404, json: { name: 'RESOURCE_NOT_FOUND' } };
export const captured = {
  state: 'captured',
  reference: order,
  amountCents: 1_990,
  stored: { token: 'nkq2y9g', network: null, lastFour: null, expiryMonth: null, expiryYear: null },
};
export const paths = {
  access: 'POST /v1/oauth2/token',
  create: 'POST /v2/checkout/orders',
  read: `GET /v2/checkout/orders/${order}`,
  capture: `POST /v2/checkout/orders/${order}/capture`,
  refund: 'POST /v2/payments/captures/3C679366HH908993F/refund',
};

type Answers = Partial<Record<string, Answer | Answer[]>>;

/** Answers by method and path; of a list, each in turn and the last for ever. */
export async function openPayPal(answers: Answers) {
  const turns = new Map<string, number>();
  const gateway = await openGateway(({ method, path }) => {
    const name = `${method} ${path.split('?')[0]}`;
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const answer =
      answers[name] ?? (name === paths.access ? { json: readSample('paypal/access') } : undefined);
    return Array.isArray(answer) ? answer[Math.min(turn, answer.length - 1)] : answer;
  });
  const all = Object.values(answers).flatMap((answer) => answer ?? []);
  const timeoutMs = Math.min(...all.map(patience), 10_000);
  const calls = (name: string) =>
    gateway.received.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === name);
  const errors: string[] = [];
  const log = createLogger(
    { logLevel: 'error', logFormat: 'json' },
    { write: (line) => void errors.push(line) },
  );
  const paypal = createPayPal({ ...gateway.surroundings, ...keys, timeoutMs, log });
  return { ...gateway, calls, errors, paypal };
}

export const bodyOf = (received: ReceivedRequest | undefined) => JSON.parse(received?.body ?? '') as unknown;
export const byPayPal = (more = {}) => chargeRequest({ paymentMethod: { type: 'paypal' }, ...more });
export const byVault = (type: 'on_file' | 'renewal') =>
  chargeRequest({ paymentMethod: { type, token: 'nkq2y9g' }, store: null, authenticate: false });
export const inVault = (more: Partial<KnownAttempt> = {}) =>
  knownAttempt({ token: 'nkq2y9g', initiatedBy: 'merchant', method: 'on_file', ...more });
