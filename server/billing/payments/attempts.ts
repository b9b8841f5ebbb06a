/** One try to get a purchase paid: its states and its row. */

import type { Selectable } from 'kysely';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DB } from '#server/platform/database/database-types.gen.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import type { Verdict } from '../providers/provider.ts';
import { chargePolls } from './poll-schedule.ts';
import { writeAdvice } from './retry-advice.ts';

export type AttemptState =
  | 'created'
  | 'requires_action'
  | 'processing'
  | 'unknown'
  | 'declined'
  | 'error'
  | 'authorised'
  | 'captured'
  | 'partially_refunded'
  | 'refunded'
  | 'charged_back';

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

/** How far an attempt has come. It only moves up, so that a webhook that comes twice, late or out of order does no harm. */
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

export type ChargeVerdict = Verdict | { state: 'absent' };

/** The state that a verdict moves an attempt to; undefined where it changes nothing. */
export function advance(current: AttemptState, known: ChargeVerdict): Next | undefined {
  const next = nextOf(known);
  const higher = rank[next.state] > rank[current];
  // The provider has received it after all.
  const clearer = current === 'unknown' && next.state === 'processing';
  return higher || clearer ? next : undefined;
}

/** The states in which a verdict changes nothing. */
export function statesUnchangedBy(known: ChargeVerdict): AttemptState[] {
  const states = Object.keys(rank) as AttemptState[];
  return states.filter((state) => !advance(state, known));
}

interface Next {
  state: AttemptState;
  outcome: PaymentOutcome;
  /** Of a decline, as it stands in the row. */
  advice?: string | null;
}

function nextOf(known: ChargeVerdict): Next {
  switch (known.state) {
    case 'captured':
      return { state: 'captured', outcome: 'success' };
    case 'declined':
      return { state: 'declined', outcome: known.outcome, advice: writeAdvice(known.advice) };
    case 'error':
    case 'absent':
      return { state: 'error', outcome: 'processing_error' };
    case 'requires_action':
    case 'processing':
    case 'unknown':
      return { state: known.state, outcome: 'pending' };
  }
}

/** When its provider is asked about it, after an answer that brought it into a state; never where that is its end. */
export function pollAfter(state: AttemptState, now: Date): Date | null {
  if (!isOpen(state)) return null;
  return state === 'requires_action' ? chargePolls.unanswered(now) : chargePolls.first(now);
}

export interface FoundAttempt {
  brandId: string;
  id: string;
  accountId: string;
  state: AttemptState;
  capturedCents: number;
  chargedBackCents: number;
}

/** Providers know neither brands nor hostnames: an attempt is found by its id, or by their own name for it. */
export async function findAttempt(
  db: DbOrTx,
  {
    provider,
    attemptId,
    reference,
  }: { provider: ProviderName; attemptId: string | null; reference: string | null },
): Promise<FoundAttempt | undefined> {
  const select = db
    .selectFrom('payment_attempt')
    .select(['brand_id', 'id', 'account_id', 'state', 'captured_cents', 'charged_back_cents'])
    .where('provider', '=', provider)
    .limit(1);
  const row =
    (attemptId === null ? undefined : await select.where('id', '=', attemptId).executeTakeFirst()) ??
    (reference === null ? undefined : await select.where('reference', '=', reference).executeTakeFirst());
  return (
    row && {
      brandId: row.brand_id,
      id: row.id,
      accountId: row.account_id,
      state: row.state,
      capturedCents: row.captured_cents,
      chargedBackCents: row.charged_back_cents,
    }
  );
}

/** An attempt as its row says it. */
export type Attempt = Pick<
  Selectable<DB['payment_attempt']>,
  | 'brand_id'
  | 'id'
  | 'purchase_id'
  | 'account_id'
  | 'provider'
  | 'method'
  | 'initiated_by'
  | 'amount_cents'
  | 'state'
  | 'outcome'
  | 'reference'
  | 'payment_method_id'
  | 'keeps_for'
  | 'network'
  | 'last_four'
  | 'fingerprint'
  | 'payer_country'
  | 'captured_cents'
  | 'captured_at'
>;
