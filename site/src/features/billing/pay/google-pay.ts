import type { Country } from '../../../../../contract/countries/list.ts';
import { CURRENCY, GOOGLE_PAY } from '../../../../../contract/kernel/constants.ts';
import type { PayRules } from './methods.ts';

const METHOD = 'https://google.com/pay';
const AVAILABLE_WITHIN_MS = 3_000;

/** What a wallet has handed over, and how it is told what became of it. */
export interface WalletAnswer {
  response: Record<string, unknown>;
  done: (paid: boolean) => void;
}

export interface Sale {
  amountCents: number;
  country: Country;
  /** What is bought, in the page's language. */
  label: string;
}

/** The browser's own sheet for Google Pay; no script of anybody's is loaded for it. */
function makeRequest(rules: PayRules, { amountCents, country, label }: Sale): PaymentRequest | undefined {
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
  return new PaymentRequest([{ supportedMethods: METHOD, data }], { total });
}

/** Where nothing is real, the browser is not asked: a stand-in takes its place. */
export async function hasGooglePay(rules: PayRules, country: Country): Promise<boolean> {
  if (rules.sandbox) return false;
  try {
    const request = makeRequest(rules, { amountCents: 100, country, label: '-' });
    if (!request) return false;
    const tooLong = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), AVAILABLE_WITHIN_MS));
    return await Promise.race([request.canMakePayment(), tooLong]);
  } catch {
    return false;
  }
}

/** Asks for the payment. Must begin in the click itself. Null where the person closed the sheet. */
export async function askGooglePay(rules: PayRules, sale: Sale): Promise<WalletAnswer | null> {
  const request = makeRequest(rules, sale);
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
}
