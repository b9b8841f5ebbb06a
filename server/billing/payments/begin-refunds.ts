import { newId } from '#server/platform/ids.ts';
import type { Change, StartedRefund } from './change.ts';

export interface RefundedPart extends Pick<
  StartedRefund,
  'attemptId' | 'purchaseId' | 'provider' | 'amountCents'
> {
  id?: string;
  /** Message credits that go back with it. */
  credits?: number;
}

/** Refunds that begin, one after the other. Of their credits those are taken back that are still held; the rest is written off. */
export function beginRefunds(
  parts: readonly RefundedPart[],
  reason: StartedRefund['reason'],
  heldCredits: number,
): Pick<Change, 'refunds' | 'creditMoves'> {
  let held = heldCredits;
  const refunds = parts.map((part): StartedRefund => {
    const { id = newId(), attemptId, purchaseId, provider, amountCents, credits = 0 } = part;
    const taken = Math.min(credits, held);
    held -= taken;
    return { id, attemptId, purchaseId, provider, amountCents, reason, taken, writtenOff: credits - taken };
  });
  const creditMoves = refunds.flatMap(({ id, taken }) =>
    taken > 0 ? [{ amount: -taken, reason: 'refund' as const, key: `refund ${id}` }] : [],
  );
  return { refunds, creditMoves };
}
