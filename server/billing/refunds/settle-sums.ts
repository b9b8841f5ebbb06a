import { bookChargeback, bookChargebackReversed } from '../payments/money.ts';
import type { AttemptState } from '../payments/purchase.ts';
import type { App } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sumLostDisputes } from './dispute-queries.ts';
import { changeAttemptSums } from './queries.ts';
import type { Charge } from './queries.ts';

const rank: Partial<Record<AttemptState, number>> = { partially_refunded: 1, refunded: 2, charged_back: 3 };

/**
 * Brings a payment's sums in line with its refunds and disputes. A bank may take what a refund has given back already:
 * then only the rest counts as charged back, so that both together never exceed what was taken. Where that shifts, the
 * books follow.
 */
export async function updateAttemptSums(
  app: App,
  tx: Tx,
  { brandId, attempt, purchase }: Charge,
  { refundedCents }: { refundedCents: number },
): Promise<void> {
  const { id: attemptId, provider, captured_cents: captured } = attempt;
  const lost = await sumLostDisputes(tx, brandId, attemptId);
  const chargedBackCents = Math.min(lost.cents, captured - refundedCents);
  const state = stateOf(attempt.state, { captured, refundedCents, chargedBack: lost.count > 0 });
  await changeAttemptSums(tx, brandId, attemptId, { state, refundedCents, chargedBackCents });
  const difference = chargedBackCents - attempt.charged_back_cents;
  const { country } = purchase;
  const movement = { brandId, attemptId, country, provider, at: app.clock.now() };
  if (difference > 0) await bookChargeback(tx, { ...movement, amountCents: difference });
  if (difference < 0) await bookChargebackReversed(tx, { ...movement, amountCents: -difference });
}

/** It only moves up: money that comes back leaves the state as it was. */
function stateOf(
  current: AttemptState,
  sums: { captured: number; refundedCents: number; chargedBack: boolean },
): AttemptState {
  const next = nextOf(sums);
  return next && (rank[next] ?? 0) > (rank[current] ?? 0) ? next : current;
}

function nextOf({
  captured,
  refundedCents,
  chargedBack,
}: Parameters<typeof stateOf>[1]): AttemptState | undefined {
  if (chargedBack) return 'charged_back';
  if (refundedCents === 0) return undefined;
  return refundedCents >= captured ? 'refunded' : 'partially_refunded';
}
