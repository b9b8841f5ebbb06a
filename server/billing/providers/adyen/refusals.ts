import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';

/** Adyen's codes for a refusal, its words for them, and what we make of them. Fraud is never told to the shopper. */
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

export interface Refusal {
  outcome: PaymentOutcome;
  dropToken: boolean;
}

const byCode = new Map(refusals.map((refusal) => [String(refusal[0]), refusal]));
const byWords = new Map(refusals.map((refusal) => [refusal[1].toLowerCase(), refusal]));

/** Answers carry the code, webhooks only its words. */
export function explainRefusal(
  { code, words }: { code?: string | undefined; words?: string | undefined },
  otherwise: PaymentOutcome = 'generic',
): Refusal {
  const found = byCode.get(code ?? '') ?? byWords.get((words ?? '').trim().toLowerCase());
  if (!found) return { outcome: otherwise, dropToken: false };
  return { outcome: found[2], dropToken: revoked.has(found[0]) };
}
