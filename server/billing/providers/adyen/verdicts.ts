import type { ProviderStep } from '#contract/billing/charges.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { readPayerCountry } from '../answers.ts';
import type { StoredPaymentMethod, Verdict } from '../provider.ts';
import { adviceOf } from './advice.ts';
import { redirectAction } from './client.ts';
import type { AdditionalData, PaymentAnswer } from './client.ts';

/** Adyen's refusal codes, their texts, and our outcome. That fraud is suspected is never shown to the shopper. */
const refusals: readonly [code: number, words: string, outcome: PaymentOutcome][] = [
  [0, 'Unknown', 'generic'],
  [2, 'Refused', 'generic'],
  [3, 'Referral', 'generic'],
  [4, 'Acquirer Error', 'processing_error'],
  [5, 'Blocked Card', 'lost_or_stolen'],
  [6, 'Expired Card', 'expired_card'],
  [7, 'Invalid Amount', 'processing_error'],
  [8, 'Invalid Card Number', 'invalid_number'],
  [9, 'Issuer Unavailable', 'try_again'],
  [10, 'Not supported', 'card_declined'],
  [11, '3D Not Authenticated', 'check_failed'],
  [12, 'Not enough balance', 'insufficient_funds'],
  [14, 'Acquirer Fraud', 'generic'],
  [15, 'Cancelled', 'try_again'],
  [16, 'Shopper Cancelled', 'try_again'],
  [17, 'Invalid Pin', 'card_declined'],
  [18, 'Pin tries exceeded', 'card_declined'],
  [19, 'Pin validation not possible', 'card_declined'],
  [20, 'FRAUD', 'generic'],
  [21, 'Not Submitted', 'processing_error'],
  [22, 'FRAUD-CANCELLED', 'generic'],
  [23, 'Transaction Not Permitted', 'card_declined'],
  [24, 'CVC Declined', 'invalid_cvc'],
  [25, 'Restricted Card', 'card_declined'],
  [26, 'Revocation Of Auth', 'card_declined'],
  [27, 'Declined Non Generic', 'generic'],
  [28, 'Withdrawal amount exceeded', 'insufficient_funds'],
  [29, 'Withdrawal count exceeded', 'insufficient_funds'],
  [31, 'Issuer Suspected Fraud', 'generic'],
  [32, 'AVS Declined', 'card_declined'],
  [33, 'Card requires online pin', 'card_declined'],
  [34, 'No checking account available on Card', 'card_declined'],
  [35, 'No savings account available on Card', 'card_declined'],
  [36, 'Mobile pin required', 'card_declined'],
  [37, 'Contactless fallback', 'processing_error'],
  [38, 'Authentication required', 'authentication_required'],
  [39, 'RReq not received from DS', 'check_failed'],
  [40, 'Current AID is in Penalty Box.', 'processing_error'],
  [41, 'CVM Required Restart Payment', 'processing_error'],
  [42, '3DS Authentication Error', 'check_failed'],
  [43, 'Online PIN required', 'card_declined'],
  [44, 'Try another interface', 'processing_error'],
  [45, 'Chip downgrade mode', 'processing_error'],
  [46, 'Transaction blocked by Adyen to prevent excessive retry fees', 'already_declined'],
  [50, 'Stop payment', 'card_declined'],
];

/** The holder has revoked the mandate: charging it once more would be wrong. */
const revoked = new Set([26, 50]);

interface Refusal {
  outcome: PaymentOutcome;
  dropToken: boolean;
}

const byCode = new Map(refusals.map((refusal) => [String(refusal[0]), refusal]));
const byWords = new Map(refusals.map((refusal) => [refusal[1].toLowerCase(), refusal]));

/** Answers carry the code, webhooks only the text. */
export function explainRefusal(
  { code, words }: { code?: string | undefined; words?: string | undefined },
  otherwise: PaymentOutcome = 'generic',
): Refusal {
  const found = byCode.get(code ?? '') ?? byWords.get((words ?? '').trim().toLowerCase());
  if (!found) return { outcome: otherwise, dropToken: false };
  return { outcome: found[2], dropToken: revoked.has(found[0]) };
}

