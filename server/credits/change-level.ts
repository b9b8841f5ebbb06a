import { sql } from 'kysely';
import { conversationChanged } from '../../contract/chat/live.ts';
import { creditsLeft } from '../../contract/chat/sending.ts';
import type { VisitorContext } from '../app.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';

interface Change {
  accountId: string;
  level: 0 | 1 | 2;
}

/**
 * Gives an account another level. Its devices learn of it at once, and read their conversations again: what was blurred
 * can now be read, or the other way round. Answers whether it was another one.
 */
export async function changeLevel(
  { brandId, realtime }: Pick<VisitorContext, 'brandId' | 'realtime'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { accountId, level }: Change,
): Promise<boolean> {
  const { rows } = await sql<{ message_credits: number; icebreaker_credits: number }>`
    update account a set level = ${level}::smallint
    from (select) as one
    left join balance b on b.brand_id = ${brandId}::uuid and b.account_id = ${accountId}::uuid
    where a.brand_id = ${brandId}::uuid and a.id = ${accountId}::uuid and a.level <> ${level}::smallint
    returning coalesce(b.message_credits, 0) as message_credits,
      coalesce(b.icebreaker_credits, 0) as icebreaker_credits`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const { message_credits: messageCredits, icebreaker_credits: iceBreakerCredits } = row;
  const recipients = { brandId, accountIds: [accountId] };
  afterCommit(() => {
    realtime.emit(recipients, creditsLeft, { messageCredits, iceBreakerCredits, level });
    realtime.emit(recipients, conversationChanged, { profileId: null });
  });
  return true;
}
