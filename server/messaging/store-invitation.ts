import type { VisitorContext } from '../app.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { Pair } from '../discovery/reactions/meet.ts';
import { announceMessage } from './announce-message.ts';
import { openFor } from './open-conversation.ts';
import type { Outgoing } from './message-writer.ts';
import { writeMessages } from './write-queries.ts';

/** As often as somebody else may write there at the very moment. */
const MOST_TRIES = 5;

/**
 * The words that go with a like become the first message, which the like pays for. Where the two have talked already
 * there is none, and the words are dropped. Answers whether there is. It comes before anything is charged: those who
 * write lock in that order as well.
 */
export async function storeInvitation(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { text, connection }: { text: string; connection?: string | undefined },
): Promise<boolean> {
  const { brand, brandId, clock } = context;
  await openFor(tx, brandId, pair);
  const outgoing: Outgoing = {
    brandId,
    fromId: pair.from.id,
    toId: pair.to.id,
    id: newId(),
    text,
    at: clock.now(),
    readyMade: false,
    photoId: null,
    writtenBy: null,
  };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [result] = await writeMessages(tx, [outgoing], { invitation: true });
    if (result?.outcome === 'again') continue;
    if (result?.outcome !== 'stored') return false;
    const { stored } = result;
    const announced = { ...outgoing, invitation: true };
    afterCommit(() => announceMessage(context, brand, { outgoing: announced, stored, connection }));
    return true;
  }
  return false;
}
