import { send } from '../http-client.ts';
import type { Provider, RefundRequest, RefundVerdict, ProviderAdapter } from '../provider.ts';
import { pollStatus, charge, finish } from './charge.ts';
import { call, readAs, modificationAnswer } from './client.ts';
import type { AdyenSettings } from './client.ts';
import { readEvents } from './webhook.ts';
import { fetchReport } from './report.ts';
import { CURRENCY } from '../../../../contract/kernel/constants.ts';

export const adyen: ProviderAdapter = {
  open({ payments, sandboxKeys, connect }) {
    const keys = payments.adyen ?? sandboxKeys?.adyen;
    if (!keys) return undefined;
    const connection = connect(payments.adyen?.url, '/adyen/v71');
    const sandboxReport = async (day: string) =>
      `${await connection.url()}/reports/settlement_detail_report_${day}.csv`;
    return createAdyen({
      ...keys,
      ...connection,
      reportUrl: payments.adyen ? undefined : sandboxReport,
    });
  },
};

/** Adyen Checkout, version 71. The card goes there as it is: we are the ones who may hold it. */
export function createAdyen(settings: AdyenSettings): Provider {
  return {
    name: 'adyen',
    charge: (request) => charge(settings, request),
    finish: (redirectResult) => finish(settings, redirectResult),
    pollStatus: (attempt) => pollStatus(settings, attempt),
    refund: (request) => refund(settings, request),
    pollRefund: (request) => pollRefund(settings, request),
    forget: (token, customerId) => forget(settings, token, customerId),
    readEvents: async (webhook) => readEvents(webhook, settings.hmacKey),
    acknowledgement: { contentType: 'text/plain; charset=utf-8', body: '[accepted]' },
    report: (day) => fetchReport(settings, day),
  };
}

async function forget(settings: AdyenSettings, token: string, customerId: string): Promise<void> {
  const { url, apiKey, merchantAccount, timeoutMs, log } = settings;
  const query = new URLSearchParams({ merchantAccount, shopperReference: customerId });
  const sent = await send({
    url: `${await url()}/storedPaymentMethods/${encodeURIComponent(token)}?${query.toString()}`,
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
    timeoutMs,
  });
  // We never use it again in any case.
  if (sent.kind === 'answered' && sent.status < 300) return;
  log.warn({ provider: 'adyen', kind: sent.kind }, 'a provider was not told to forget a payment method');
}

/** Adyen only accepts the request here; a webhook says what came of it. */
async function refund(settings: AdyenSettings, request: RefundRequest): Promise<RefundVerdict> {
  const { refundId, reference, amountCents } = request;
  const reply = await call(settings, {
    path: `/payments/${encodeURIComponent(reference)}/refunds`,
    body: {
      merchantAccount: request.merchantAccount ?? settings.merchantAccount,
      amount: { value: amountCents, currency: CURRENCY },
      reference: refundId,
    },
    key: refundId,
  });
  if (reply.kind === 'refused') return { state: 'failed' };
  if (reply.kind === 'busy') return { state: 'unsent' };
  const answer = reply.kind === 'done' ? readAs(modificationAnswer, reply.json) : undefined;
  return answer ? { state: 'sent', reference: answer.pspReference } : { state: 'unknown' };
}

/** A refund that Adyen has accepted cannot be polled. Any other is sent once more: its idempotency key makes it the same one. */
async function pollRefund(
  settings: AdyenSettings,
  request: RefundRequest & { refundReference: string | null },
): Promise<RefundVerdict> {
  return request.refundReference === null ? refund(settings, request) : { state: 'unknown' };
}
