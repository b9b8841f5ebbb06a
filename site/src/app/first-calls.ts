import { readSpending } from '#contract/billing/spending.ts';
import { listConversations } from '#contract/chat/conversations.ts';
import { memberScreens } from './member-screens.ts';
import type { Screen } from './route.ts';

type FirstCall = typeof listConversations | typeof readSpending;

/**
 * What a screen asks as soon as it is known who is here, where the member's own id is all that is asked with. The served page
 * names it, and asks before its scripts have come (site/ask-early.js).
 */
export const firstCalls: ReadonlyMap<Screen, readonly FirstCall[]> = new Map<Screen, readonly FirstCall[]>([
  [memberScreens.chats, [listConversations]],
  [memberScreens.plans, [readSpending]],
]);
