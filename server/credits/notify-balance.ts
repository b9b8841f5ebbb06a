import { conversationChanged } from '#contract/chat/live.ts';
import { creditsLeft } from '#contract/chat/sending.ts';
import { setLevel } from '#server/accounts/account-record.ts';
import { costColumns, describeEntitlements } from '#server/accounts/entitlements.ts';
import type { App } from '#server/app.ts';
import type { AfterCommit, DbOrTx, Tx } from '#server/platform/database/database.ts';

/** All devices of a member learn their balance and level, and what it opens and costs, as they are once this has committed. */
export async function notifyBalance(
  { brands, realtime }: Pick<App, 'brands' | 'realtime'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<void> {
  const left = await readLeft({ brands }, tx, { brandId, accountId });
  if (left) afterCommit(() => realtime.emit({ brandId, accountIds: [accountId] }, creditsLeft, left));
}

/** The same for what has committed already. */
export async function notifyCommittedBalance(
  { brands, realtime, db }: Pick<App, 'brands' | 'realtime' | 'db'>,
  { brandId, accountId }: { brandId: string; accountId: string },
): Promise<void> {
  const left = await readLeft({ brands }, db, { brandId, accountId });
  if (left) realtime.emit({ brandId, accountIds: [accountId] }, creditsLeft, left);
}

async function readLeft(
  { brands }: Pick<App, 'brands'>,
  db: DbOrTx,
  { brandId, accountId }: { brandId: string; accountId: string },
) {
  const [member] = await db
    .selectFrom('account as a')
    .innerJoin('flow as w', (join) =>
      join.onRef('w.brand_id', '=', 'a.brand_id').onRef('w.id', '=', 'a.flow_id'),
    )
    .leftJoin('balance as b', (join) =>
      join.onRef('b.brand_id', '=', 'a.brand_id').onRef('b.account_id', '=', 'a.id'),
    )
    .select(['a.level', 'a.flow_id', 'b.message_credits', 'b.icebreaker_credits'])
    .select(costColumns)
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', accountId)
    .execute();
  if (!member) return undefined;
  return {
    messageCredits: member.message_credits ?? 0,
    iceBreakerCredits: member.icebreaker_credits ?? 0,
    level: member.level as 0 | 1 | 2,
    entitlements: describeEntitlements(member, brands.byId(brandId)?.flows.get(member.flow_id)),
  };
}

interface Change {
  brandId: string;
  accountId: string;
  level: 0 | 1 | 2;
}

/**
 * Gives an account another level. Its devices learn of it at once, and read their conversations again: what was blurred
 * can now be read, or the other way round. Answers whether it was another one.
 */
export async function changeLevel(
  { brands, realtime }: Pick<App, 'brands' | 'realtime'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { brandId, accountId, level }: Change,
): Promise<boolean> {
  const account = { brandId, accountId };
  if (!(await setLevel(tx, account, level))) return false;
  await notifyBalance({ brands, realtime }, tx, afterCommit, account);
  afterCommit(() =>
    realtime.emit({ brandId, accountIds: [accountId] }, conversationChanged, { profileId: null }),
  );
  return true;
}
