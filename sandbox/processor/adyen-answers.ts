import { json } from './http.ts';
import type { Reply } from './http.ts';
import { randomText } from './ids.ts';
import type { Charge } from './ledger.ts';
import type { Decline } from './scenarios.ts';

/** What Adyen calls a refusal, and its code. */
export const refusals: Record<Decline, [resultCode: string, reason: string, code: string]> = {
  insufficient_funds: ['Refused', 'Not enough balance', '12'],
  invalid_cvc: ['Refused', 'CVC Declined', '24'],
  expired_card: ['Refused', 'Expired Card', '6'],
  processing_error: ['Error', 'Acquirer Error', '4'],
  generic: ['Refused', 'Refused', '2'],
  lost_or_stolen: ['Refused', 'Blocked Card', '5'],
  card_declined: ['Refused', 'Transaction Not Permitted', '23'],
  invalid_number: ['Refused', 'Invalid Card Number', '8'],
  authentication_required: ['Refused', 'Authentication required', '38'],
  check_failed: ['Refused', '3D Not Authenticated', '11'],
  check_cancelled: ['Cancelled', 'Shopper Cancelled', '16'],
  check_timed_out: ['Refused', '3D Not Authenticated', '11'],
  cancelled: ['Cancelled', 'Cancelled', '15'],
};

/** The name of a holder forces an outcome. */
const forcing: Record<string, Decline> = {
  DECLINED: 'generic',
  CARD_EXPIRED: 'expired_card',
  NOT_ENOUGH_BALANCE: 'insufficient_funds',
  CVC_DECLINED: 'invalid_cvc',
  BLOCK_CARD: 'lost_or_stolen',
  AUTHENTICATION_REQUIRED: 'authentication_required',
};

export function forcedBy(holderName: unknown): Decline | undefined {
  if (typeof holderName !== 'string') return undefined;
  const word = holderName.split(' ').find((part) => Object.hasOwn(forcing, part));
  return word === undefined ? undefined : forcing[word];
}

/** What Adyen tells besides, in an answer and in a webhook alike. */
export function additionalData(charge: Charge): Record<string, string> {
  const { instrument, token, store, customer, hideToken } = charge;
  const { lastFour, expiryMonth, expiryYear, network } = instrument;
  return {
    cardSummary: lastFour,
    ...(expiryMonth !== null && { expiryDate: `${expiryMonth}/${expiryYear}` }),
    paymentMethod: schemeOf(network),
    ...(store &&
      token !== null &&
      !hideToken && {
        'recurring.recurringDetailReference': token,
        'recurring.shopperReference': customer ?? '',
      }),
  };
}

export function schemeOf(network: string): string {
  return network === 'mastercard' ? 'mc' : network;
}

/** How a charge stands. */
export function describeCharge(origin: string, charge: Charge): Record<string, unknown> {
  const { id, reference, amount, currency, state, why, challengeId, instrument } = charge;
  const base = { merchantReference: reference, amount: { currency, value: amount } };
  switch (state) {
    // As theirs: it has no name before the bank has asked.
    case 'challenged':
      return {
        resultCode: 'RedirectShopper',
        action: {
          type: 'redirect',
          paymentMethodType: 'scheme',
          method: 'POST',
          url: `${origin}/3ds/${challengeId}`,
          data: {
            MD: randomText(40),
            PaReq: randomText(80),
            TermUrl: `${origin}/3ds/${challengeId}/answer`,
          },
        },
      };
    case 'pending':
      return { pspReference: id, resultCode: 'Received', ...base };
    case 'captured':
      return {
        additionalData: additionalData(charge),
        pspReference: id,
        resultCode: 'Authorised',
        ...base,
        paymentMethod: { brand: schemeOf(instrument.network), type: 'scheme' },
      };
    case 'declined': {
      const [resultCode, refusalReason, refusalReasonCode] = refusals[why ?? 'generic'];
      return { pspReference: id, refusalReason, refusalReasonCode, resultCode, ...base };
    }
  }
}

type ErrorType = 'validation' | 'security' | 'internal';

export function adyenError(
  status: number,
  errorCode: string,
  message: string,
  errorType: ErrorType = 'validation',
): Reply {
  return json(status, { status, errorCode, message, errorType, pspReference: randomText(16) });
}

export const missing = (field: string): Reply =>
  adyenError(422, '130', `Required field '${field}' is not provided.`);
