import type { ProviderStep } from '#contract/billing/charges.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { Purpose } from './purchase.ts';

const NAME = 'openOrder';

/** An order that a payer has taken to their bank, what for, and the page that they paid it on. */
interface OpenOrder extends Pick<Purpose, 'grants' | 'address'> {
  orderId: string;
}

/** Keeps it in this tab until it is known what became of it. */
export function storeOpenOrder({ orderId, grants, address }: OpenOrder): void {
  try {
    sessionStorage.setItem(NAME, [orderId, grants, address].join(' '));
  } catch {
    // Without storage, a payer who returns by the back button sees the form, and the server still knows.
  }
}

export function takeOpenOrder(): OpenOrder | undefined {
  const open = readOpenOrder();
  if (open) sessionStorage.removeItem(NAME);
  return open;
}

export function readOpenOrder(): OpenOrder | undefined {
  try {
    const [orderId, grants, address] = sessionStorage.getItem(NAME)?.split(' ') ?? [];
    if (!orderId || !grants || !address) return undefined;
    return { orderId, grants: grants as OpenOrder['grants'], address };
  } catch {
    return undefined;
  }
}

/** What one page leaves another to go on with: a step of the bank's, or why what is on file was refused. */
export type Handover = { step: ProviderStep; orderId: string } | { refused: PaymentOutcome };

// In memory alone: a payer who comes back to the page later finds it as ever, and no link can make it say something.
let handed: Handover | undefined;

export function handOver(what: Handover): void {
  handed = what;
}

/** What was left for this page. It stays there until it is cleared, as a page may be begun more than once. */
export function peekHandover(): Handover | undefined {
  return handed;
}

export function clearHandover(): void {
  handed = undefined;
}
