import { createHash } from 'node:crypto';
import { z } from 'zod';
import { countries } from '#contract/countries/list.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';
import { isSameSignature } from '../answers.ts';
import type { ChargeRequest, PaymentMethod, RefundRequest } from '../provider.ts';

/** What Maxpay answers and sends, as far as we read it. Fields that mean nothing may be missing, null or empty. */

const text = (length: number) =>
  z
    .union([z.string().max(length), z.number().transform(String)])
    .nullish()
    .transform((value) => value || undefined);

export const transaction = z.object({
  status: z.string().max(20).toLowerCase(),
  code: z.coerce.number().int(),
  message: text(500),
  reference: text(100),
  token: text(500),
  transaction_unique_id: text(100),
  transaction_type: text(40),
  acs_url: text(4_000),
  pareq: text(20_000),
  amount: text(20),
  currency: text(3),
});
export type Transaction = z.output<typeof transaction>;

export type Fields = Record<string, string | number>;

/** A sale, or for a zero amount an authorisation, which only checks the card. Undefined for a payment method it does not take. */
export function chargeFields(request: ChargeRequest): Fields | undefined {
  const { attemptId, amountCents, paymentMethod, shopper, origin } = request;
  const method = methodFields(paymentMethod, request.store);
  if (!method) return undefined;
  const kind = amountCents > 0 ? 'SALE' : 'AUTH';
  return {
    transaction_unique_id: attemptId,
    transaction_type: mayBeAsked(request) ? `${kind}3D` : kind,
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

/** Only a 3D transaction can send the holder to their bank: one who is at the browser may have to go, also with a card on file. */
function mayBeAsked({ authenticate, paymentMethod }: ChargeRequest): boolean {
  return authenticate || paymentMethod.type === 'on_file';
}

/** By our id, by theirs, or by both. */
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

/** As a number, because the signature is over a number without trailing zeros. */
function euros(cents: number): Fields {
  return { amount: cents / 100, currency: CURRENCY };
}

/**
 * Maxpay's SDK for iOS, `PAYCOFType`: CIT-initial is the first payment of a customer, CIT-subsequent their later ones (“one-clicks,
 * cross-sales”), MIT those of the merchant (“rebill”). It does not tell what is kept for clicks from what is kept for a plan.
 */
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

/** Neither the card nor the key is part of what is signed. */
const unsigned = new Set([
  'signature',
  'card_number',
  'card_exp_month',
  'card_exp_year',
  'cvv',
  'card_holder',
  'public_key',
]);

export function signRequest(fields: Readonly<Record<string, string | number>>, privateKey: string): string {
  const pairs = Object.entries(fields)
    .filter(([name, value]) => !unsigned.has(name) && value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .sort();
  return sha256([...pairs, privateKey].join('|').toLowerCase());
}

/** A callback is signed as it stands, to the letter. */
export function isSigned(body: Buffer, signature: string, privateKey: string): boolean {
  return isSameSignature(signature.toLowerCase(), sha256(Buffer.concat([body, Buffer.from(privateKey)])));
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
