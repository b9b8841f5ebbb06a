import { fail } from '../../../contract/kernel/errors.ts';
import type { Tx } from '../../platform/database/database.ts';
import { readUuid } from '../../platform/ids.ts';
import { lockPair, readPair } from './queries.ts';
import type { Pair } from './queries.ts';

export type { Pair } from './queries.ts';

/**
 * Two people and what is between them, which changes for nobody else before the transaction ends. Reserved ids are
 * nobody's, and nobody makes a pair with himself.
 */
export async function findPair(
  tx: Tx,
  brandId: string,
  fromId: string,
  profileId: string,
): Promise<Pair | undefined> {
  const toId = readUuid(profileId);
  if (!toId || toId === fromId) return undefined;
  await lockPair(tx, fromId, toId);
  return readPair(tx, brandId, fromId, toId);
}

/**
 * The same where the first can see the second. Whoever is hidden, blocked or not there at all looks the same. It fails
 * where the second is kept for those who have paid.
 */
export async function meet(
  tx: Tx,
  brandId: string,
  fromId: string,
  profileId: string,
): Promise<Pair | undefined> {
  const pair = await findPair(tx, brandId, fromId, profileId);
  if (!pair?.to.visible || pair.blocked) return undefined;
  return pair.locked ? fail('profile.locked') : pair;
}
