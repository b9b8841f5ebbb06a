import { conversationChanged } from '../../contract/chat/live.ts';
import { setLevel } from '../accounts/account-record.ts';
import type { VisitorContext } from '../app.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';
import { notifyBalance } from './notify-balance.ts';

interface Change {
  accountId: string;
  level: 0 | 1 | 2;
}

/**
 * Gives an account another level. Its devices learn of it at once, and read their conversations again: what was blurred
 * can now be read, or the other way round. Answers whether it was another one.
 */
export async function changeLevel(
  { brandId, brands, realtime }: Pick<VisitorContext, 'brandId' | 'brands' | 'realtime'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { accountId, level }: Change,
): Promise<boolean> {
  const account = { brandId, accountId };
  if (!(await setLevel(tx, account, level))) return false;
  await notifyBalance({ brands, realtime }, tx, afterCommit, account);
  afterCommit(() =>
    realtime.emit({ brandId, accountIds: [accountId] }, conversationChanged, { profileId: null }),
  );
  return true;
}
