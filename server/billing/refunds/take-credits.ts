import type { Tx } from '../../platform/database/database.ts';
import { giveBackCredits, spendCredits } from '../../credits/spend-credits.ts';

interface Taking {
  brandId: string;
  accountId: string;
  /** `refund`, `chargeback`. */
  reason: string;
  idempotencyKey: string;
}

/** Takes message credits back, as many as are still there. Answers with how many that were. */
export async function takeCredits(tx: Tx, taking: Taking, due: number): Promise<number> {
  if (due <= 0) return 0;
  const spending = { ...taking, credit: 'message' as const };
  const first = await spendCredits(tx, { ...spending, amount: due });
  if (first.outcome === 'spent') return due;
  // The balance is locked by now, so what it held it still holds.
  if (first.outcome === 'already_spent' || first.balance === 0) return 0;
  await spendCredits(tx, { ...spending, amount: first.balance });
  return first.balance;
}

/** What was taken goes back to the member, once. */
export async function returnCredits(tx: Tx, taking: Taking): Promise<number> {
  return giveBackCredits(tx, { ...taking, credit: 'message' });
}
