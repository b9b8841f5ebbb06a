import { keep } from './bounded.ts';
import { isAddress, textOf } from './facade.ts';
import type { Fault } from './faults.ts';
import { readMajorUnits } from './money.ts';
import type { ScenarioName } from './scenarios.ts';

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
  return {
    type: 'approval',
    returnUrl,
    cancelUrl,
    brand: textOf(into(context, 'brand_name')) ?? '',
    store: into(vault, 'store_in_vault') === 'ON_SUCCESS',
    customer: textOf(into(into(attributes, 'customer'), 'merchant_customer_id')) ?? null,
  };
}
