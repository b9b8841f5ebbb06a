import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readUuid } from '../../platform/ids.ts';
import { countBlocks, insertBlock, lockOwnProfileId, profileExists } from './queries.ts';
import type { Block } from './queries.ts';

export const MOST_BLOCKED = 500;

/**
 * The caller and whom he wants to be rid of, who need not be visible any more. Reserved ids are nobody's, and nobody
 * blocks or reports himself. His other calls wait until the transaction ends.
 */
export async function findOther(
  { brandId, accountId }: MemberContext,
  tx: Tx,
  profileId: string,
): Promise<Block> {
  const fromId = (await lockOwnProfileId(tx, brandId, accountId)) ?? fail('session.dead');
  const toId = readUuid(profileId);
  if (!toId || toId === fromId || !(await profileExists(tx, brandId, toId))) return fail('request.not_found');
  return { brandId, fromId, toId };
}

/** Neither sees the other from now on. Likes and visits stay where they are and are shown again after unblocking. */
export async function block({ clock }: MemberContext, tx: Tx, pair: Block): Promise<void> {
  const isNew = await insertBlock(tx, pair, clock.now());
  if (isNew && (await countBlocks(tx, pair.brandId, pair.fromId)) > MOST_BLOCKED) fail('block.too_many');
}
