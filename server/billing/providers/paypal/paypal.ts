import { CURRENCY } from '#contract/kernel/constants.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';
import { isPathSegment, unansweredRefund, majorUnits } from '../answers.ts';
import { readAnswer } from '../http-client.ts';
import type { Provider, RefundRequest, RefundVerdict, ProviderAdapter } from '../provider.ts';
import { pollStatus, resend, charge, finish, listMoved } from './charge.ts';
import { createCaller, order, refundAnswer } from './client.ts';
import type { PayPalSettings, Caller } from './client.ts';
import { WrongPayment, readIssue, readEvent, verify } from './verdicts.ts';

export const paypal: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.paypal ?? sandboxKeys?.paypal;
    return keys && createPayPal({ ...keys, ...connect(payments.paypal?.url, '/paypal') });
  },
};

/** PayPal's Orders, version 2. The id of the order is our reference of the charge, before and after the capture. */
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
    resend: (attempt, mayCharge) =>
      logWrongPayment(log, resend(call, attempt, { now: clock.now(), mayCharge }), undefined),
    refund: (request) => refund(call, request),
    pollRefund: (request) => pollRefund(call, request),

    async forget({ token }) {
      // It is no token of theirs.
      if (!isPathSegment(token)) return { state: 'gone' };
      const sent = await call({ method: 'DELETE', path: `/v3/vault/payment-tokens/${token}` });
      if (sent.kind !== 'answered') return { state: 'not_yet', why: sent.why };
      // Payment method tokens API, “Delete payment token”: 204, also for one that was deleted before; 404 for none.
      if (sent.status < 300 || sent.status === 404) return { state: 'gone' };
      return { state: 'not_yet', why: `answered ${sent.status}` };
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

/** A payment that is not as we asked for is never counted as paid, and is logged as an error. */
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

async function refund(call: Caller, request: RefundRequest): Promise<RefundVerdict> {
  const captureId = await findCapture(call, request.reference);
  // Without it nothing is sent.
  if (!captureId) return { state: 'unsent' };
  const sent = await call({
    method: 'POST',
    path: `/v2/payments/captures/${captureId}/refund`,
    body: {
      amount: { currency_code: CURRENCY, value: majorUnits(request.amountCents) },
      custom_id: `refund:${request.refundId}`,
      invoice_id: request.attemptId,
    },
    requestId: request.refundId,
  });
  const answer = readAnswer(sent, refundAnswer);
  if (answer) return readRefund(answer);
  if (sent.doubtful) return { state: 'unknown' };
  if (readIssue(sent) !== undefined) return { state: 'failed' };
  // A refusal has an issue code; everything else is a fault, and says nothing about the refund.
  const verdict = unansweredRefund(sent);
  return verdict.state === 'failed' ? { state: 'unknown' } : verdict;
}

/** A refund that PayPal never answered is sent once more: its request id makes it the same one. */
async function pollRefund(
  call: Caller,
  request: RefundRequest & { refundReference: string | null },
): Promise<RefundVerdict> {
  const { refundReference: reference } = request;
  if (reference === null) return refund(call, request);
  if (!isPathSegment(reference)) return { state: 'unknown' };
  const answer = readAnswer(
    await call({ method: 'GET', path: `/v2/payments/refunds/${reference}` }),
    refundAnswer,
  );
  return answer ? readRefund(answer) : { state: 'unknown' };
}

/** Our reference is the id of the order; in a report it is the id of the capture. */
async function findCapture(call: Caller, reference: string): Promise<string | undefined> {
  if (!isPathSegment(reference)) return undefined;
  const sent = await call({ method: 'GET', path: `/v2/checkout/orders/${reference}` });
  if (sent.kind === 'answered' && sent.status === 404) return reference;
  return readAnswer(sent, order)?.purchase_units[0]?.payments?.captures?.[0]?.id;
}

function readRefund({ id, status }: { id: string; status: string }): RefundVerdict {
  if (status === 'COMPLETED') return { state: 'done', reference: id };
  if (status === 'PENDING') return { state: 'sent', reference: id };
  return { state: 'failed' };
}
