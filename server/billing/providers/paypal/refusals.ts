import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';
import { readJson } from '../answers.ts';
import type { Sent } from '../http-client.ts';
import type { Verdict } from '../provider.ts';
import { problem } from './wire.ts';

/** Those of PayPal's issues that have better words than a lack of money, which is what the member is told otherwise. */
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

/** By which PayPal turned a payment down: undefined where it was something else that went wrong. */
export function readIssue(sent: Sent): string | undefined {
  if (sent.kind !== 'answered' || sent.status !== 422) return undefined;
  const read = readJson(sent.text, problem);
  return read && (read.details[0]?.issue ?? read.name);
}

export function explainIssue(issue: string, reference: string | null): Verdict {
  if (ourFaults.has(issue)) return { state: 'error' };
  // A charge has names of its own, so that somebody was there before with them.
  if (issue === 'DUPLICATE_INVOICE_ID' || issue === 'DUPLICATE_REQUEST_ID') return { state: 'unknown' };
  const { outcome, dropToken = false } = outcomes[issue] ?? { outcome: 'insufficient_funds' as const };
  return { state: 'declined', reference, outcome, dropToken };
}
