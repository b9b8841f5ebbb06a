/** One try to get a purchase paid: its states and its row. */

import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { DbOrTx, Tx } from '#server/platform/database/database.ts';
import type { Verdict } from '../providers/provider.ts';
import { lockAccountOfAttempt } from './lock-account.ts';
import { purchaseColumns } from './orders.sql.ts';
import type { Purchase } from './orders.sql.ts';
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

export type Known = Verdict | { state: 'absent' };

/** The state that a verdict moves an attempt to; undefined where it changes nothing. */
export function advance(current: AttemptState, known: Known): Next | undefined {
  const next = nextOf(known);
  const higher = rank[next.state] > rank[current];
  // The provider has received it after all.
  const clearer = current === 'unknown' && next.state === 'processing';
  return higher || clearer ? next : undefined;
}

/** The states in which a verdict changes nothing. */
export function statesUnchangedBy(known: Known): AttemptState[] {
  const states = Object.keys(rank) as AttemptState[];
  return states.filter((state) => !advance(state, known));
}

interface Next {
  state: AttemptState;
  outcome: PaymentOutcome;
  /** Of a decline, as it stands in the row. */
  advice?: string | null;
}

function nextOf(known: Known): Next {
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

/** Locks the account, the purchase, then the attempt: always in this order, so that there are no deadlocks. */
export async function lockAttempt(tx: Tx, brandId: string, attemptId: string) {
  await lockAccountOfAttempt(tx, brandId, attemptId);
  const purchase = await lockPurchaseOf(tx, brandId, attemptId);
  const attempt = await tx
    .selectFrom('payment_attempt')
    .select(attemptColumns)
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { attempt, purchase };
}

export type AttemptRow = Awaited<ReturnType<typeof lockAttempt>>['attempt'];

const attemptColumns = [
  'brand_id',
  'id',
  'purchase_id',
  'account_id',
  'provider',
  'method',
  'initiated_by',
  'amount_cents',
  'state',
  'outcome',
  'reference',
  'payment_method_id',
  'keeps_for',
  'network',
  'last_four',
  'fingerprint',
  'captured_cents',
  'captured_at',
] as const;

function lockPurchaseOf(tx: Tx, brandId: string, attemptId: string): Promise<Purchase> {
  return tx
    .selectFrom('purchase')
    .select(purchaseColumns)
    .where('brand_id', '=', brandId)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('payment_attempt')
        .select('purchase_id')
        .where('brand_id', '=', brandId)
        .where('id', '=', attemptId),
    )
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface AttemptChange {
  state: AttemptState;
  outcome: NonNullable<AttemptRow['outcome']>;
  advice?: string | null;
  reference: string | null;
  step: string | null;
  capturedCents: number;
  capturedAt: Date | null;
  payerCountry: string | null;
  pollAt: Date | null;
}

export async function changeAttempt(tx: Tx, attempt: AttemptRow, change: AttemptChange): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({
      state: change.state,
      outcome: change.outcome,
      advice: change.advice ?? null,
      reference: change.reference,
      step: change.step,
      captured_cents: change.capturedCents,
      captured_at: change.capturedAt,
      payer_country: change.payerCountry,
      poll_at: change.pollAt,
    })
    .where('brand_id', '=', attempt.brand_id)
    .where('id', '=', attempt.id)
    .execute();
  const { capturedAt: captured_at, capturedCents } = change;
  if (captured_at === null || attempt.captured_at !== null || capturedCents === 0) return;
  const { brand_id, id: attempt_id } = attempt;
  await tx.insertInto('receipt_due').values({ brand_id, captured_at, attempt_id }).execute();
}

/** A webhook that came before the answer may not have said where the payer's money is from. Nothing said later replaces it. */
export async function saveLatePayerCountry(
  db: DbOrTx,
  { brandId, attemptId, verdict }: { brandId: string; attemptId: string; verdict: Known },
): Promise<void> {
  if (verdict.state !== 'captured' || verdict.payerCountry === undefined) return;
  await db
    .updateTable('payment_attempt')
    .set({ payer_country: verdict.payerCountry })
    .where('brand_id', '=', brandId)
    .where('id', '=', attemptId)
    .where('captured_at', 'is not', null)
    .where('payer_country', 'is', null)
    .execute();
}
