import { json } from './http.ts';
import type { Reply } from './http.ts';
import { randomText } from './ids.ts';
import { refundedOf } from './ledger.ts';
import type { Charge, Refund } from './ledger.ts';
import { majorUnits } from './money.ts';
import type { PayPalOrder } from './paypal-orders.ts';
import type { Decline } from './scenarios.ts';

/** PayPal says little about why. */
const issues: Partial<Record<Decline, string>> = {
  insufficient_funds: 'INSTRUMENT_DECLINED',
  expired_card: 'CARD_EXPIRED',
  card_declined: 'PAYER_ACCOUNT_RESTRICTED',
  authentication_required: 'PAYER_ACTION_REQUIRED',
};
export const issueOf = (why: Decline | null): string => issues[why ?? 'generic'] ?? 'TRANSACTION_REFUSED';

export function problem(status: number, name: string, issue: string, field?: string): Reply {
  return json(status, {
    name,
    message: 'The requested action could not be performed.',
    debug_id: randomText(13).toLowerCase(),
    details: [{ ...(field && { field }), issue, description: issue.toLowerCase().replaceAll('_', ' ') }],
  });
}

export const unprocessable = (issue: string): Reply => problem(422, 'UNPROCESSABLE_ENTITY', issue);
export const notFound = (): Reply => problem(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID');

export const amountOf = (cents: number, currency: string) => ({
  currency_code: currency,
  value: majorUnits(cents),
});

/** The order's id is what the charge was made for. */
export function describeCapture(charge: Charge): Record<string, unknown> {
  const { id, amount, currency, reference, kind, at } = charge;
  return {
    id,
    status: captureStatus(charge),
    amount: amountOf(amount, currency),
    final_capture: true,
    custom_id: reference,
    invoice_id: reference,
    supplementary_data: { related_ids: { order_id: kind } },
    create_time: new Date(at).toISOString(),
  };
}

function captureStatus(charge: Charge): string {
  if (charge.state === 'declined') return 'DECLINED';
  if (charge.state !== 'captured') return 'PENDING';
  const refunded = refundedOf(charge);
  if (refunded === 0) return 'COMPLETED';
  return refunded < charge.amount ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
}

export function describeOrder(
  origin: string,
  order: PayPalOrder,
  charge: Charge | undefined,
): Record<string, unknown> {
  const { id, status, customId, invoiceId, amount, currency } = order;
  const self = `${origin}/paypal/v2/checkout/orders/${id}`;
  const links = [{ href: self, rel: 'self', method: 'GET' }];
  if (status === 'PAYER_ACTION_REQUIRED') {
    links.push({ href: `${origin}/paypal/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' });
  }
  const vault = charge?.state === 'captured' && charge.store && charge.token && !charge.hideToken;
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: {
      paypal: {
        ...(vault && {
          attributes: { vault: { id: charge.token, status: 'VAULTED', customer: { id: charge.customer } } },
        }),
      },
    },
    purchase_units: [
      {
        reference_id: customId,
        custom_id: customId,
        invoice_id: invoiceId,
        amount: amountOf(amount, currency),
        ...(charge && { payments: { captures: [describeCapture(charge)] } }),
      },
    ],
    create_time: new Date(order.at).toISOString(),
    links,
  };
}

const refundStatus = { done: 'COMPLETED', pending: 'PENDING', failed: 'FAILED' } as const;

export function describeRefund(origin: string, charge: Charge, refund: Refund): Record<string, unknown> {
  const { id, amount, reference, at, state } = refund;
  return {
    id,
    status: refundStatus[state],
    amount: amountOf(amount, charge.currency),
    custom_id: reference,
    invoice_id: charge.reference,
    create_time: new Date(at).toISOString(),
    links: [
      { href: `${origin}/paypal/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${origin}/paypal/v2/payments/captures/${charge.id}`, rel: 'up', method: 'GET' },
    ],
  };
}
