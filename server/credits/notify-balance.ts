import { creditsLeft } from '../../contract/chat/sending.ts';
import type { App } from '../app.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';

/** All devices of a member learn his level and balance, as they are once this transaction has committed. */
export async function notifyBalance(
  { realtime }: Pick<App, 'realtime'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<void> {
  const [member] = await tx
    .selectFrom('account as a')
    .leftJoin('balance as b', (join) =>
      join.onRef('b.brand_id', '=', 'a.brand_id').onRef('b.account_id', '=', 'a.id'),
    )
    .select(['a.level', 'b.message_credits', 'b.icebreaker_credits'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .execute();
  if (!member) return;
  const left = {
    messageCredits: member.message_credits ?? 0,
    iceBreakerCredits: member.icebreaker_credits ?? 0,
    level: member.level as 0 | 1 | 2,
  };
  afterCommit(() => realtime.emit({ brandId, accountIds: [accountId] }, creditsLeft, left));
}
