import { z } from 'zod';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { isCardUseless, majorUnits } from '../answers.ts';
import type { ChargeRequest, PaymentMethod, Shopper } from '../provider.ts';

/** What TrustPay answers and sends, as far as we read it. */

const text = (length: number) => z.string().max(length);
const maybe = (length: number) => text(length).nullish();
const amount = z.union([z.number(), text(20)]);

/** Of a purchase, of a refund and of GET api/v1/instance. */
export const instanceAnswer = z.object({
  instanceId: text(100).min(1),
  paymentStatus: maybe(40),
  redirectUrl: z
    .url({ protocol: /^https?$/ })
    .max(4_000)
    .nullish(),
  redirectParams: z.record(text(200), text(20_000).nullable()).nullish(),
  errors: z.array(z.unknown()).max(100).nullish(),
  /** Not documented; where they are present they win over what we stored. */
  reference: maybe(200),
  amount: amount.nullish(),
});
export type InstanceAnswer = z.output<typeof instanceAnswer>;

export const intentAnswer = z.object({
  instanceId: text(100).min(1),
  secrets: z.object({ display: text(500), payment: text(500) }),
});

export const notification = z.object({
  PaymentInformation: z.object({
    CreditDebitIndicator: text(20),
    References: z.object({
      MerchantReference: maybe(80),
      PaymentId: maybe(80),
      PaymentRequestId: maybe(80),
    }),
    Status: text(40),
    Amount: z.object({ Amount: amount, Currency: text(3) }),
    StatusReasonInformation: z
      .object({ Reason: z.object({ Code: maybe(40), RejectReason: maybe(1_000) }).nullish() })
      .nullish(),
  }),
  Signature: text(200),
});
export type Notification = z.output<typeof notification>;

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
        ...(store && { paymentType: paymentTypes.first[store] }),
      };
    }
    case 'on_file':
    case 'renewal':
      return {
        paymentType: paymentTypes.later[paymentMethod.type],
        initialInstanceId: paymentMethod.token,
      };
    case 'googlepay':
    case 'applepay':
    case 'paypal':
      return undefined;
  }
}

/** The bank requires every field, so what the page did not send gets the most common value. */
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

/**
 * Unconfirmed: how TrustPay's card gateway wants charges by a card on file, and whether it takes a zero amount, is in none
 * of its public documents, nor in the connector of hyperswitch, which offers its cards without mandates. These names must
 * be confirmed with TrustPay before it takes real renewals. A member's click has a name of its own, since networks tell it
 * from a renewal. The id of the first payment stands for the card.
 */
const paymentTypes = {
  first: { renewals: 'RecurringInitial', clicks: 'CardOnFileInitial' },
  later: { renewal: 'Recurring', on_file: 'CardOnFile' },
} as const;

/** What TrustPay's codes mean to us. */
type Meaning =
  | { state: 'success' | 'pending' }
  | { state: 'declined'; outcome: PaymentOutcome; dropToken: boolean };

const success = /^(000\.400\.100$|000\.000\.|000\.100\.1|000\.3|000\.6|000\.400\.0[124-9])/;
/** The second is a time-out of theirs with an uncertain result. */
const pending = new Set(['000.200.000', '900.100.300']);

const outcomes: Partial<Record<PaymentOutcome, readonly string[]>> = {
  invalid_cvc: ['800.100.153', '100.100.600'],
  insufficient_funds: ['800.100.155', '800.100.162', '800.100.203'],
  lost_or_stolen: ['800.100.160', '800.100.165', '800.100.171', '800.100.172'],
  expired_card: ['800.100.157'],
  invalid_number: ['800.100.151'],
  check_failed: ['100.380.401', '400.001.600'],
  authentication_required: ['300.100.100'],
  processing_error: ['900.100.100', '100.380.501', '800.100.190'],
  try_again: ['800.700.100', '800.120.100', '800.100.163'],
  address_blocked: ['800.300.102', '800.300.401'],
  already_declined: ['700.500.001'],
};
const outcomeOf = new Map(
  Object.entries(outcomes).flatMap(([outcome, codes]) =>
    codes.map((code) => [code, outcome as PaymentOutcome] as const),
  ),
);

export function readCode(code: string): Meaning {
  if (success.test(code)) return { state: 'success' };
  // No code of this family is a refusal, so an unknown one is polled again.
  if (pending.has(code) || code.startsWith('000.')) return { state: 'pending' };
  const outcome = code.startsWith('100.390.') ? 'check_failed' : (outcomeOf.get(code) ?? 'generic');
  return { state: 'declined', outcome, dropToken: isCardUseless(outcome) };
}
