import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';
import { readOwnId, readPayerCountry, storedToken, readMajorUnits } from '../answers.ts';
import { readAnswer, readJson } from '../http-client.ts';
import type { Sent } from '../http-client.ts';
import { BadSignature } from '../provider.ts';
import type { ProviderEvent, Webhook, StoredPaymentMethod, Verdict } from '../provider.ts';
import {
  capture as captureAnswer,
  dispute,
  event,
  order,
  paymentToken,
  returned,
  verification,
  problem,
} from './client.ts';
import type { Caller, Amount, Capture, Order } from './client.ts';

/** PayPal says something about a payment that does not agree with what we asked for. */
export class WrongPayment extends Error {
  override readonly name = 'WrongPayment';
}

type Settled = Exclude<Verdict, { state: 'requires_action' }>;

/** The status of the captures. Undefined where there is none yet. The order's id stays the reference. */
export function readCaptures({
  id,
  purchase_units: [unit],
  payment_source: source,
  payer,
}: Order): Settled | undefined {
  const captures = unit?.payments?.captures ?? [];
  const capture =
    captures.find(wasTaken) ?? captures.find(({ status }) => status === 'PENDING') ?? captures[0];
  const verdict = capture && readCapture(capture, id, readVault(source));
  if (verdict?.state !== 'captured') return verdict;
  // Orders API, `paypal_wallet_response.address` and `payer.address`: the country of the account. Captures in webhooks have neither.
  const addresses = [source?.paypal?.address, payer?.address].map((address) =>
    readPayerCountry(address?.country_code),
  );
  return { ...verdict, ...addresses.find(({ payerCountry }) => payerCountry !== undefined) };
}

export function readCapture(
  capture: Capture,
  reference: string,
  stored: StoredPaymentMethod | null,
): Settled {
  const amountCents = readEuros(capture.amount);
  if (wasTaken(capture)) return { state: 'captured', reference, amountCents, stored };
  if (capture.status === 'PENDING') return { state: 'processing', reference };
  return { state: 'declined', reference, outcome: 'insufficient_funds', dropToken: false };
}

/** What was refunded later was captured first. */
function wasTaken({ status }: Capture): boolean {
  return ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);
}

function readVault(source: Order['payment_source']): StoredPaymentMethod | null {
  const vault = source?.paypal?.attributes?.vault;
  // One that is only approved gets its token later, by a webhook.
  return vault?.id && vault.status === 'VAULTED' ? storedToken(vault.id) : null;
}

/** Where the member goes on at PayPal's. */
export function readStep({ id, links }: Order): Verdict | undefined {
  const link = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve');
  if (!link || !URL.canParse(link.href) || !/^https?:/.test(link.href)) return undefined;
  const step = { type: 'redirect', url: link.href, method: 'GET', fields: {} } as const;
  return { state: 'requires_action', reference: id, step };
}

/** Whose order it is. */
export function ownerOf({ purchase_units: [unit] }: Order): string | null {
  return readOwnId(unit?.custom_id);
}

/** What is asked for, before any of it is taken. */
export function askedOf({ purchase_units: [unit] }: Order): number | undefined {
  return unit?.amount && readEuros(unit.amount);
}

function readEuros({ currency_code: currency, value }: Amount): number {
  const cents = readMajorUnits(value);
  if (currency !== CURRENCY || cents === undefined)
    throw new WrongPayment('PayPal took something else than euros');
  return cents;
}

/** The issue code of a refusal; undefined where something else went wrong. */
export function readIssue(sent: Sent): string | undefined {
  if (sent.kind !== 'answered' || sent.status !== 422) return undefined;
  const read = readJson(sent.text, problem);
  return read && (read.details[0]?.issue ?? read.name);
}

/**
 * Only what PayPal says about the payer declines their payment. Whatever else it refuses a request for is a fault of ours or
 * of how the account is set up: nothing was taken, an operator has to look, and the member's card is not to blame.
 */
export function explainIssue(log: Logger, issue: string, reference: string | null): Verdict {
  // Our ids are unique, so an earlier request of ours had them.
  if (issue === 'DUPLICATE_INVOICE_ID' || issue === 'DUPLICATE_REQUEST_ID') return { state: 'unknown' };
  const known = outcomes[issue];
  if (!known) {
    log.error(
      { provider: 'paypal', issue },
      'PayPal turned a request down for a reason that is not the payer’s',
    );
    return { state: 'error' };
  }
  const { outcome, dropToken = false } = known;
  return { state: 'declined', reference, outcome, dropToken };
}

