/// <reference types="applepayjs" />

import {
  chargeByApplePay,
  chargeByGooglePay,
  readOrder,
  trustPayIntent,
  tryChargeTrustPay,
  validateMerchant,
} from '#contract/billing/charges.ts';
import { cancelOrder } from '#contract/billing/orders.ts';
import { checkTrustPayPayment } from '#contract/billing/payment-checks.ts';
import type { Country } from '#contract/countries/list.ts';
import { APPLE_PAY, CURRENCY, GOOGLE_PAY } from '#contract/kernel/constants.ts';
import type { Period } from '#contract/kernel/money.ts';
import { call } from '#site/shell/api.ts';
import { type Begins, CHARGE_PATIENCE, type PayRules, type Send } from './pay-order.ts';

export interface WalletSale {
  amountCents: number;
  country: Country;
  /** What is bought, in the page's language. */
  label: string;
  /** How it goes on, where it is a plan. */
  renewal?: WalletRenewal | null;
}

export interface WalletRenewal {
  amountCents: number;
  period: Period;
  /** When the first renewal is charged, in milliseconds. */
  startsAt: number;
  /** The words above the buy button about renewing and leaving. */
  agreement: string;
  /** Where the plan is left and its card removed. */
  managementUrl: string;
}

/** What a wallet has handed over, and how it is notified of the outcome. */
export interface WalletAnswer {
  response: Record<string, unknown>;
  done: (paid: boolean) => void;
}

export interface Wallet {
  endpoint: typeof chargeByGooglePay | typeof chargeByApplePay;
  isOnDevice: (rules: PayRules, country: Country) => boolean | Promise<boolean>;
  /** Opens its own sheet. Must begin in the click itself. Null where the person closed it. */
  ask: (rules: PayRules, sale: WalletSale) => Promise<WalletAnswer | null>;
}

/**
 * Pays by a wallet at TrustPay's: an intent is opened, the wallet asks, and what it hands over pays the intent. Where that is
 * not decided at once, TrustPay is asked once before the order is waited for.
 */
export function payByIntent(ask: () => Promise<WalletAnswer | null>): Begins {
  return {
    async begin({ trackerId, details }, send) {
      const { instanceId, secrets, order: orderId } = await send(trustPayIntent, { trackerId, ...details });
      const answer = await ask();
      if (!answer) {
        await send(cancelOrder, { trackerId, orderId });
        return null;
      }
      const intent = { instanceId, secret: secrets.payment, response: answer.response };
      return {
        orderId,
        async send() {
          const reply = await send(
            tryChargeTrustPay,
            { trackerId, ...details, card: { intent } },
            CHARGE_PATIENCE,
          );
          if (reply.status !== 'pending') return reply;
          await send(checkTrustPayPayment, { trackerId, reference: instanceId });
          return send(readOrder, { trackerId, orderId });
        },
      };
    },
  };
}

/** Sends what a wallet has handed over. */
export function sendWallet({ endpoint }: Wallet, { response }: WalletAnswer): Send {
  return ({ trackerId, token, details }, ask) =>
    ask(endpoint, { request: { trackerId, ...details }, wallet: { token, response } }, CHARGE_PATIENCE);
}

