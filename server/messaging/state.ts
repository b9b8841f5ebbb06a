import { createModelHealth } from './companion/model.ts';
import type { ModelHealth } from './companion/model.ts';
import type { SummaryCache } from './profile-summaries.ts';
import { createReceiptQueue } from './receipts.ts';
import type { ReceiptQueue } from './receipts.ts';
import type { TypingPairs } from './typing.ts';

/** What a node remembers of conversations for as long as it runs. */
export interface ChatState {
  receipts: ReceiptQueue;
  typing: TypingPairs;
  profileSummaries: SummaryCache;
  modelHealth: ModelHealth;
}

export function createChatState(): ChatState {
  return {
    receipts: createReceiptQueue(),
    typing: new Map(),
    profileSummaries: new Map(),
    modelHealth: createModelHealth(),
  };
}
