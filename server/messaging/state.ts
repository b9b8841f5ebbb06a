import type { Clock } from '#server/platform/clock.ts';
import type { WaitingNews } from './console-live.ts';
import type { KnownToConnection } from './pending.ts';
import { createSummaryCache } from './profile-summaries.ts';
import type { SummaryCache } from './profile-summaries.ts';
import { createReceiptQueue } from './receipts.ts';
import type { ReceiptQueue } from './receipts.ts';
import { createKnownAccounts } from './receivers-in-page.ts';
import type { KnownAccounts } from './receivers-in-page.ts';
import { createTypingPairs } from './typing.ts';
import type { TypingPairs } from './typing.ts';

/** What a node remembers of conversations for as long as it runs. */
export interface ChatState {
  receipts: ReceiptQueue;
  typing: TypingPairs;
  profileSummaries: SummaryCache;
  knownAccounts: KnownAccounts;
  /** What each connection of this node knows already, by its id. It goes with the connection. */
  knownToConnections: Map<string, KnownToConnection>;
  /** What the next event to consoles of hosts says. */
  waitingNews: WaitingNews;
}

export function createChatState(clock: Clock): ChatState {
  return {
    receipts: createReceiptQueue(),
    typing: createTypingPairs(),
    profileSummaries: createSummaryCache(clock),
    knownAccounts: createKnownAccounts(),
    knownToConnections: new Map(),
    waitingNews: new Map(),
  };
}
