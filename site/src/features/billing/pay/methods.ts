import type { readPayRules } from '../../../../../contract/billing/charges.ts';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import type { Flow } from '../../../../../contract/brand/flow.ts';
import type { ReplyOf } from '../../../../../contract/kernel/endpoint.ts';

export type PayRules = ReplyOf<typeof readPayRules>;
type PaymentMethodKind = Flow['paymentMethods'][number];
/** A way of paying; `on_file` is what was kept from last time. */
export type Method = PaymentMethodKind | 'on_file';

/** Which wallets the browser has. */
export interface Wallets {
  googlepay: boolean;
  applepay: boolean;
}

/** What is sold, as far as it matters by what it is paid. */
type Sale = Pick<Quote, 'purchase' | 'amountCents'>;

interface Circumstances {
  flow: Pick<Flow, 'paymentMethods'>;
  rules: PayRules;
  sale: Sale;
  onFile: boolean;
  wallets: Wallets;
}

/** By what somebody can pay here: what the flow offers, somebody takes, and the browser can do. */
export function methodsFor({ flow, rules, sale, onFile, wallets }: Circumstances): Method[] {
  const taken = new Set(
    rules.rules.filter(({ providers }) => providers.length > 0).map(({ method }) => method),
  );
  const ready = (method: PaymentMethodKind) => (isWallet(method) ? rules.sandbox || wallets[method] : true);
  const methods = flow.paymentMethods.filter(
    (method) => taken.has(method) && ready(method) && fits(method, sale),
  );
  return onFile && !isForCards(sale) ? ['on_file', ...methods] : methods;
}

export function isWallet(method: Method): method is keyof Wallets {
  return method === 'googlepay' || method === 'applepay';
}

/** A card is asked for by name. PayPal only sells plans, and none for nothing. */
function fits(method: PaymentMethodKind, sale: Sale): boolean {
  if (isForCards(sale)) return method === 'card';
  return method !== 'paypal' || (sale.purchase !== 'renewal' && sale.amountCents > 0);
}

function isForCards({ purchase }: Sale): boolean {
  return purchase === 'verification' || purchase === 'card';
}
