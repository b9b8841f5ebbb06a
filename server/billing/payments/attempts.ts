/** One try to get a purchase paid: its states and its row. */

import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { providerName } from '#contract/billing/payment-checks.ts';
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

/** For `state in (…)`, written out so that a plan holds for all. */
export const openInSql = sql.join(openStates.map((state) => sql.lit(state)));

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

/**
 * An attempt with what its provider has to know to be asked about it: by our id, else by the provider's name for it, since
 * providers know neither brands nor hostnames.
 */
export async function findAttempt(
  db: DbOrTx,
  {
    provider,
    attemptId = null,
    reference = null,
  }: { provider?: ProviderName; attemptId?: string | null; reference?: string | null },
) {
  const select = db
    .selectFrom('payment_attempt as a')
    .leftJoin('payment_method as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.id', '=', 'a.payment_method_id'),
    )
    .select(['a.brand_id as brandId', 'a.id as attemptId', 'a.purchase_id as purchaseId'])
    .select(['a.account_id as accountId', 'a.provider', 'a.state', 'a.reference', 'a.method', 'm.token'])
    .select(['a.initiated_by as initiatedBy', 'a.amount_cents as amountCents'])
    .select(['a.captured_cents as capturedCents', 'a.captured_at as capturedAt', 'a.created_at as createdAt'])
    .where('a.provider', 'in', provider === undefined ? providerName.options : [provider])
    .limit(1);
  return (
    (attemptId === null ? undefined : await select.where('a.id', '=', attemptId).executeTakeFirst()) ??
    (reference === null ? undefined : await select.where('a.reference', '=', reference).executeTakeFirst())
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
