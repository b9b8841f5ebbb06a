import { CURRENCY } from '../../../../contract/kernel/constants.ts';
import { countries } from '../../../../contract/countries/list.ts';
import type { ChargeRequest, PaymentMethod, RefundRequest } from '../provider.ts';

export type Fields = Record<string, string | number>;

/** A sale, or of nothing an authorisation, which only asks whether the card is good. Undefined for a payment method it does not take. */
export function chargeFields(request: ChargeRequest): Fields | undefined {
  const { attemptId, amountCents, paymentMethod, shopper, origin } = request;
  const method = methodFields(paymentMethod, request.store);
  if (!method) return undefined;
  const kind = amountCents > 0 ? 'SALE' : 'AUTH';
  return {
    transaction_unique_id: attemptId,
    transaction_type: request.authenticate ? `${kind}3D` : kind,
    ...euros(amountCents),
    ...method,
    country: countries[shopper.country].isoThree,
    user_email: shopper.email,
    user_ip: shopper.ip,
    merchant_user_id: shopper.customerId,
    merchant_domain_name: new URL(origin).hostname,
    descriptor_merchant: request.descriptor,
    callback_url: `${origin}/pay/webhooks/maxpay`,
    // The reference is not known yet: they add it themselves.
    redirect_url: `${origin}/maxpay/paymentCheck`,
  };
}

/** Nothing but names: with ours, with theirs, or with both. */
export function checkFields(names: {
  transactionId?: string | undefined;
  reference?: string | undefined;
}): Fields {
  return {
    transaction_type: 'CHECK',
    ...(names.transactionId && { transaction_unique_id: names.transactionId }),
    ...(names.reference && { reference: names.reference }),
  };
}

export function refundFields({ refundId, reference, amountCents }: RefundRequest): Fields {
  return {
    transaction_type: 'REFUND',
    transaction_unique_id: refundId,
    reference,
    ...euros(amountCents),
  };
}

/** As a number, because what is signed is a number without noughts at the end. */
function euros(cents: number): Fields {
  return { amount: cents / 100, currency: CURRENCY };
}

function methodFields(paymentMethod: PaymentMethod, store: ChargeRequest['store']): Fields | undefined {
  switch (paymentMethod.type) {
    case 'card': {
      const { number, month, year, securityCode, firstName, lastName } = paymentMethod.card;
      return {
        card_number: number,
        card_exp_month: String(month).padStart(2, '0'),
        card_exp_year: String(year),
        cvv: securityCode,
        card_holder: `${firstName} ${lastName}`.trim(),
        first_name: firstName,
        last_name: lastName,
        ...(store && { cof_type: 'CIT-initial' }),
      };
    }
    case 'on_file':
      return { token: paymentMethod.token, cof_type: 'CIT-subsequent' };
    case 'renewal':
      return { token: paymentMethod.token, cof_type: 'MIT' };
    case 'googlepay':
    case 'applepay':
    case 'paypal':
      return undefined;
  }
}
