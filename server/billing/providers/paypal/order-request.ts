import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import type { Language } from '../../../../contract/kernel/constants.ts';
import { majorUnits } from '../amounts.ts';
import type { ChargeRequest } from '../provider.ts';

const locales: Record<Language, string> = { it: 'it-IT', es: 'es-ES', en: 'en-GB', fr: 'fr-FR' };
const LONGEST_DESCRIPTOR = 22;
const LONGEST_BRAND = 127;

/** An order that the member approves at PayPal's own page. */
export function approvedOrder(request: ChargeRequest): Record<string, unknown> {
  const { attemptId, amountCents, origin, shopper, store } = request;
  const vault = {
    store_in_vault: 'ON_SUCCESS',
    usage_type: 'MERCHANT',
    // A member's later clicks follow no pattern.
    ...(store === 'renewals' && { usage_pattern: 'SUBSCRIPTION_PREPAID' }),
  };
  const back = `${origin}/paypal/paymentCheck`;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        ...purchaseUnit(attemptId, amountCents),
        soft_descriptor: request.descriptor.slice(0, LONGEST_DESCRIPTOR),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: request.merchantName.slice(0, LONGEST_BRAND),
          locale: locales[shopper.language],
          shipping_preference: 'NO_SHIPPING',
          user_action: 'PAY_NOW',
          return_url: back,
          cancel_url: back,
        },
        ...(store && {
          attributes: { vault, customer: { merchant_customer_id: shopper.customerId } },
        }),
      },
    },
  };
}

/** A charge of what is in the vault. It says only what is known at any time, so that it can be repeated to the letter. */
export function vaultedOrder(charge: {
  attemptId: string;
  amountCents: number;
  token: string;
  initiatedBy: 'member' | 'merchant';
}): Record<string, unknown> {
  return {
    intent: 'CAPTURE',
    purchase_units: [purchaseUnit(charge.attemptId, charge.amountCents)],
    payment_source: {
      paypal: {
        vault_id: charge.token,
        stored_credential: {
          payment_initiator: charge.initiatedBy === 'merchant' ? 'MERCHANT' : 'CUSTOMER',
          usage: 'SUBSEQUENT',
          usage_pattern: 'SUBSCRIPTION_PREPAID',
        },
      },
    },
  };
}

function purchaseUnit(attemptId: string, amountCents: number) {
  return {
    reference_id: attemptId,
    custom_id: attemptId,
    invoice_id: attemptId,
    amount: { currency_code: CURRENCY, value: majorUnits(amountCents) },
  };
}
