import type { PaywallName } from '#contract/brand/paywalls.ts';

/** These are shown only where the flow names them; the others come whenever the server refuses. */
const named: ReadonlySet<string> = new Set<PaywallName>([
  'premium_member',
  'premium_member_compliant',
  'read_receipts',
]);

export const isShownByName = (name: string) => named.has(name);
