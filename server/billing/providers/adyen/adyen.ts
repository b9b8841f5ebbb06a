import { send } from '../http-client.ts';
import type { Provider } from '../provider.ts';
import { pollStatus } from './poll-status.ts';
import type { AdyenSettings } from './calls.ts';
import { charge } from './charge.ts';
import { readEvents } from './events.ts';
import { finish } from './finish.ts';
import { pollRefund, refund } from './refunds.ts';
import { fetchReport } from './report.ts';

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
