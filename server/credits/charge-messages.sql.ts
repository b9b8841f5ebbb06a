import { sql } from 'kysely';

/**
 * Two parts of the statement that writes messages, which charges many accounts at once. Both read a part of that
 * statement, named by `messages`: a row for each message, of an account at most one, with what it costs in either sort of
 * credit and what its sender had when the statement began.
 */

/** The message's id is the sender's own choice, so the key of the entry holds the conversation as well. */
export const insertMessageCharges = (messages: string) => sql`
  insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
  select brand_id, entry_id, from_account, case when icebreaker_cost > 0 then 'icebreaker' else 'message' end,
    -(icebreaker_cost + message_cost), 'message', conversation_id || ' ' || id
  from ${sql.ref(messages)} where icebreaker_cost + message_cost > 0`;

/**
 * Takes it from the balances, in the order of the accounts. `is_news` says that others have charged or bought at the same
 * moment, so that what is left is not what the statement first read.
 */
export const chargeBalances = (messages: string) => sql`
  update balance b set message_credits = b.message_credits - g.message_cost,
    icebreaker_credits = b.icebreaker_credits - g.icebreaker_cost
  from (select n, brand_id, from_account, message_cost, icebreaker_cost, message_credits, icebreaker_credits
    from ${sql.ref(messages)} where icebreaker_cost + message_cost > 0 order by from_account) as g
  where b.brand_id = g.brand_id and b.account_id = g.from_account
  returning g.n, b.message_credits, b.icebreaker_credits,
    (b.message_credits, b.icebreaker_credits)
      <> (g.message_credits - g.message_cost, g.icebreaker_credits - g.icebreaker_cost) as is_news`;
