import { sql } from 'kysely';
import type { App } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database, DbOrTx, Tx } from '#server/platform/database/database.ts';

type Budget = Config['companion']['budget'];

interface Spender {
  brandId: string;
  conversationId: string;
  day: number;
}

/** Budgets begin again at midnight, UTC. */
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

interface Wanted {
  tokens: number;
  budget: { answers: number; tokens: number };
}

/** Answers whether there was enough left. */
async function reserveForConversation(
  tx: Tx,
  { brandId, conversationId, day }: Spender,
  { tokens, budget }: Wanted,
): Promise<boolean> {
  const { rows } = await sql`
    insert into companion_use as u (brand_id, day, conversation_id, answers, tokens)
    select ${brandId}::uuid, ${day}::int, ${conversationId}::uuid, 1, ${tokens}::int
    where ${tokens}::int <= ${budget.tokens}::int
    on conflict (brand_id, day, conversation_id) do update set answers = u.answers + 1,
      tokens = u.tokens + excluded.tokens
    where u.answers < ${budget.answers}::int and u.tokens + excluded.tokens <= ${budget.tokens}::int
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The same of the brand's budget alone, for what belongs to no conversation. */
export async function reserveForBrand(
  tx: DbOrTx,
  { brandId, day }: Omit<Spender, 'conversationId'>,
  { tokens, budget }: Wanted,
): Promise<boolean> {
  const { rows } = await sql`
    insert into companion_use_of_brand as u (brand_id, day, answers, tokens)
    select ${brandId}::uuid, ${day}::int, 1, ${tokens}::int
    where ${tokens}::int <= ${budget.tokens}::int
    on conflict (brand_id, day) do update set answers = u.answers + 1, tokens = u.tokens + excluded.tokens
    where u.answers < ${budget.answers}::int and u.tokens + excluded.tokens <= ${budget.tokens}::int
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** More, or fewer where it is negative. In the order in which they were reserved. */
async function addTokens(tx: Tx, { brandId, conversationId, day }: Spender, tokens: number): Promise<void> {
  await sql`update companion_use set tokens = greatest(0, tokens + ${tokens}::int)
    where brand_id = ${brandId}::uuid and day = ${day}::int and conversation_id = ${conversationId}::uuid`.execute(
    tx,
  );
  await sql`update companion_use_of_brand set tokens = greatest(0, tokens + ${tokens}::int)
    where brand_id = ${brandId}::uuid and day = ${day}::int`.execute(tx);
}

/** Whether the member knows that the day's budget is used up. */
export async function wasNotified(db: DbOrTx, { brandId, conversationId, day }: Spender): Promise<boolean> {
  const row = await db
    .selectFrom('companion_use')
    .select('notified')
    .where('brand_id', '=', brandId)
    .where('day', '=', day)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row?.notified ?? false;
}

export async function recordNotified(db: DbOrTx, { brandId, conversationId, day }: Spender): Promise<void> {
  await db
    .insertInto('companion_use')
    .values({ brand_id: brandId, day, conversation_id: conversationId, notified: true })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'day', 'conversation_id']).doUpdateSet({ notified: true }),
    )
    .execute();
}

export const USE_KEPT_DAYS = 60;

/** What was used on days that are long over is of no more use. */
export async function deleteOldUse({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = dayOf(clock.now()) - USE_KEPT_DAYS;
  await db.deleteFrom('companion_use').where('day', '<', before).execute();
  await db.deleteFrom('companion_use_of_brand').where('day', '<', before).execute();
}
