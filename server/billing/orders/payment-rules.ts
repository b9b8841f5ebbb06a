import type { z } from 'zod';
import type { readPayRules as readPayRulesEndpoint } from '#contract/billing/charges.ts';
import { providers as facts, takesByIntent, takesForSale } from '#contract/billing/providers.ts';
import type { PaidSale, ProviderName } from '#contract/billing/providers.ts';
import type { BrandSettings } from '#contract/brand/brand.ts';
import { paymentMethodKind } from '#contract/brand/flow.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { App, MemberContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { readBuyer } from './subscription.sql.ts';

type PaymentMethodKind = z.output<typeof paymentMethodKind>;

/** What a brand does not use is not there: its calls answer as an unknown address does. */
export function requireUsed({ settings }: Brand, name: ProviderName): void {
  if (!settings.payment.rules.some(({ providers }) => providers.includes(name))) fail('request.not_found');
}

/**
 * The same of a way of paying that the brand, the flow or this server does not offer, or not for what is sold: trying again in a
 * moment would not help.
 */
export function requireOffered(
  app: Pick<App, 'providers'>,
  brand: Brand,
  flowId: string,
  { provider, method }: OfferedBy,
  sale: PaidSale,
): void {
  const isOffered = acceptingProviders(app, brand, flowId, method).includes(provider);
  if (!isOffered || !takesForSale(provider, method, sale)) fail('request.not_found');
}

export interface OfferedBy {
  provider: ProviderName;
  method: PaymentMethodKind;
}

/** Who can be charged by it, in the order in which they are tried. None where a way of paying is not offered. */
export function providersFor(
  app: Pick<App, 'providers'>,
  brand: Brand,
  flowId: string,
  method: PaymentMethodKind,
): ProviderName[] {
  return acceptingProviders(app, brand, flowId, method).filter((name) =>
    facts[name].methods.some((one) => one === method),
  );
}

/** The same with those that take it by an intent, as far as we can pay one there. */
export function acceptingProviders(
  { providers }: Pick<App, 'providers'>,
  { settings, flows }: Brand,
  flowId: string,
  method: PaymentMethodKind,
): ProviderName[] {
  if (!flows.get(flowId)?.paymentMethods.includes(method)) return [];
  const rule = settings.payment.rules[findRule(settings.payment.rules, flowId, method) ?? -1];
  return [...new Set(rule?.providers)].filter((name) => takes(providers, name, method));
}

type PayRules = readonly Pick<BrandSettings['payment']['rules'][number], 'flows' | 'methods' | 'providers'>[];

/** The place of the first rule that fits. */
export function findRule(rules: PayRules, flowId: string, method: PaymentMethodKind): number | undefined {
  const place = rules.findIndex(
    ({ flows, methods }) => (flows?.includes(flowId) ?? true) && (methods?.includes(method) ?? true),
  );
  return place < 0 ? undefined : place;
}

/** Whether a provider is set up here and takes money in this way. */
export function takes(providers: App['providers'], name: ProviderName, method: PaymentMethodKind): boolean {
  const provider = providers.get(name);
  if (takesByIntent(name, method)) return provider?.payIntent !== undefined;
  return provider !== undefined && facts[name].methods.some((one) => one === method);
}

/** By which providers the member can pay, and what a wallet has to know before it opens. */
export async function readPayRules(context: MemberContext): Promise<ReplyOf<typeof readPayRulesEndpoint>> {
  const { db, providers } = context.app;
  const { brand, brandId, accountId } = context;
  const { flow_id: flowId } = (await readBuyer(db, brandId, accountId)) ?? fail('session.dead');
  const { wallet, payment } = brand.settings;
  const google = providers.googlePay(payment.merchantAccount);
  const isSetUp = { card: true, paypal: true, googlepay: google && wallet, applepay: wallet };
  // What an operator has turned off is not offered. One that only fails just now may be well again when it is chosen.
  const isOn = (name: ProviderName) => providers.gate(name)?.closedBy('charge', brandId) !== 'turned_off';
  const rules = paymentMethodKind.options
    .filter((method) => isSetUp[method])
    .map((method) => ({
      method,
      providers: acceptingProviders(context.app, brand, flowId, method).filter(isOn),
    }))
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
