/// <reference types="applepayjs" />

import { validateMerchant } from '../../../../../contract/billing/charges.ts';
import { APPLE_PAY, CURRENCY } from '../../../../../contract/kernel/constants.ts';
import { call } from '../../../shell/api.ts';
import type { Sale, WalletAnswer } from './google-pay.ts';
import type { PayRules } from './methods.ts';

const VERSION = 3;

export function hasApplePay(rules: PayRules): boolean {
  try {
    return rules.applepay !== null && 'ApplePaySession' in window && ApplePaySession.canMakePayments();
  } catch {
    return false;
  }
}

/** Asks for the payment. Must begin in the click itself. Null where the person closed the sheet. */
export function askApplePay(sale: Sale): Promise<WalletAnswer | null> {
  const session = new ApplePaySession(VERSION, {
    countryCode: sale.country.toUpperCase(),
    currencyCode: CURRENCY,
    supportedNetworks: [...APPLE_PAY.networks],
    merchantCapabilities: ['supports3DS'],
    total: { label: sale.label, amount: (sale.amountCents / 100).toFixed(2), type: 'final' },
  });
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
}
