import type { z } from 'zod';
import { fail } from '../../../contract/kernel/errors.ts';
import type { paymentMethodKind } from '../../../contract/brand/flow.ts';
import { providers as facts } from '../../../contract/billing/providers.ts';
import type { ProviderName } from '../../../contract/billing/providers.ts';
import type { Brand } from '../../brands/directory.ts';
import type { App } from '../../app.ts';

export type PaymentMethodKind = z.output<typeof paymentMethodKind>;

/** What a brand does not use is not there: its calls answer as an unknown address does. */
export function requireUsed({ settings }: Brand, name: ProviderName): void {
  if (!settings.payment.rules.some(({ providers }) => providers.includes(name))) fail('request.not_found');
}

/** Who takes the money, in the order in which they are tried. None where a way of paying is not offered. */
export function providersFor(
  { providers }: Pick<App, 'providers'>,
  { settings, flows }: Brand,
  flowId: string,
  method: PaymentMethodKind,
): ProviderName[] {
  if (!flows.get(flowId)?.paymentMethods.includes(method)) return [];
  const rule = settings.payment.rules.find(
    ({ flows: ofFlows, methods }) =>
      (ofFlows?.includes(flowId) ?? true) && (methods?.includes(method) ?? true),
  );
  const named = new Set(rule?.providers);
  return [...named].filter(
    (name) => facts[name].methods.some((one) => one === method) && providers.get(name) !== undefined,
  );
}
