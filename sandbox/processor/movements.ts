import type { Charge } from './ledger.ts';

/** Money that went one way or the other. */
export interface Movement {
  kind: 'charge' | 'refund' | 'refund_failed' | 'chargeback';
  at: number;
  /** Above zero where it came to the merchant. */
  amount: number;
  /** The provider's name for it, and the merchant's. */
  id: string;
  reference: string;
}

/** All that a charge moved. Zero amounts move nothing. */
export function movementsOf({ id, reference, amount, capturedAt, disputedAt, refunds }: Charge): Movement[] {
  if (capturedAt === null || amount === 0) return [];
  const movements: Movement[] = [{ kind: 'charge', at: capturedAt, amount, id, reference }];
  let given = 0;
  for (const refund of refunds) {
    const { failedAt } = refund;
    if (refund.state === 'pending' || (refund.state === 'failed' && failedAt === undefined)) continue;
    const names = { id: refund.id, reference: refund.reference };
    movements.push({ kind: 'refund', at: refund.at, amount: -refund.amount, ...names });
    if (failedAt === undefined) given += refund.amount;
    else movements.push({ kind: 'refund_failed', at: failedAt, amount: refund.amount, ...names });
  }
  if (disputedAt !== null) {
    movements.push({ kind: 'chargeback', at: disputedAt, amount: given - amount, id, reference });
  }
  return movements;
}