/** Adyen's name for it is old in some answers and new in others. */
const tokenNames = ['tokenization.storedPaymentMethodId', 'recurring.recurringDetailReference'];

/** The payment method that was kept with a charge, where the answer or the webhook says so. */
export function readStoredPaymentMethod(
  data: AdditionalData | undefined,
  brand: string | undefined,
): StoredPaymentMethod | null {
  const text = (name: string) => (typeof data?.[name] === 'string' ? data[name] : undefined);
  const token = tokenNames.map(text).find((value) => value && value.length <= 500);
  if (!token) return null;
  const [, month, year] = /^(\d{1,2})\/(\d{4})$/.exec(text('expiryDate') ?? '') ?? [];
  const expiryMonth = Number(month);
  return {
    token,
    network: networkOf(brand ?? text('paymentMethod')),
    lastFour: /^\d{4}$/.exec(text('cardSummary') ?? '')?.[0] ?? null,
    ...(expiryMonth >= 1 && expiryMonth <= 12
      ? { expiryMonth, expiryYear: Number(year) }
      : { expiryMonth: null, expiryYear: null }),
  };
}

/** Where the card was issued: by what its issuer says, else by Adyen's list of numbers. Both are sent only if switched on there. */
export function readIssuer(data: AdditionalData | undefined): { payerCountry?: string } {
  return readPayerCountry(data?.['cardIssuingCountry'] ?? data?.['issuerCountry']);
}

/** A card in a wallet is called after both: `visa_applepay`. */
export function networkOf(brand: string | undefined): string | null {
  const [name] = (brand ?? '').toLowerCase().split('_', 1);
  if (!name || name.length > 20) return null;
  return name === 'mc' ? 'mastercard' : name;
}

/** What an answer means for the charge. An answer that does not fit the request counts as unknown. */
export function readVerdict(answer: PaymentAnswer, askedCents?: number): Verdict {
  const reference = answer.pspReference ?? null;
  switch (answer.resultCode) {
    case 'Authorised':
      return readCapture(answer, askedCents);
    case 'Pending':
    case 'Received':
      return { state: 'processing', reference };
    case 'Refused':
      return decline(answer, 'generic');
    case 'Error':
      return decline(answer, 'processing_error');
    case 'Cancelled':
      return decline(answer, 'try_again');
    case 'RedirectShopper': {
      const step = readStep(answer.action);
      return step ? { state: 'requires_action', reference, step } : { state: 'error' };
    }
    // A native check was switched off, and nothing is taken before it is completed.
    case 'IdentifyShopper':
    case 'ChallengeShopper':
      return { state: 'error' };
    default:
      return { state: 'unknown' };
  }
}

/** Our account captures at once, so that authorised money is ours. */
function readCapture(
  { pspReference, amount, additionalData, paymentMethod }: PaymentAnswer,
  askedCents: number | undefined,
): Verdict {
  const amountCents = amount?.value ?? askedCents;
  if (!pspReference || amountCents === undefined) return { state: 'unknown' };
  if (amount && amount.currency !== CURRENCY) return { state: 'unknown' };
  const stored = readStoredPaymentMethod(additionalData, paymentMethod?.brand);
  return { state: 'captured', reference: pspReference, amountCents, stored, ...readIssuer(additionalData) };
}

function decline(
  { pspReference, refusalReasonCode: code, refusalReason: words, additionalData }: PaymentAnswer,
  otherwise: 'generic' | 'processing_error' | 'try_again',
): Verdict {
  return {
    state: 'declined',
    reference: pspReference ?? null,
    ...explainRefusal({ code, words }, otherwise),
    ...adviceOf(additionalData),
  };
}

function readStep(action: unknown): ProviderStep | undefined {
  const read = redirectAction.safeParse(action);
  if (!read.success) return undefined;
  const { url, method, data = {} } = read.data;
  return method === 'POST'
    ? { type: 'form', url, method, fields: data }
    : { type: 'redirect', url, method, fields: {} };
}
