import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

export interface Grant {
  brandId: string;
  accountId: string;
  credit: 'message' | 'icebreaker' | 'like';
  amount: number;
  /** What the credits are for: `signup`, `purchase`. */
  reason: string;
  /** The same key never grants twice. */
  idempotencyKey: string;
}

/**
 * Gives an account credits: the entry in the ledger and the balance that sums it up, in one statement.
 * The balance moves only where the entry is new. Answers whether it was.
 */
export async function grantCredits(tx: Tx, grant: Grant): Promise<boolean> {
  const { brandId, accountId, credit, amount, reason, idempotencyKey } = grant;
  if (!Number.isInteger(amount) || amount <= 0) throw new Error(`cannot grant ${amount} credits`);
  const { rows } = await sql`
    with entry as (
      insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
      values (${brandId}, ${newId()}, ${accountId}, ${credit}, ${amount}, ${reason}, ${idempotencyKey})
      on conflict (brand_id, account_id, credit, idempotency_key) do nothing
      returning brand_id, account_id, credit, amount
    )
    insert into balance as current (brand_id, account_id, message_credits, icebreaker_credits, like_credits)
    select brand_id, account_id,
      case credit when 'message' then amount else 0 end,
      case credit when 'icebreaker' then amount else 0 end,
      case credit when 'like' then amount else 0 end
    from entry
    on conflict (brand_id, account_id) do update set
      message_credits = current.message_credits + excluded.message_credits,
      icebreaker_credits = current.icebreaker_credits + excluded.icebreaker_credits,
      like_credits = current.like_credits + excluded.like_credits
    returning account_id`.execute(tx);
  return rows.length === 1;
}
