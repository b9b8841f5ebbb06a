import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { majorUnits } from '../amounts.ts';
import type { ChargeRequest, PaymentMethod, Shopper } from '../provider.ts';
import { firstOfMany, followsUpon } from './recurring.ts';

export type Fields = Record<string, string>;

/** What POST api/v1/purchase takes; undefined for a payment method that it does not. */
export function purchaseFields(request: ChargeRequest): Fields | undefined {
  const { attemptId, amountCents, paymentMethod, shopper, origin, descriptor } = request;
  const method = methodFields(paymentMethod, request.store);
  if (!method) return undefined;
  return {
    amount: majorUnits(amountCents),
    currency: CURRENCY,
    ...method,
    reference: attemptId,
    redirectUrl: `${origin}/trpay/paymentCheck`,
    'billing[country]': shopper.country.toUpperCase(),
    'customer[email]': shopper.email,
    ...(shopper.ip && { 'customer[ipAddress]': shopper.ip }),
    ...(paymentMethod.type !== 'renewal' && browserFields(shopper.browser)),
    descriptor,
  };
}

function methodFields(paymentMethod: PaymentMethod, store: ChargeRequest['store']): Fields | undefined {
  switch (paymentMethod.type) {
    case 'card': {
      const { number, month, year, securityCode, firstName, lastName } = paymentMethod.card;
      return {
        pan: number,
        cvv: securityCode,
        exp: `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`,
        cardholder: `${firstName} ${lastName}`.trim(),
        ...(store && firstOfMany),
      };
    }
    case 'on_file':
    case 'renewal':
      return followsUpon(paymentMethod.token);
    case 'googlepay':
    case 'applepay':
    case 'paypal':
      return undefined;
  }
}

/** The bank wants all of it, so what the page did not say is what most browsers would. */
function browserFields(browser: Shopper['browser'] = {}): Fields {
  return {
    'browser[acceptHeader]': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'browser[language]': browser.language ?? 'en-GB',
    'browser[screenHeight]': String(browser.screenHeight ?? 800),
    'browser[screenWidth]': String(browser.screenWidth ?? 1280),
    'browser[timezone]': String(browser.timeZone ?? 0),
    'browser[userAgent]': browser.userAgent ?? 'Mozilla/5.0',
    'browser[javaEnabled]': String(browser.javaEnabled ?? false),
    'browser[javaScriptEnabled]': String(browser.scriptEnabled ?? true),
    'browser[screenColorDepth]': String(browser.colourDepth ?? 24),
    'browser[challengeWindow]': '1',
    'browser[paymentType]': 'Plain',
  };
}
