import { randomUUID } from 'node:crypto';
import { grantCredits } from '#server/credits/ledger.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Member } from '../world.ts';

/** Credits that came the way all credits come, so that the ledger knows of them. */
export async function grant(
  { app: { db }, brandId, accountId }: Member,
  credit: 'message' | 'icebreaker',
  amount: number,
  idempotencyKey: string = randomUUID(),
): Promise<void> {
  if (amount === 0) return;
  await transact(db, (tx) =>
    grantCredits(tx, { brandId, accountId, credit, amount, reason: 'test', idempotencyKey }),
  );
}

export async function creditsOf({
  app: { db },
  accountId,
}: Member): Promise<{ message: number; icebreaker: number }> {
  const row = await db
    .selectFrom('balance')
    .select(['message_credits', 'icebreaker_credits'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { message: row?.message_credits ?? 0, icebreaker: row?.icebreaker_credits ?? 0 };
}

/** What a member's credits came from and went to, in order. */
export async function entriesOf({ app: { db }, accountId }: Member) {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['credit', 'amount', 'reason'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ credit, amount, reason }) => [reason, credit, amount]);
}

/** What was said between two, in order. */
export async function saidBetween(db: Database, one: string, other: string) {
  return db
    .selectFrom('message as m')
    .innerJoin('conversation as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.number', 'm.from_id', 'm.body', 'm.has_phone', 'm.invitation', 'm.written_by'])
    .where('c.low_id', 'in', [one, other])
    .where('c.high_id', 'in', [one, other])
    .orderBy('m.number')
    .execute();
}

export async function inboxOf(db: Database, owner: string, other: string) {
  return db
    .selectFrom('inbox')
    .select([
      'pays',
      'last_number',
      'last_at',
      'last_mine',
      'last_photo',
      'preview',
      'covered_preview',
      'unread',
    ])
    .where('owner_id', '=', owner)
    .where('other_id', '=', other)
    .executeTakeFirst();
}
