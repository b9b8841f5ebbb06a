import type { DbOrTx } from '../../platform/database/database.ts';
import { findTellingAttempt } from './charge-queries.ts';
import { readOrderById } from './order-queries.ts';
import type { PaymentStatus } from './record-outcome.ts';

/**
 * How a purchase stands by its attempts. Undefined where none was made. The purchase is read last: an attempt that is
 * seen as paid then never stands beside a purchase that is not.
 */
export async function readPaymentStatus(
  db: DbOrTx,
  brandId: string,
  purchaseId: string,
): Promise<PaymentStatus | undefined> {
  const attempt = await findTellingAttempt(db, brandId, purchaseId);
  const purchase = attempt && (await readOrderById(db, brandId, purchaseId));
  if (!purchase) return undefined;
  const { id: attemptId, state, outcome, step, provider } = attempt;
  return { attemptId, state, outcome, step, provider, purchase };
}
