import type { NavigateFunction } from 'react-router';
import type { User } from '../../../../contract/account/user.ts';
import type { PaywallName } from '../../../../contract/brand/paywalls.ts';
import { listConversations } from '../../../../contract/chat/conversations.ts';
import { PREMIUM_LEVELS } from '../../../../contract/kernel/constants.ts';
import { readNavigation, readPerson } from '../../../../contract/profile/people.ts';
import { call } from '../../shell/api.ts';
import { shellStore } from '../../shell/boot.ts';
import { codeOf } from '../../shell/explain.ts';
import { openPaywall } from '../../shell/paywalls.ts';
import { memberStore } from '../../shell/session.ts';

/** Whether a paywall says something true of the member now. What the page cannot know the server is asked. */
const truths: Record<PaywallName, (user: User, profileId: string | undefined) => Promise<boolean>> = {
  // Whoever can still write to somebody new is not at his end.
  out_of_credits: async ({ trackerId }) =>
    !(await call(readNavigation, { trackerId })).navigation.canAffordMessage,
  out_of_likes: async ({ trackerId }) =>
    !(await call(readNavigation, { trackerId })).navigation.canAffordLike,
  more_pages: async ({ entitlements }) => entitlements.searchPages !== null,
  profile_locked: isLocked,
  premium_member: async (user) => !isFree(user),
  premium_member_compliant: async (user) => !isFree(user),
  async blurred({ trackerId }) {
    const { rows } = await call(listConversations, { trackerId });
    return rows.some(({ blurred }) => blurred !== null);
  },
  change_region: async ({ entitlements }) => entitlements.boundToRegion,
  read_receipts: async ({ entitlements }) => entitlements.receiptsSold,
};

const isFree = ({ premiumLevel }: User) => premiumLevel === PREMIUM_LEVELS.free;

async function isLocked({ about }: User, id: string | undefined): Promise<boolean> {
  const country = shellStore.get()?.brand.country;
  if (id === undefined || country === undefined) return false;
  try {
    await call(readPerson, { id, country, seeks: about.seeks });
    return false;
  } catch (error) {
    return codeOf(error) === 'profile.locked';
  }
}

/** Where it cannot be found out it does not hold: nobody is told what may be false. */
export async function isPaywallTrue(name: PaywallName, profileId?: string): Promise<boolean> {
  const me = memberStore.get();
  if (!me) return false;
  return truths[name](me, profileId).catch(() => false);
}

/** Opens a paywall for an address that anybody may type: only where what it says is true. */
export async function openTruePaywall(
  name: PaywallName,
  profileId: string | undefined,
  navigate: NavigateFunction,
): Promise<void> {
  if (await isPaywallTrue(name, profileId)) await openPaywall(name, navigate);
}
