import { sql } from 'kysely';
import type { Entitlements } from '#contract/account/entitlements.ts';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';

/**
 * What a member's level and flow open to them. Each rule stands here once, or in SQL where statements charge by it: the
 * server asks it before it lets anything through, and browsers receive the answers.
 */
interface Member {
  level: number;
  flow: Pick<FlowSettings, 'freePages' | 'paywalls'> | undefined;
}

/** What they pay for messages and likes, by the SQL functions that also charge them. `a` is their account, `w` their flow. */
export const costColumns = [
  sql<number>`message_price(true, a.level, w.message_value)`.as('message_cost'),
  sql<number>`like_price(a.level)`.as('like_cost'),
] as const;

interface Costs {
  level: number;
  message_cost: number;
  like_cost: number;
}

export function describeEntitlements(
  { level, message_cost: messageCost, like_cost: likeCost }: Costs,
  flow: Member['flow'],
): Entitlements {
  const member = { level, flow };
  return {
    messageCost,
    likeCost,
    boundToRegion: isBoundToRegion(member),
    searchPages: searchPages(member),
    receiptsSold: isSoldReceipts(member),
  };
}

/** Whether only their own region is open to them: others are for the top level. */
export function isBoundToRegion({ level }: Pick<Member, 'level'>): boolean {
  return level < PREMIUM_LEVELS.top;
}

/** How many pages of a search they may turn: some flows let those who have not paid see only the first ones. Null: all. */
export function searchPages({ level, flow }: Member): number | null {
  return level === PREMIUM_LEVELS.free ? (flow?.freePages ?? null) : null;
}

/** Whether read receipts are something that their flow sells and that they have not bought. */
export function isSoldReceipts({ level, flow }: Member): boolean {
  return level === PREMIUM_LEVELS.free && flow?.paywalls.read_receipts !== undefined;
}
