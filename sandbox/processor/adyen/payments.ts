import { digitsOf } from '#contract/billing/card.ts';
import type { ChargeOrder } from '../bank.ts';
import { json } from '../http.ts';
import type { Reply } from '../http.ts';
import type { Charge } from '../ledger.ts';
import { instrumentOf, readToken, readWalletToken, scenarioOf } from '../scenarios.ts';
import type { Decline, Instrument } from '../scenarios.ts';
import { isAddress, textOf } from '../stand-in.ts';
import { randomText } from '../wire-values.ts';

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
  const { lastFour, expiryMonth, expiryYear, network, scenario } = instrument;
  const { country } = scenarioOf(scenario);
  return {
    cardSummary: lastFour,
    ...(country !== undefined && { cardIssuingCountry: country }),
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
      const advice = adviceOf(charge);
      return { ...advice, pspReference: id, refusalReason, refusalReasonCode, resultCode, ...base };
    }
  }
}

/** Mastercard says whether a card may be charged again. */
const advices: Partial<Record<Decline, string>> = {
  insufficient_funds: '25 : Retry after 24 hours',
  generic: '02 : Cannot approve at this time, try again later',
  lost_or_stolen: '03 : Do not try again',
  card_declined: '03 : Do not try again',
};

function adviceOf({ why, instrument }: Charge): { additionalData?: Record<string, string> } {
  const merchantAdviceCode = instrument.network === 'mastercard' ? advices[why ?? 'generic'] : undefined;
  return merchantAdviceCode === undefined ? {} : { additionalData: { merchantAdviceCode } };
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

type Payment = Omit<ChargeOrder, 'provider' | 'prefix' | 'fault' | 'forced'> & { holderName: unknown };
type Refused = { reply: Reply };
type Fields = Record<string, unknown>;

const models = new Set<unknown>(['Subscription', 'CardOnFile', 'UnscheduledCardOnFile']);

/** A `/payments` request, looked at as Adyen does. */
export function readPayment(body: Fields): Payment | Refused {
  const { amount, reference, returnUrl, shopperReference, recurringProcessingModel: model } = body;
  const { value, currency } = (amount ?? {}) as { value?: unknown; currency?: unknown };
  if (amount === undefined) return { reply: adyenError(422, '100', 'No amount specified') };
  if (!Number.isInteger(value) || (value as number) < 0) {
    return { reply: adyenError(422, '137', 'Invalid amount specified') };
  }
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
    return { reply: adyenError(422, '138', 'Unsupported currency specified') };
  }
  const merchantReference = textOf(reference);
  if (!merchantReference) return { reply: missing('reference') };
  if (merchantReference.length > 80) return { reply: adyenError(422, '702', 'reference is too long') };
  const { shopperInteraction = 'Ecommerce', storePaymentMethod = false, shopperStatement } = body;
  if (shopperInteraction !== 'Ecommerce' && shopperInteraction !== 'ContAuth') {
    return { reply: adyenError(422, '702', 'Invalid shopperInteraction') };
  }
  if (returnUrl === undefined && shopperInteraction === 'Ecommerce') return { reply: missing('returnUrl') };
  if (returnUrl !== undefined && !isAddress(returnUrl)) {
    return { reply: adyenError(422, '702', 'Invalid returnUrl') };
  }
  if (typeof shopperStatement === 'string' && shopperStatement.length > 22) {
    return { reply: adyenError(422, '702', 'shopperStatement is too long') };
  }
  if (shopperReference !== undefined && (textOf(shopperReference)?.length ?? 0) < 3) {
    return { reply: adyenError(422, '702', 'shopperReference must have at least 3 characters') };
  }
  if (model !== undefined && !models.has(model)) {
    return { reply: adyenError(422, '702', 'Invalid recurringProcessingModel') };
  }
  // A card is stored by a holder who types it; afterwards it is a returning shopper's.
  if (storePaymentMethod === true && shopperInteraction !== 'Ecommerce') {
    return { reply: adyenError(422, '702', 'storePaymentMethod needs shopperInteraction Ecommerce') };
  }
  const trouble = storePaymentMethod === true ? checkStoring(body) : checkBrowser(body);
  if (trouble) return { reply: trouble };

  const paymentMethod = readPaymentMethod(body);
  if ('reply' in paymentMethod) return paymentMethod;
  const unattended = shopperInteraction === 'ContAuth' && model !== 'CardOnFile';
  return {
    reference: merchantReference,
    amount: value as number,
    currency,
    merchantAccount: String(body['merchantAccount']),
    ...paymentMethod,
    customer: textOf(shopperReference) ?? null,
    store: storePaymentMethod === true,
    present: !unattended,
    mayAsk: mayAsk(body),
    returnTo: textOf(returnUrl) ?? null,
    descriptor: textOf(shopperStatement) ?? '',
  };
}

