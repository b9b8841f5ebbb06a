/** Who would take a member's money by rules that an operator is writing. */

import type { ProviderName } from '#contract/billing/providers.ts';
import { paymentMethodKind } from '#contract/brand/flow.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { tryPayment as endpoint } from '#contract/staff/brand-making.ts';
import type { StaffContext } from '#server/app.ts';
import { findEditedBrand } from '#server/brands/editing/edited-brand.ts';
import { findRule, takes } from '../orders/payment-rules.ts';

export async function tryPaymentRules(
  context: StaffContext,
  { brand, flowId, paymentMethods, rules }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { brandId } = await findEditedBrand(context, brand);
  const { providers } = context.app;
  const whyLeftOut = (name: ProviderName, method: (typeof paymentMethods)[number]) => {
    if (!providers.get(name)) return 'not_set_up';
    if (!takes(providers, name, method)) return 'method';
    return providers.gate(name)?.closedBy('charge', brandId) === 'turned_off' ? 'turned_off' : undefined;
  };
  return {
    methods: paymentMethodKind.options.map((method) => {
      const rule = findRule(rules, flowId, method) ?? null;
      const named = [...new Set(rule === null ? [] : rules[rule]?.providers)];
      const taking = named.filter((name) => whyLeftOut(name, method) === undefined);
      return {
        method,
        rule,
        providers: taking,
        leftOut: named.flatMap((provider) => {
          const why = whyLeftOut(provider, method);
          return why === undefined ? [] : [{ provider, why }];
        }),
        offered: paymentMethods.includes(method) && taking.length > 0,
      };
    }),
  };
}
