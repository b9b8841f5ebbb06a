import { useCallback } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { User } from '#contract/account/user.ts';
import { type PaywallName, paywallWords } from '#contract/brand/paywalls.ts';
import { PREMIUM_LEVELS } from '#contract/kernel/constants.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { codeOf } from './explain.ts';
import { currentFlow } from './flow.ts';
import { paths } from './paths.ts';
import { openPopup } from './popups.ts';

/** What is known of a member before a paywall is shown. What the page cannot know the server is asked. */
export interface PaywallFacts {
  user: User;
  canAfford: () => Promise<{ message: boolean; like: boolean }>;
  hasLockedReply: () => Promise<boolean>;
  /** Whether the profile that the address names is closed to this member. */
  isProfileLocked: () => Promise<boolean>;
}

interface Paywall {
  /** Its words in `contract/brand/popups/`. Where it sells, `plans` among them is the heading of the plans that it leads to. */
  words: string;
  picture: 'coins' | 'heart' | 'people' | 'lock' | 'eyes' | 'map' | 'ticks' | 'crown' | 'scroll';
  /** Leads to the plans. The others are about the member's own plan. */
  sells: boolean;
  /** A pack of credits is enough to open it: packs come first among the offers, and the words name both. */
  offersPacks?: true;
  /** Whether what it says is true of the member now. */
  isTrue: (facts: PaywallFacts) => boolean | Promise<boolean>;
}

/** Every popup that pushes toward payment or tells of it: what it says, and when that is true. */
export const paywalls = {
  out_of_credits: {
    words: 'outOfCredits',
    picture: 'coins',
    sells: true,
    offersPacks: true,
    // A member who can still write to a new person has not reached the end.
    isTrue: async ({ canAfford }) => !(await canAfford()).message,
  },
  out_of_likes: {
    words: 'outOfLikes',
    picture: 'heart',
    sells: true,
    offersPacks: true,
    isTrue: async ({ canAfford }) => !(await canAfford()).like,
  },
  more_pages: {
    words: 'morePages',
    picture: 'people',
    sells: true,
    offersPacks: true,
    isTrue: ({ user }) => user.entitlements.searchPages !== null,
  },
  profile_locked: {
    words: 'profileLocked',
    picture: 'lock',
    sells: true,
    offersPacks: true,
    isTrue: ({ isProfileLocked }) => isProfileLocked(),
  },
  blurred: {
    words: 'blurred',
    picture: 'eyes',
    sells: true,
    offersPacks: true,
    isTrue: ({ hasLockedReply }) => hasLockedReply(),
  },
  change_region: {
    words: 'changeRegion',
    picture: 'map',
    sells: true,
    isTrue: ({ user }) => user.entitlements.boundToRegion,
  },
  read_receipts: {
    words: 'readReceipts',
    picture: 'ticks',
    sells: true,
    offersPacks: true,
    isTrue: ({ user }) => user.entitlements.receiptsSold,
  },
  premium_member: { words: 'premium', picture: 'crown', sells: false, isTrue: hasPlan },
  premium_member_compliant: { words: 'premiumCompliant', picture: 'scroll', sells: false, isTrue: hasPlan },
} as const satisfies Record<PaywallName, Paywall>;

const names = Object.keys(paywalls) as PaywallName[];

function hasPlan({ user }: PaywallFacts): boolean {
  return user.premiumLevel > PREMIUM_LEVELS.free;
}

export type SellingName = {
  [N in PaywallName]: (typeof paywalls)[N]['sells'] extends true ? N : never;
}[PaywallName];

/** Whether it leads to the plans, so that these have words about it. */
export function isSelling(name: PaywallName): name is SellingName {
  return paywalls[name].sells;
}

/** Whether packs come first among the offers that it leads to. What is about nothing in particular says "get credits". */
export function leadsToPacks(name: SellingName | undefined): boolean {
  return name === undefined || 'offersPacks' in paywalls[name];
}

/** The paywall that led to the plans, by the last part of their address. Undefined where nothing in particular did. */
export function sellingPaywall(wireName: string | undefined): SellingName | undefined {
  return names.filter(isSelling).find((name) => paywallWords[name] === wireName);
}

/** What the server refuses because it has to be paid for. A message that cannot be paid for has a way of its own. */
const refusals: Partial<Record<ErrorCode, SellingName>> = {
  'like.credits_short': 'out_of_likes',
  'profile.locked': 'profile_locked',
  'search.region_locked': 'change_region',
};

/** The paywall that a refusal about a person opens, where there is one. */
export function paywallOf(error: unknown): SellingName | undefined {
  const code = codeOf(error);
  return code && refusals[code];
}

/**
 * Opens the paywall's popup, with the flow's own words where it has any; or the plans where the flow asks for an age
 * verification first.
 */
export async function openPaywall(name: PaywallName, navigate: NavigateFunction): Promise<void> {
  const flow = await currentFlow();
  if (flow?.ageVerification && isSelling(name)) await navigate(paths.plans());
  else openPopup({ name, ...flow?.paywalls[name] });
}

export function useOpenPaywall(): (name: PaywallName) => void {
  const navigate = useNavigate();
  return useCallback((name) => void openPaywall(name, navigate), [navigate]);
}

/** Says that there is a plan now, in the way the member's flow has it, if it has one. */
export async function announcePlan(navigate: NavigateFunction): Promise<void> {
  const flow = await currentFlow();
  const name = names.find((one) => !isSelling(one) && flow?.paywalls[one]);
  if (name) await openPaywall(name, navigate);
}
