import { readAnswer, readJson, readOwnId, storedToken } from '../answers.ts';
import { BadSignature } from '../provider.ts';
import type { ProviderEvent, Webhook } from '../provider.ts';
import { capture, dispute, event, order, paymentToken, returned, verification } from './client.ts';
import type { Caller } from './client.ts';
import { readEuros, readCapture, readRefundName } from './verdicts.ts';

const signedBy = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
};

/** Only PayPal can say whether it sent this. Where it cannot be asked, it will send it again. */
export async function verify(call: Caller, webhookId: string, { headers, body }: Webhook): Promise<void> {
  const proofs = Object.entries(signedBy).map(([name, header]) => [name, headers[header]]);
  const raw = body.toString('utf8');
  if (proofs.some(([, value]) => typeof value !== 'string' || value === '') || !readJson(raw, event)) {
    throw new BadSignature('PayPal did not sign this');
  }
  const proof = JSON.stringify({ ...Object.fromEntries(proofs), webhook_id: webhookId });
  const sent = await call({
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    // The event goes back byte for byte: serialised anew it might differ.
    body: `${proof.slice(0, -1)},"webhook_event":${raw}}`,
  });
  const answer = readAnswer(sent, verification);
  if (!answer) throw new Error('PayPal could not be asked about a webhook');
  if (answer.verification_status !== 'SUCCESS') throw new BadSignature('PayPal did not sign this');
}

export function readEvent(body: Buffer): ProviderEvent {
  const told = event.parse(JSON.parse(body.toString('utf8')));
  return readResource(told.event_type, told.resource) ?? other(told.event_type, told.id);
}

function other(type: string, id: string): ProviderEvent {
  return { kind: 'other', dedupeKey: `${type} ${id}`, attemptId: null, reference: null, name: type };
}

function readResource(type: string, resource: unknown): ProviderEvent | undefined {
  switch (type) {
    case 'PAYMENT.CAPTURE.COMPLETED':
    case 'PAYMENT.CAPTURE.DENIED':
    case 'PAYMENT.CAPTURE.DECLINED':
    case 'PAYMENT.CAPTURE.PENDING':
      return readCharge(type, resource);
    case 'CHECKOUT.ORDER.APPROVED':
      return readApproval(type, resource);
    case 'PAYMENT.CAPTURE.REFUNDED':
    case 'PAYMENT.CAPTURE.REVERSED':
    case 'PAYMENT.REFUND.FAILED':
      return readReturned(type, resource);
    case 'CUSTOMER.DISPUTE.CREATED':
    case 'CUSTOMER.DISPUTE.RESOLVED':
      return readDispute(type, resource);
    case 'VAULT.PAYMENT-TOKEN.CREATED':
      return readToken(type, resource);
    default:
      return undefined;
  }
}

function readCharge(type: string, resource: unknown): ProviderEvent | undefined {
  const told = capture.safeParse(resource).data;
  const attemptId = readOwnId(told?.custom_id);
  // Others may sell by the same account.
  if (!told || !attemptId) return undefined;
  const reference = told.supplementary_data?.related_ids?.order_id ?? told.id;
  const verdict = readCapture(told, reference, null);
  return { kind: 'charge', dedupeKey: `${type} ${told.id}`, attemptId, reference, verdict };
}

/** Approved is not paid: the next poll captures it. */
function readApproval(type: string, resource: unknown): ProviderEvent | undefined {
  const told = order.safeParse(resource).data;
  const attemptId = readOwnId(told?.purchase_units[0]?.custom_id);
  if (!told || !attemptId) return undefined;
  const verdict = { state: 'processing', reference: told.id } as const;
  return { kind: 'charge', dedupeKey: `${type} ${told.id}`, attemptId, reference: told.id, verdict };
}

function readReturned(type: string, resource: unknown): ProviderEvent | undefined {
  const told = returned.safeParse(resource).data;
  if (!told) return undefined;
  const { refundId, attemptId } = readRefundName(told.custom_id, told.invoice_id);
  if (!refundId && !attemptId) return undefined;
  const about = { dedupeKey: `${type} ${told.id}`, attemptId, reference: null };
  const amountCents = readEuros(told.amount);
  if (type !== 'PAYMENT.CAPTURE.REVERSED') {
    const succeeded = type === 'PAYMENT.CAPTURE.REFUNDED';
    return { kind: 'refund', ...about, refundId, refundReference: told.id, amountCents, succeeded };
  }
  // A reversal and the dispute that led to it are one dispute, so both have the id of the capture.
  const up = told.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  return { kind: 'dispute', ...about, disputeReference: up || told.id, amountCents, change: 'lost' };
}

const lostBy = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

function readDispute(type: string, resource: unknown): ProviderEvent | undefined {
  const told = dispute.safeParse(resource).data;
  const [disputed] = told?.disputed_transactions ?? [];
  const attemptId = readOwnId(disputed?.custom);
  if (!told || !attemptId) return undefined;
  const lost = lostBy.has(told.dispute_outcome?.outcome_code ?? '');
  return {
    kind: 'dispute',
    dedupeKey: `${type} ${told.dispute_id}`,
    attemptId,
    reference: null,
    disputeReference: disputed?.seller_transaction_id ?? told.dispute_id,
    amountCents: readEuros(told.dispute_amount),
    change: type.endsWith('CREATED') ? 'announced' : lost ? 'lost' : 'reversed',
  };
}

function readToken(type: string, resource: unknown): ProviderEvent | undefined {
  const told = paymentToken.safeParse(resource).data;
  const reference = told?.metadata?.order_id;
  if (!told || !reference) return undefined;
  return {
    kind: 'stored',
    dedupeKey: `${type} ${told.id}`,
    attemptId: null,
    reference,
    customerId: told.customer?.merchant_customer_id ?? told.customer?.id ?? '',
    stored: storedToken(told.id),
  };
}
