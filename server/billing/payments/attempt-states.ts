import type { PaymentOutcome } from '../../../contract/billing/payment-outcome.ts';
import type { Verdict } from '../providers/provider.ts';
import type { AttemptState } from './purchase.ts';

/** How far an attempt has come. It only moves up, so that what is told twice, late or out of order does no harm. */
const rank: Record<AttemptState, number> = {
  created: 0,
  requires_action: 1,
  processing: 2,
  unknown: 2,
  declined: 3,
  error: 3,
  authorised: 4,
  captured: 5,
  partially_refunded: 6,
  refunded: 7,
  charged_back: 8,
};

export const openStates = [
  'created',
  'requires_action',
  'processing',
  'unknown',
  'authorised',
] as const satisfies readonly AttemptState[];

export function isOpen(state: AttemptState): boolean {
  return openStates.some((open) => open === state);
}

/** Whether money was taken, whatever became of it later. */
export function isPaid(state: AttemptState): boolean {
  return rank[state] >= rank.captured;
}

export type Known = Verdict | { state: 'absent' };

export interface Next {
  state: AttemptState;
  outcome: PaymentOutcome;
}

/** Where a verdict takes an attempt; undefined where it tells nothing new. */
export function advance(current: AttemptState, known: Known): Next | undefined {
  const next = nextOf(known);
  const higher = rank[next.state] > rank[current];
  // Somebody has it after all.
  const clearer = current === 'unknown' && next.state === 'processing';
  return higher || clearer ? next : undefined;
}

function nextOf(known: Known): Next {
  switch (known.state) {
    case 'captured':
      return { state: 'captured', outcome: 'success' };
    case 'declined':
      return { state: 'declined', outcome: known.outcome };
    case 'error':
    case 'absent':
      return { state: 'error', outcome: 'processing_error' };
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return { state: known.state, outcome: 'pending' };
  }
}
