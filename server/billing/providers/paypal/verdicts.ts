import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { readMajorUnits, readOwnId, readJson, storedToken } from '../answers.ts';
import type { StoredPaymentMethod, Verdict } from '../provider.ts';
import { problem } from './client.ts';
import type { Amount, Capture, Order } from './client.ts';
import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';
import type { Sent } from '../http-client.ts';

/** PayPal says something about a payment that does not agree with what we asked for. */
export class WrongPayment extends Error {
  override readonly name = 'WrongPayment';
}

type Settled = Exclude<Verdict, { state: 'requires_action' }>;

export function readEuros({ currency_code: currency, value }: Amount): number {
  const cents = readMajorUnits(value);
  if (currency !== CURRENCY || cents === undefined)
    throw new WrongPayment('PayPal took something else than euros');
  return cents;
}

/** Whose order it is. */
export function ownerOf({ purchase_units: [unit] }: Order): string | null {
  return readOwnId(unit?.custom_id);
}

/** What is asked for, before any of it is taken. */
export function askedOf({ purchase_units: [unit] }: Order): number | undefined {
  return unit?.amount && readEuros(unit.amount);
}

/** The status of the captures. Undefined where there is none yet. The order's id stays the reference. */
export function readCaptures({
  id,
  purchase_units: [unit],
  payment_source: source,
}: Order): Settled | undefined {
  const captures = unit?.payments?.captures ?? [];
  const capture =
    captures.find(wasTaken) ?? captures.find(({ status }) => status === 'PENDING') ?? captures[0];
  return capture && readCapture(capture, id, readVault(source));
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

/** A refund of ours holds its id and that of the charge; one made by hand at PayPal's only that of the charge. */
export function readRefundName(customId: string | undefined, invoiceId: string | undefined) {
  const refundId = customId?.startsWith('refund:') ? readOwnId(customId.slice('refund:'.length)) : null;
  return {
    refundId,
    attemptId: refundId ? readOwnId(invoiceId) : (readOwnId(customId) ?? readOwnId(invoiceId)),
  };
}

/** PayPal's issue codes with an outcome of their own. All others count as insufficient funds. */
const outcomes: Record<string, { outcome: PaymentOutcome; dropToken?: true }> = {
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

/** Issues that are about the request and not about the payer. */
const ourFaults = new Set(['PAYEE_ACCOUNT_RESTRICTED', 'PERMISSION_DENIED', 'INTERNAL_SERVER_ERROR']);

/** The issue code of a refusal; undefined where something else went wrong. */
export function readIssue(sent: Sent): string | undefined {
  if (sent.kind !== 'answered' || sent.status !== 422) return undefined;
  const read = readJson(sent.text, problem);
  return read && (read.details[0]?.issue ?? read.name);
}

export function explainIssue(issue: string, reference: string | null): Verdict {
  if (ourFaults.has(issue)) return { state: 'error' };
  // Our ids are unique, so an earlier request of ours had them.
  if (issue === 'DUPLICATE_INVOICE_ID' || issue === 'DUPLICATE_REQUEST_ID') return { state: 'unknown' };
  const { outcome, dropToken = false } = outcomes[issue] ?? { outcome: 'insufficient_funds' as const };
  return { state: 'declined', reference, outcome, dropToken };
}