export const googlePay: Wallet = {
  endpoint: chargeByGooglePay,
  async isOnDevice(rules, country) {
    // Where nothing is real, the browser is not asked: a stand-in takes its place.
    if (rules.sandbox) return false;
    try {
      const request = googlePayRequest(rules, { amountCents: 100, country, label: '-' });
      if (!request) return false;
      const tooLong = new Promise<boolean>((resolve) =>
        setTimeout(() => resolve(false), AVAILABLE_WITHIN_MS),
      );
      return await Promise.race([request.canMakePayment(), tooLong]);
    } catch {
      return false;
    }
  },
  async ask(rules, sale) {
    const request = googlePayRequest(rules, sale);
    if (!request) return null;
    try {
      const response = await request.show();
      return {
        response: response.details as Record<string, unknown>,
        done: (paid) => void response.complete(paid ? 'success' : 'fail').catch(() => undefined),
      };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  },
};

export const applePay: Wallet = {
  endpoint: chargeByApplePay,
  isOnDevice(rules) {
    try {
      return rules.applepay !== null && 'ApplePaySession' in window && ApplePaySession.canMakePayments();
    } catch {
      return false;
    }
  },
  ask(rules, sale) {
    const version = ApplePaySession.supportsVersion(RENEWALS_SINCE) ? RENEWALS_SINCE : APPLE_PAY_VERSION;
    const session = new ApplePaySession(version, applePayRequest(rules, sale, version));
    return new Promise((resolve, reject) => {
      session.onvalidatemerchant = ({ validationURL }) => {
        call(validateMerchant, { validationURL }).then(
          (merchant) => session.completeMerchantValidation(merchant),
          (error: unknown) => {
            session.abort();
            reject(error);
          },
        );
      };
      session.onpaymentauthorized = ({ payment }) =>
        resolve({
          response: { ...payment },
          done: (paid) =>
            session.completePayment(paid ? ApplePaySession.STATUS_SUCCESS : ApplePaySession.STATUS_FAILURE),
        });
      session.addEventListener('cancel', () => resolve(null));
      session.begin();
    });
  },
};

const APPLE_PAY_VERSION = 3;
/** The first version of Apple's that knows recurring payments. */
const RENEWALS_SINCE = 14;

/** Apple names no week and no quarter. */
const intervals = {
  day: ['day', 1],
  week: ['day', 7],
  month: ['month', 1],
  quarter: ['month', 3],
  year: ['year', 1],
} as const satisfies Record<Period, readonly [ApplePayJS.ApplePayRecurringPaymentDateUnit, number]>;

const euros = (cents: number) => (cents / 100).toFixed(2);

/**
 * What Apple's sheet shows. Of a plan it says that it renews, and Apple hands over a token of the merchant's, which
 * outlives the phone (Apple Pay on the Web, `ApplePayRecurringPaymentRequest`). Where the first period has a price of its
 * own, that is the trial.
 */
export function applePayRequest(
  rules: Pick<PayRules, 'applepay'>,
  { amountCents, country, label, renewal }: WalletSale,
  version: number,
): ApplePayJS.ApplePayPaymentRequest {
  return {
    countryCode: country.toUpperCase(),
    currencyCode: CURRENCY,
    supportedNetworks: [...APPLE_PAY.networks],
    merchantCapabilities: ['supports3DS'],
    total: { label: rules.applepay?.merchantName ?? label, amount: euros(amountCents), type: 'final' },
    ...(renewal &&
      version >= RENEWALS_SINCE && {
        recurringPaymentRequest: recurringRequest(label, amountCents, renewal),
      }),
  };
}

function recurringRequest(
  label: string,
  amountCents: number,
  { amountCents: regularCents, period, startsAt, agreement, managementUrl }: WalletRenewal,
): ApplePayJS.ApplePayRecurringPaymentRequest {
  const [unit, count] = intervals[period];
  const every = {
    label,
    paymentTiming: 'recurring',
    recurringPaymentIntervalUnit: unit,
    recurringPaymentIntervalCount: count,
  } as const;
  const starts = new Date(startsAt);
  const hasOwnPrice = amountCents !== regularCents;
  return {
    paymentDescription: label,
    billingAgreement: agreement,
    managementURL: managementUrl,
    regularBilling: {
      ...every,
      amount: euros(regularCents),
      ...(hasOwnPrice && { recurringPaymentStartDate: starts }),
    },
    ...(hasOwnPrice && {
      trialBilling: { ...every, amount: euros(amountCents), recurringPaymentEndDate: starts },
    }),
  };
}

const GOOGLE_PAY_METHOD = 'https://google.com/pay';
const AVAILABLE_WITHIN_MS = 3_000;

/** The browser's own sheet for Google Pay; no foreign script is loaded for it. */
function googlePayRequest(
  rules: PayRules,
  { amountCents, country, label }: WalletSale,
): PaymentRequest | undefined {
  if (!rules.googlepay || typeof PaymentRequest === 'undefined') return undefined;
  const { gateway, gatewayMerchantId, merchantId, merchantName } = rules.googlepay;
  const value = (amountCents / 100).toFixed(2);
  const data = {
    environment: 'PRODUCTION',
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantId, merchantName },
    allowedPaymentMethods: [
      {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: GOOGLE_PAY.methods,
          allowedCardNetworks: GOOGLE_PAY.networks,
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway, gatewayMerchantId },
        },
      },
    ],
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice: value,
      currencyCode: CURRENCY,
      countryCode: country.toUpperCase(),
    },
  };
  const total = { label, amount: { currency: CURRENCY, value } };
  return new PaymentRequest([{ supportedMethods: GOOGLE_PAY_METHOD, data }], { total });
}