function checkStoring(body: Fields): Reply | undefined {
  if (!textOf(body['shopperReference'])) return missing('shopperReference');
  if (!textOf(body['recurringProcessingModel'])) return missing('recurringProcessingModel');
  return checkBrowser(body);
}

/** What a bank wants to know of a browser, whole or not at all. */
function checkBrowser({ browserInfo }: Fields): Reply | undefined {
  if (browserInfo === undefined) return undefined;
  const info = browserInfo as Fields;
  const wanted = ['acceptHeader', 'userAgent', 'language', 'colorDepth', 'screenHeight', 'screenWidth'];
  const field = [...wanted, 'timeZoneOffset'].find((name) => info[name] === undefined);
  return field === undefined ? undefined : missing(`browserInfo.${field}`);
}

function mayAsk({ authenticationData }: Fields): boolean {
  const data = authenticationData as { attemptAuthentication?: unknown } | undefined;
  return data?.attemptAuthentication !== 'never';
}

type PaymentMethod = {
  by: ChargeOrder['by'];
  instrument: Instrument;
  token: string | null;
  holderName: unknown;
};

function readPaymentMethod(body: Fields): PaymentMethod | Refused {
  const method = body['paymentMethod'] as Fields | undefined;
  if (typeof method !== 'object' || method === null) return { reply: missing('paymentMethod') };
  const { type, holderName, storedPaymentMethodId } = method;
  if (type === 'googlepay' || type === 'applepay') {
    const name = type === 'googlepay' ? 'googlePayToken' : 'applePayToken';
    const wallet = textOf(method[name]);
    if (!wallet) return { reply: missing(`paymentMethod.${name}`) };
    const instrument = readWalletToken(wallet, type);
    if (!instrument) return { reply: adyenError(422, '174', 'Unable to decrypt data') };
    return { by: 'wallet', instrument, token: null, holderName };
  }
  if (type !== 'scheme') return { reply: adyenError(422, '14_002', 'Unsupported payment method') };
  const token = textOf(storedPaymentMethodId);
  if (token) {
    if (!textOf(body['shopperReference'])) return { reply: missing('shopperReference') };
    if (!textOf(body['recurringProcessingModel'])) return { reply: missing('recurringProcessingModel') };
    if (body['shopperInteraction'] !== 'ContAuth') return { reply: missing('shopperInteraction') };
    const instrument = readToken(token);
    if (!instrument) return { reply: adyenError(422, '800', 'Contract not found') };
    return { by: 'stored', instrument, token, holderName };
  }
  if (body['shopperInteraction'] === 'ContAuth') return { reply: missing('storedPaymentMethodId') };
  return readCard(method);
}

/** Raw, or as Adyen's test system also takes what should be encrypted: with `test_` before it. */
function readCard(method: Fields): PaymentMethod | Refused {
  const read = (raw: string, encrypted: string) =>
    textOf(method[raw]) ?? textOf(method[encrypted])?.replace(/^test_/, '');
  const number = read('number', 'encryptedCardNumber');
  const month = read('expiryMonth', 'encryptedExpiryMonth');
  const year = read('expiryYear', 'encryptedExpiryYear');
  const code = read('cvc', 'encryptedSecurityCode');
  if (!number) return { reply: missing('paymentMethod.number') };
  if (!/^\d{12,19}$/.test(digitsOf(number))) {
    return { reply: adyenError(422, '101', 'Invalid card number') };
  }
  if (!month) return { reply: missing('paymentMethod.expiryMonth') };
  if (!year) return { reply: missing('paymentMethod.expiryYear') };
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^\d{4}$/.test(year)) {
    return { reply: adyenError(422, '129', 'Expiry Date Invalid') };
  }
  if (!code) return { reply: missing('paymentMethod.cvc') };
  if (!/^\d{3,4}$/.test(code)) return { reply: adyenError(422, '103', 'CVC is not the right length') };
  const instrument = instrumentOf(number, Number(month), Number(year));
  return { by: 'typed', instrument, token: null, holderName: method['holderName'] };
}
