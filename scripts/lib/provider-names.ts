/** Who may name a payment provider: `contract/billing/providers.ts`, its adapter, and the few calls that are a provider's own. */

import { paymentMethods, providers } from '#contract/billing/providers.ts';
import type { Fault } from './architecture-rules.ts';

/** What else names one, and why. */
const open: Readonly<Record<string, string>> = {
  'contract/kernel/tracker-id.ts': 'words of addresses, which no member may have as theirs',
  'server/billing/module.ts': 'the second address of its return page',
  'server/billing/payments/pay-by-card.ts': 'the form that its script fills in',
  'server/billing/payments/pay-by-wallet.ts': 'the calls of its intents',
};

const list = 'contract/billing/providers.ts';
const adapters = 'server/billing/providers/';

/** PayPal is also a way to pay, which pages and rows may name. */
const names = Object.keys(providers).filter((name) => !paymentMethods.some((method) => method === name));

/** Files of the program that name a provider as a text, and those that are open and do not. */
export function findProviderNames(
  texts: ReadonlyMap<string, string>,
  opened: Readonly<Record<string, string>> = open,
): Fault[] {
  const naming = [...texts].filter(([file, text]) => {
    const isOwn = names.some((name) => file.startsWith(`${adapters}${name}/`));
    return file !== list && !isOwn && names.some((name) => text.includes(`'${name}'`));
  });
  const found = new Set(naming.map(([file]) => file));
  return [
    ...naming
      .filter(([file]) => !(file in opened))
      .map(([file]): Fault => ['a provider is named', `${file}: ask ${list}, or let its adapter do it`]),
    ...Object.keys(opened)
      .filter((file) => !found.has(file))
      .map((file): Fault => ['an open file names no provider', file]),
  ];
}
