import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { majorUnits } from '../amounts.ts';
import { unansweredRefund, isPathSegment, readAnswer, readOwnId } from '../answers.ts';
import type { RefundRequest, RefundVerdict } from '../provider.ts';
import type { Caller } from './calls.ts';
import { readIssue } from './refusals.ts';
import { order, refundAnswer } from './wire.ts';

/** A refund says which it is and what it belongs to; one made by hand at PayPal's bears only the name of the charge. */
export function readRefundName(customId: string | undefined, invoiceId: string | undefined) {
  const refundId = customId?.startsWith('refund:') ? readOwnId(customId.slice('refund:'.length)) : null;
  return {
    refundId,
    attemptId: refundId ? readOwnId(invoiceId) : (readOwnId(customId) ?? readOwnId(invoiceId)),
  };
}

export async function refund(call: Caller, request: RefundRequest): Promise<RefundVerdict> {
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
  // What they refuse has a name; all else is some fault, and says nothing about the refund.
  const verdict = unansweredRefund(sent);
  return verdict.state === 'failed' ? { state: 'unknown' } : verdict;
}

/** One that PayPal never answered is sent once more: its name makes it the same one. */
export async function pollRefund(
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

/** A charge has the name of its order; what stands in a report has that of the money itself. */
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
