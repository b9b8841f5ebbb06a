import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx, DbOrTx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';

export interface Grant {
  /** Of the entry, for a caller who wants to name it. */
  id?: string;
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
      values (${brandId}, ${grant.id ?? newId()}, ${accountId}, ${credit}, ${amount}, ${reason}, ${idempotencyKey})
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

/** As a grant says it, the other way round: `amount` is what is taken. */
export type Spending = Grant;

interface Spent {
  outcome: 'spent' | 'already_spent' | 'short';
  /** What is left of this sort. */
  balance: number;
}

/**
 * Takes credits: the entry in the ledger and the balance that sums it up, in one statement, or neither where too few
 * are left. The balance is locked first, so that of many at once only those are served whom it can pay for.
 */
export async function spendCredits(tx: Tx, spending: Spending): Promise<Spent> {
  const { brandId, accountId, credit, amount, reason, idempotencyKey } = spending;
  if (!Number.isInteger(amount) || amount <= 0) throw new Error(`cannot spend ${amount} credits`);
  const { rows } = await sql<{ held: number; spent: boolean }>`
    with held_before as (
      select case ${credit}::text when 'message' then message_credits when 'icebreaker' then icebreaker_credits
        else like_credits end as held
      from balance where brand_id = ${brandId}::uuid and account_id = ${accountId}::uuid
      for no key update
    ), entry as (
      insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
      select ${brandId}::uuid, ${newId()}::uuid, ${accountId}::uuid, ${credit}::text, -${amount}::integer,
        ${reason}::text, ${idempotencyKey}::text
      from held_before where held >= ${amount}::integer
      on conflict (brand_id, account_id, credit, idempotency_key) do nothing
      returning credit, amount
    ), taken as (
      -- From what is held, not from what the row held when the statement began: that is checked first, and may be less.
      update balance as current set
        message_credits = case entry.credit when 'message' then held + entry.amount else message_credits end,
        icebreaker_credits = case entry.credit when 'icebreaker' then held + entry.amount else icebreaker_credits end,
        like_credits = case entry.credit when 'like' then held + entry.amount else like_credits end
      from entry, held_before where current.brand_id = ${brandId}::uuid and current.account_id = ${accountId}::uuid
    )
    select held, exists (select from entry) as spent from held_before`.execute(tx);
  const { held, spent } = rows[0] ?? { held: 0, spent: false };
  if (spent) return { outcome: 'spent', balance: held - amount };
  const known = await findEntry(tx, spending);
  return { outcome: known ? 'already_spent' : 'short', balance: held };
}

/** Gives back what was taken with this key, once. Answers with how much it was, or with nothing where there is none. */
export async function refundCredits(tx: Tx, spending: Omit<Spending, 'amount'>): Promise<number> {
  const taken = await findEntry(tx, spending);
  if (!taken || taken.amount >= 0) return 0;
  const amount = -taken.amount;
  const idempotencyKey = `${spending.idempotencyKey} given back`;
  return (await grantCredits(tx, { ...spending, amount, idempotencyKey })) ? amount : 0;
}

function findEntry(tx: Tx, { brandId, accountId, credit, idempotencyKey }: Omit<Spending, 'amount'>) {
  return tx
    .selectFrom('ledger_entry')
    .select('amount')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .where('credit', '=', credit)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
}

/** What a member has of one sort. */
export async function readBalance(
  db: DbOrTx,
  { brandId, accountId }: Pick<Grant, 'brandId' | 'accountId'>,
  credit: Grant['credit'],
): Promise<number> {
  const row = await db
    .selectFrom('balance')
    .select(`${credit}_credits as held`)
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.held ?? 0;
}

/** Message credits that a member has. */
export async function readMessageCredits(db: DbOrTx, brandId: string, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('balance')
    .select('message_credits')
    .where('brand_id', '=', brandId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.message_credits ?? 0;
}

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

/**
 * Two parts of the statement that takes payments into account. The first reads a part of that statement, named by
 * `payments`, and gives the message credits that each grants; the second adds to the balances what the first gave.
 */
export const insertGrants = (payments: string) => sql`
  insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
  select brand_id, entry_id, account_id, 'message', credits, credit_reason, credit_key
  from ${sql.ref(payments)} where credits > 0
  on conflict (brand_id, account_id, credit, idempotency_key) do nothing
  returning brand_id, account_id, amount`;

export const raiseBalances = (grants: string) => sql`
  insert into balance as current (brand_id, account_id, message_credits, icebreaker_credits, like_credits)
  select brand_id, account_id, amount, 0, 0 from ${sql.ref(grants)} order by account_id
  on conflict (brand_id, account_id) do update set
    message_credits = current.message_credits + excluded.message_credits`;

/** The same for message credits that go back or come back: of an account that is erased there are none. */
export const insertCreditMoves = (moves: string) => sql`
  insert into ledger_entry (brand_id, id, account_id, credit, amount, reason, idempotency_key)
  select m.brand_id, m.entry_id, m.account_id, 'message', m.amount, m.reason, m.key
  from ${sql.ref(moves)} m join balance b on b.brand_id = m.brand_id and b.account_id = m.account_id
  on conflict (brand_id, account_id, credit, idempotency_key) do nothing
  returning brand_id, account_id, amount`;

export const moveBalances = (moves: string) => sql`
  update balance b set message_credits = b.message_credits + m.amount
  from (select brand_id, account_id, sum(amount)::integer as amount from ${sql.ref(moves)} group by 1, 2) as m
  where b.brand_id = m.brand_id and b.account_id = m.account_id`;

/** How many message credits are held; where that is locked, until the transaction ends. */
export const heldMessageCredits = (
  brand: RawBuilder<unknown>,
  account: RawBuilder<unknown>,
) => sql<number>`coalesce((
  select b.message_credits from balance b where b.brand_id = ${brand} and b.account_id = ${account}
  for no key update), 0)`;
