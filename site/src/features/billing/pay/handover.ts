import type { ProviderStep } from '../../../../../contract/billing/charges.ts';
import type { PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';

/** What one page leaves another to go on with: a step of the bank's, or why what is on file was refused. */
export type Handover = { step: ProviderStep; orderId: string } | { refused: PaymentOutcome };

// In memory alone: whoever comes back to the page later finds it as ever, and no link can make it say something.
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
