import { DAY } from '../../../platform/clock.ts';
import { isPathSegment } from '../answers.ts';
import type { Logger } from '../../../platform/telemetry/log.ts';
import type { Provider } from '../provider.ts';
import { createCaller } from './calls.ts';
import type { PayPalSettings } from './calls.ts';
import { pollStatus, charge, finish } from './payments.ts';
import { WrongPayment } from './read-order.ts';
import { readEvent, verify } from './read-webhook.ts';
import { pollRefund, refund } from './refunds.ts';
import { listMoved } from './report.ts';

/** PayPal's Orders, version 2. The name of the order is that of the charge, before and after its money is taken. */
export function createPayPal(settings: PayPalSettings): Provider {
  const { webhookId, clock, log } = settings;
  const call = createCaller(settings);
  return {
    name: 'paypal',
    acknowledgement: { contentType: 'text/plain', body: 'OK' },
    charge: (request) => logWrongPayment(log, charge(call, request), { state: 'unknown' }),
    finish(orderId, known) {
      const otherwise = known && { attemptId: known.attemptId, verdict: { state: 'unknown' } as const };
      return logWrongPayment(log, finish(call, orderId, known), otherwise);
    },
    pollStatus: (attempt) =>
      logWrongPayment(log, pollStatus(call, attempt, clock.now()), { state: 'unknown' }),
    refund: (request) => refund(call, request),
    pollRefund: (request) => pollRefund(call, request),

    async forget(token) {
      if (!isPathSegment(token)) return;
      const sent = await call({ method: 'DELETE', path: `/v3/vault/payment-tokens/${token}` });
      // We never use it again in any case.
      if (sent.kind === 'answered' && sent.status < 300) return;
      log.warn({ provider: 'paypal', kind: sent.kind }, 'a provider was not told to forget a payment method');
    },

    async readEvents(webhook) {
      await verify(call, webhookId, webhook);
      return [readEvent(webhook.body)];
    },

    report(day) {
      const from = new Date(`${day}T00:00:00Z`);
      return listMoved(call, from, new Date(from.getTime() + DAY - 1));
    },
  };
}

/** Money that is not as we asked for it is never counted as paid, and somebody has to hear of it. */
async function logWrongPayment<Result>(
  log: Logger,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof WrongPayment)) throw error;
    log.error({ provider: 'paypal', err: error }, 'a provider has another payment than we asked for');
    return otherwise;
  }
}
