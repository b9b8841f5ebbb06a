import type { ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import { paymentMethodKind } from '../../../contract/brand/flow.ts';
import type { readPayRules as endpoint } from '../../../contract/billing/orders.ts';
import type { MemberContext } from '../../app.ts';
import { readPayer } from './order-queries.ts';
import { providersFor } from './pay-rules.ts';

/** By which providers the member can pay, and what a wallet has to know before it opens. */
export async function readPayRules(context: MemberContext): Promise<ReplyOf<typeof endpoint>> {
  const { db, brand, brandId, accountId, providers } = context;
  const { flowId } = (await readPayer(db, brandId, accountId)) ?? fail('session.dead');
  const { wallet, payment } = brand.settings;
  const google = providers.googlePay(payment.merchantAccount);
  const isSetUp = { card: true, paypal: true, googlepay: google && wallet, applepay: wallet };
  const rules = paymentMethodKind.options
    .filter((method) => isSetUp[method])
    .map((method) => ({ method, providers: providersFor(context, brand, flowId, method) }))
    .filter((rule) => rule.providers.length > 0);
  const offers = (method: string) => rules.some((rule) => rule.method === method);
  return {
    rules,
    googlepay: google && wallet && offers('googlepay') ? { ...google, ...namesOf(wallet) } : null,
    applepay: wallet && offers('applepay') ? { merchantName: wallet.merchantName } : null,
    sandbox: providers.sandbox,
  };
}

function namesOf({ merchantId, merchantName }: { merchantId: string; merchantName: string }) {
  return { merchantId, merchantName };
}
