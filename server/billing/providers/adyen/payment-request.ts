import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import type { Language } from '../../../../contract/kernel/constants.ts';
import type { ChargeRequest, PaymentMethod, Shopper } from '../provider.ts';

const locales: Record<Language, string> = { it: 'it-IT', es: 'es-ES', en: 'en-GB', fr: 'fr-FR' };
const LONGEST_STATEMENT = 22;

/** What a browser says that it takes when it goes to a page; a script cannot know it. */
const acceptHeader = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** The body of POST /payments. A renewal says only what is known at any time, so that it can be repeated to the letter. */
export function buildPayment(request: ChargeRequest, merchantAccount: string): Record<string, unknown> {
  const { attemptId, amountCents, paymentMethod, shopper, origin } = request;
  const always = {
    amount: { value: amountCents, currency: CURRENCY },
    merchantAccount,
    reference: attemptId,
    returnUrl: `${origin}/adyen/paymentCheck`,
    paymentMethod: methodOf(paymentMethod),
    shopperReference: shopper.customerId,
    shopperStatement: request.descriptor.slice(0, LONGEST_STATEMENT),
    ...recurring(request),
  };
  if (paymentMethod.type === 'renewal') return always;
  return {
    ...always,
    channel: 'Web',
    origin,
    ...(shopper.ip && { shopperIP: shopper.ip }),
    shopperEmail: shopper.email,
    shopperLocale: locales[shopper.language],
    countryCode: shopper.country.toUpperCase(),
    ...(shopper.browser && { browserInfo: browserInfo(shopper.browser) }),
    authenticationData: {
      ...(request.authenticate && { attemptAuthentication: 'always' }),
      threeDSRequestData: { nativeThreeDS: 'disabled' },
    },
  };
}

function methodOf(paymentMethod: PaymentMethod): Record<string, unknown> {
  switch (paymentMethod.type) {
    case 'card': {
      const { number, month, year, securityCode, firstName, lastName } = paymentMethod.card;
      return {
        type: 'scheme',
        number,
        expiryMonth: String(month).padStart(2, '0'),
        expiryYear: String(year),
        cvc: securityCode,
        holderName: `${firstName} ${lastName}`.trim(),
      };
    }
    case 'on_file':
    case 'renewal':
      return { type: 'scheme', storedPaymentMethodId: paymentMethod.token };
    case 'googlepay':
      return { type: 'googlepay', googlePayToken: paymentMethod.token };
    case 'applepay':
      return { type: 'applepay', applePayToken: wrapAppleToken(paymentMethod.token) };
    case 'paypal':
      throw new Error('PayPal is not paid through Adyen here');
  }
}

/** Adyen wants the JSON that Apple hands over in base64. */
function wrapAppleToken(token: string): string {
  return token.startsWith('{') ? Buffer.from(token).toString('base64') : token;
}

function recurring({ paymentMethod, store }: ChargeRequest): Record<string, unknown> {
  if (paymentMethod.type === 'renewal') {
    return { recurringProcessingModel: 'Subscription', shopperInteraction: 'ContAuth' };
  }
  if (paymentMethod.type === 'on_file') {
    return { recurringProcessingModel: 'CardOnFile', shopperInteraction: 'ContAuth' };
  }
  if (!store) return { shopperInteraction: 'Ecommerce' };
  return {
    recurringProcessingModel: store === 'renewals' ? 'Subscription' : 'CardOnFile',
    shopperInteraction: 'Ecommerce',
    storePaymentMethod: true,
  };
}

/** The bank wants an answer to each of these, so what the page did not say is what most browsers would. */
function browserInfo(browser: NonNullable<Shopper['browser']>): Record<string, unknown> {
  return {
    acceptHeader,
    colorDepth: Math.round(browser.colourDepth ?? 24),
    javaEnabled: browser.javaEnabled ?? false,
    javaScriptEnabled: browser.scriptEnabled ?? true,
    language: browser.language ?? 'en-GB',
    screenHeight: Math.round(browser.screenHeight ?? 800),
    screenWidth: Math.round(browser.screenWidth ?? 1280),
    timeZoneOffset: Math.round(browser.timeZone ?? 0),
    userAgent: browser.userAgent ?? 'Mozilla/5.0',
  };
}
