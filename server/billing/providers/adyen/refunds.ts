import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import type { RefundRequest, RefundVerdict } from '../provider.ts';
import { call, readAs } from './calls.ts';
import type { AdyenSettings } from './calls.ts';
import { modificationAnswer } from './wire.ts';

/** Adyen only takes note of it here; a webhook tells what came of it. */
export async function refund(settings: AdyenSettings, request: RefundRequest): Promise<RefundVerdict> {
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

/** One that Adyen has taken note of cannot be asked about. Any other is sent once more: its key makes it the same one. */
export async function pollRefund(
  settings: AdyenSettings,
  request: RefundRequest & { refundReference: string | null },
): Promise<RefundVerdict> {
  return request.refundReference === null ? refund(settings, request) : { state: 'unknown' };
}