/** PayPal's issue codes about the payer (Orders API, “Errors”). */
const outcomes: Partial<Record<string, { outcome: PaymentOutcome; dropToken?: true }>> = {
  INSTRUMENT_DECLINED: { outcome: 'insufficient_funds' },
  PAYER_CANNOT_PAY: { outcome: 'insufficient_funds' },
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: { outcome: 'insufficient_funds' },
  TRANSACTION_LIMIT_EXCEEDED: { outcome: 'insufficient_funds' },
  TRANSACTION_REFUSED: { outcome: 'insufficient_funds' },
  PAYMENT_DENIED: { outcome: 'insufficient_funds' },
  PAYMENT_SOURCE_DECLINED_BY_PROCESSOR: { outcome: 'insufficient_funds' },
  DECLINED_DUE_TO_RELATED_TXN: { outcome: 'generic' },
  PAYMENT_SOURCE_CANNOT_BE_USED: { outcome: 'card_declined' },
  PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED: { outcome: 'card_declined' },
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: { outcome: 'try_again' },
  ORDER_NOT_APPROVED: { outcome: 'insufficient_funds' },
  ORDER_EXPIRED: { outcome: 'try_again' },
  PAYER_ACTION_REQUIRED: { outcome: 'authentication_required' },
  CARD_EXPIRED: { outcome: 'expired_card', dropToken: true },
  COMPLIANCE_VIOLATION: { outcome: 'generic' },
  PAYER_ACCOUNT_RESTRICTED: { outcome: 'card_declined' },
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: { outcome: 'card_declined', dropToken: true },
  TOKEN_ID_NOT_FOUND: { outcome: 'card_declined', dropToken: true },
  TOKEN_EXPIRED: { outcome: 'card_declined', dropToken: true },
  AGREEMENT_ALREADY_CANCELLED: { outcome: 'card_declined', dropToken: true },
  BILLING_AGREEMENT_NOT_FOUND: { outcome: 'card_declined', dropToken: true },
};

/** A refund of ours holds its id and that of the charge; one made by hand at PayPal's only that of the charge. */
export function readRefundName(customId: string | undefined, invoiceId: string | undefined) {
  const refundId = customId?.startsWith('refund:') ? readOwnId(customId.slice('refund:'.length)) : null;
  return {
    refundId,
    attemptId: refundId ? readOwnId(invoiceId) : (readOwnId(customId) ?? readOwnId(invoiceId)),
  };
}

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
    // The event goes back byte for byte: serialised again it might differ.
    body: `${proof.slice(0, -1)},"webhook_event":${raw}}`,
  });
  const answer = readAnswer(sent, verification);
  if (!answer) throw new Error('PayPal could not be asked about a webhook');
  if (answer.verification_status !== 'SUCCESS') throw new BadSignature('PayPal did not sign this');
}

export function readEvent(body: Buffer): ProviderEvent {
  const received = event.parse(JSON.parse(body.toString('utf8')));
  return readResource(received.event_type, received.resource) ?? other(received.event_type, received.id);
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
  const received = captureAnswer.safeParse(resource).data;
  const attemptId = readOwnId(received?.custom_id);
  // Others may sell by the same account.
  if (!received || !attemptId) return undefined;
  const reference = received.supplementary_data?.related_ids?.order_id ?? received.id;
  const verdict = readCapture(received, reference, null);
  return { kind: 'charge', dedupeKey: `${type} ${received.id}`, attemptId, reference, verdict };
}

/** Approved is not paid: the next poll captures it. */
function readApproval(type: string, resource: unknown): ProviderEvent | undefined {
  const received = order.safeParse(resource).data;
  const attemptId = readOwnId(received?.purchase_units[0]?.custom_id);
  if (!received || !attemptId) return undefined;
  const verdict = { state: 'processing', reference: received.id } as const;
  return { kind: 'charge', dedupeKey: `${type} ${received.id}`, attemptId, reference: received.id, verdict };
}

function readReturned(type: string, resource: unknown): ProviderEvent | undefined {
  const received = returned.safeParse(resource).data;
  if (!received) return undefined;
  const { refundId, attemptId } = readRefundName(received.custom_id, received.invoice_id);
  if (!refundId && !attemptId) return undefined;
  const about = { dedupeKey: `${type} ${received.id}`, attemptId, reference: null };
  const amountCents = readEuros(received.amount);
  if (type !== 'PAYMENT.CAPTURE.REVERSED') {
    const succeeded = type === 'PAYMENT.CAPTURE.REFUNDED';
    return { kind: 'refund', ...about, refundId, refundReference: received.id, amountCents, succeeded };
  }
  // A reversal and the dispute that led to it are one dispute, so both have the id of the capture.
  const up = received.links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  return { kind: 'dispute', ...about, disputeReference: up || received.id, amountCents, change: 'lost' };
}

const lostBy = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

function readDispute(type: string, resource: unknown): ProviderEvent | undefined {
  const received = dispute.safeParse(resource).data;
  const [disputed] = received?.disputed_transactions ?? [];
  const attemptId = readOwnId(disputed?.custom);
  if (!received || !attemptId) return undefined;
  const lost = lostBy.has(received.dispute_outcome?.outcome_code ?? '');
  return {
    kind: 'dispute',
    dedupeKey: `${type} ${received.dispute_id}`,
    attemptId,
    reference: null,
    disputeReference: disputed?.seller_transaction_id ?? received.dispute_id,
    amountCents: readEuros(received.dispute_amount),
    change: type.endsWith('CREATED') ? 'announced' : lost ? 'lost' : 'reversed',
  };
}

function readToken(type: string, resource: unknown): ProviderEvent | undefined {
  const received = paymentToken.safeParse(resource).data;
  const reference = received?.metadata?.order_id;
  if (!received || !reference) return undefined;
  return {
    kind: 'stored',
    dedupeKey: `${type} ${received.id}`,
    attemptId: null,
    reference,
    customerId: received.customer?.merchant_customer_id ?? received.customer?.id ?? '',
    stored: storedToken(received.id),
  };
}
