import type { VisitorContext } from '../../app.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertReaction } from './queries.ts';
import type { Pair } from './queries.ts';

/** Nobody is told and nothing is charged. A like that was given stays. Answers whether it is new. */
export async function giveDislike(context: VisitorContext, tx: Tx, pair: Pair): Promise<boolean> {
  if (pair.likes || pair.dislikes) return false;
  const { from, to } = pair;
  const at = context.clock.now();
  await insertReaction(tx, { brandId: context.brandId, fromId: from.id, toId: to.id, at }, 'dislike');
  return true;
}
