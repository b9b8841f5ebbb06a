import { attachToPlan } from '../payments/payment-methods.ts';
import type { Purchase } from '../payments/purchase.ts';
import type { Tx } from '../../platform/database/database.ts';
import { resumeWithCard } from './queries.ts';

/** Its owner gave a plan another card. One that would have ended for want of any renews again. */
export async function changeCard(
  tx: Tx,
  purchase: Purchase,
  { paymentMethodId, at }: { paymentMethodId: string | null; at: Date },
): Promise<void> {
  // The provider may tell of it later.
  if (paymentMethodId !== null) await attachToPlan(tx, purchase, paymentMethodId, at);
  await resumeWithCard(tx, purchase, at);
}
