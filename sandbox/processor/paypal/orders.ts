import { keep } from '../collections.ts';
import type { Fault } from '../faults.ts';
import { json } from '../http.ts';
import type { Reply } from '../http.ts';
import { refundedOf } from '../ledger.ts';
import type { Charge, Refund } from '../ledger.ts';
import { scenarioOf } from '../scenarios.ts';
import type { ScenarioName, Decline } from '../scenarios.ts';
import { isAddress, textOf } from '../stand-in.ts';
import { readMajorUnits, majorUnits, randomText } from '../wire-values.ts';

export interface PayPalOrder {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  customId: string;
  invoiceId: string;
  amount: number;
  currency: string;
  brand: string;
  returnUrl: string;
  cancelUrl: string;
  store: boolean;
  customer: string | null;
  /** Which of PayPal's customers approved it. */
  account: ScenarioName;
  captureId: string | null;
  /** Comes true when it is captured. */
  fault: Fault | undefined;
  at: number;
}

export interface OrderRequest {
  customId: string;
  invoiceId: string;
  amount: number;
  currency: string;
  source:
    | { type: 'vault'; token: string; present: boolean }
    | {
        type: 'approval';
        returnUrl: string;
        cancelUrl: string;
        brand: string;
        store: boolean;
        customer: string | null;
      };
}

const MOST_ORDERS = 50_000;

export class PayPalOrders {
  #orders = new Map<string, PayPalOrder>();

  add(order: PayPalOrder): void {
    keep(this.#orders, MOST_ORDERS, order.id, order);
  }

  get(id: string): PayPalOrder | undefined {
    return this.#orders.get(id);
  }
}

type Fields = Record<string, unknown>;
const into = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;

/** An order as PayPal looks at it; or the issue that it has with it, and where. */
export function readOrder(body: Fields): OrderRequest | { issue: string; field: string } {
  if (body['intent'] !== 'CAPTURE') return { issue: 'INVALID_PARAMETER_VALUE', field: '/intent' };
  const units = body['purchase_units'];
  const unit: unknown = Array.isArray(units) && units.length === 1 ? units[0] : undefined;
  if (!unit) return { issue: 'MISSING_REQUIRED_PARAMETER', field: '/purchase_units' };
  const currency = textOf(into(into(unit, 'amount'), 'currency_code'));
  const amount = readMajorUnits(textOf(into(into(unit, 'amount'), 'value')) ?? '');
  const place = '/purchase_units/@reference_id/amount';
  if (!currency) return { issue: 'MISSING_REQUIRED_PARAMETER', field: `${place}/currency_code` };
  if (amount === undefined) return { issue: 'DECIMAL_PRECISION', field: `${place}/value` };
  if (amount === 0) return { issue: 'CANNOT_BE_ZERO_OR_NEGATIVE', field: `${place}/value` };
  const customId = textOf(into(unit, 'custom_id')) ?? '';
  const invoiceId = textOf(into(unit, 'invoice_id')) ?? '';
  const source = readSource(into(body['payment_source'], 'paypal'));
  return 'issue' in source ? source : { customId, invoiceId, amount, currency, source };
}

/** It may be left out. */
const patterns = new Set<unknown>([
  undefined,
  'IMMEDIATE',
  'SUBSCRIPTION_PREPAID',
  'SUBSCRIPTION_POSTPAID',
  'UNSCHEDULED_PREPAID',
]);

function readSource(paypal: unknown): OrderRequest['source'] | { issue: string; field: string } {
  const place = '/payment_source/paypal';
  if (!paypal) return { issue: 'MISSING_REQUIRED_PARAMETER', field: place };
  const token = textOf(into(paypal, 'vault_id'));
  if (token) {
    const credential = into(paypal, 'stored_credential');
    const initiator = into(credential, 'payment_initiator');
    if (initiator !== 'MERCHANT' && initiator !== 'CUSTOMER') {
      return { issue: 'MISSING_REQUIRED_PARAMETER', field: `${place}/stored_credential/payment_initiator` };
    }
    if (into(credential, 'usage') !== 'SUBSEQUENT') {
      return { issue: 'INVALID_PARAMETER_VALUE', field: `${place}/stored_credential/usage` };
    }
    const pattern = into(credential, 'usage_pattern');
    // Only the payer asks on demand.
    if (!patterns.has(pattern) || (initiator === 'MERCHANT' && pattern === 'IMMEDIATE')) {
      return { issue: 'INVALID_PARAMETER_VALUE', field: `${place}/stored_credential/usage_pattern` };
    }
    return { type: 'vault', token, present: initiator === 'CUSTOMER' };
  }
  const context = into(paypal, 'experience_context');
  const returnUrl = into(context, 'return_url');
  const cancelUrl = into(context, 'cancel_url');
  if (!isAddress(returnUrl)) {
    return { issue: 'MISSING_REQUIRED_PARAMETER', field: `${place}/experience_context/return_url` };
  }
  if (!isAddress(cancelUrl)) {
    return { issue: 'MISSING_REQUIRED_PARAMETER', field: `${place}/experience_context/cancel_url` };
  }
  const attributes = into(paypal, 'attributes');
  const vault = into(attributes, 'vault');
  if (vault !== undefined && into(vault, 'usage_type') !== 'MERCHANT') {
    return { issue: 'MISSING_REQUIRED_PARAMETER', field: `${place}/attributes/vault/usage_type` };
  }
  if (vault !== undefined && !patterns.has(into(vault, 'usage_pattern'))) {
    return { issue: 'INVALID_PARAMETER_VALUE', field: `${place}/attributes/vault/usage_pattern` };
  }
  return {
    type: 'approval',
    returnUrl,
    cancelUrl,
    brand: textOf(into(context, 'brand_name')) ?? '',
    store: into(vault, 'store_in_vault') === 'ON_SUCCESS',
    customer: textOf(into(into(attributes, 'customer'), 'merchant_customer_id')) ?? null,
  };
}

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
  const { country } = charge ? scenarioOf(charge.instrument.scenario) : {};
  const vault = charge?.state === 'captured' && charge.store && charge.token && !charge.hideToken;
  return {
    id,
    intent: 'CAPTURE',
    status,
    payment_source: {
      paypal: {
        ...(country !== undefined && { address: { country_code: country } }),
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
