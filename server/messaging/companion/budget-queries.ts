import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../platform/database/database.ts';
import type { Spender } from './budget.ts';

interface Wanted {
  tokens: number;
  budget: { answers: number; tokens: number };
}

/** Answers whether there was enough left. */
export async function reserveForConversation(
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

export async function reserveForBrand(
  tx: Tx,
  { brandId, day }: Spender,
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
export async function addTokens(
  tx: Tx,
  { brandId, conversationId, day }: Spender,
  tokens: number,
): Promise<void> {
  await sql`update companion_use set tokens = greatest(0, tokens + ${tokens}::int)
    where brand_id = ${brandId}::uuid and day = ${day}::int and conversation_id = ${conversationId}::uuid`.execute(
    tx,
  );
  await sql`update companion_use_of_brand set tokens = greatest(0, tokens + ${tokens}::int)
    where brand_id = ${brandId}::uuid and day = ${day}::int`.execute(tx);
}

/** Whether the member knows that the day's budget is used up. */
export async function wasTold(db: DbOrTx, { brandId, conversationId, day }: Spender): Promise<boolean> {
  const row = await db
    .selectFrom('companion_use')
    .select('told')
    .where('brand_id', '=', brandId)
    .where('day', '=', day)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return row?.told ?? false;
}

export async function noteTold(db: DbOrTx, { brandId, conversationId, day }: Spender): Promise<void> {
  await db
    .insertInto('companion_use')
    .values({ brand_id: brandId, day, conversation_id: conversationId, told: true })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'day', 'conversation_id']).doUpdateSet({ told: true }),
    )
    .execute();
}

/** What was used on days that are over is of no more use. */
export async function deleteOldUse(db: DbOrTx, before: number): Promise<void> {
  await db.deleteFrom('companion_use').where('day', '<', before).execute();
  await db.deleteFrom('companion_use_of_brand').where('day', '<', before).execute();
}
