import { transact } from '../platform/database/database.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { meet } from '../discovery/reactions/meet.ts';
import type { Pair } from '../discovery/reactions/meet.ts';
import { insertConversation } from './open-queries.ts';

/**
 * Makes room for a first message between two who have never talked, where the first can see the second. Nobody sees
 * anything of it before there is a message. Answers whether there is such a place now.
 */
export function openConversation(
  db: Database,
  { brandId, fromId, toId }: { brandId: string; fromId: string; toId: string },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const pair = await meet(tx, brandId, fromId, toId);
    if (pair) await openFor(tx, brandId, pair);
    return pair !== undefined;
  });
}

/** The same for two who have met in this transaction. */
export async function openFor(tx: Tx, brandId: string, { from, to }: Pair): Promise<void> {
  await insertConversation(tx, brandId, {
    from: { id: from.id, pays: from.kind === 'member' },
    to: { id: to.id, pays: from.kind !== 'member' && to.kind === 'member' },
  });
}
