import type { WaitingNews } from './console-live.ts';
import type { Known } from './pending.ts';
import type { SummaryCache } from './profile-summaries.ts';
import { createReceiptQueue } from './receipts.ts';
import type { ReceiptQueue } from './receipts.ts';
import type { TypingPairs } from './typing.ts';

/** What a node remembers of conversations for as long as it runs. */
export interface ChatState {
  receipts: ReceiptQueue;
  typing: TypingPairs;
  profileSummaries: SummaryCache;
  /** What each connection of this node knows already, by its id. It goes with the connection. */
  knownToConnections: Map<string, Known>;
  /** What the next event to consoles of hosts says. */
  waitingNews: WaitingNews;
}

export function createChatState(): ChatState {
  return {
    receipts: createReceiptQueue(),
    typing: new Map(),
    profileSummaries: new Map(),
    knownToConnections: new Map(),
    waitingNews: new Map(),
  };
}
