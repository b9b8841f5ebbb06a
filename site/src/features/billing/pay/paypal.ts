import type { Call } from '#client/call.ts';
import { type ChargeDetails, payPalOrder } from '#contract/billing/charges.ts';
import { call } from '#site/shell/api.ts';
import { codeOf } from '#site/shell/explain.ts';
import type { Checked, HostedOrder, Payment } from './pay-order.ts';

/** Has an order made at PayPal's, for the member to approve there. */
export async function openPayPal(
  { trackerId, choice: { productId } }: Pick<Payment, 'trackerId' | 'choice'>,
  details: ChargeDetails,
): Promise<HostedOrder> {
  return call(payPalOrder, { trackerId, ...details, ...(productId && { productId }) });
}

/** Takes the money that was approved. PayPal names the payer, and leaves the name out where they have turned back. */
export async function capturePayPal(
  query: URLSearchParams,
  trackerId: string,
  ask: Call,
): Promise<Checked | undefined> {
  if (!query.get('PayerID')) return 'unfinished';
  try {
    const { orderId, status, outcome } = await ask(payPalOrder, {
      trackerId,
      paypalId: query.get('token') ?? '',
    });
    return status === 'CREATED' ? 'unfinished' : { orderId, outcome };
  } catch (error) {
    if (codeOf(error) === 'order.not_found') return undefined;
    throw error;
  }
}
