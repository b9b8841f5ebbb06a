import type { Config } from '../../platform/config/config.ts';
import { DAY } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/database.ts';
import { addTokens, reserveForBrand, reserveForConversation } from './budget-queries.ts';

type Budget = Config['companion']['budget'];

export interface Spender {
  brandId: string;
  conversationId: string;
  day: number;
}

/** Budgets begin anew at midnight, UTC. */
export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY);
}

class Spent extends Error {}

/**
 * Takes one call and its likely tokens out of both budgets before the model is asked, so that many at once cannot
 * spend more than there is. False where either is used up; then nothing is taken.
 */
export async function reserve(
  db: Database,
  { conversation, brand }: Budget,
  spender: Spender,
  tokens: number,
): Promise<boolean> {
  try {
    await transact(db, async (tx) => {
      if (!(await reserveForConversation(tx, spender, { tokens, budget: conversation }))) throw new Spent();
      if (!(await reserveForBrand(tx, spender, { tokens, budget: brand }))) throw new Spent();
    });
    return true;
  } catch (error) {
    if (error instanceof Spent) return false;
    throw error;
  }
}

/** Sets right what was reserved, once it is known what the call has cost. */
export function settle(
  db: Database,
  spender: Spender,
  { reserved, used }: { reserved: number; used: number },
): Promise<void> {
  return transact(db, (tx) => addTokens(tx, spender, used - reserved));
}
