import type { NavigateFunction } from 'react-router';
import type { User } from '#contract/account/user.ts';
import type { PaywallName } from '#contract/brand/paywalls.ts';
import { listConversations } from '#contract/chat/conversations.ts';
import { readNavigation, readPerson } from '#contract/profile/people.ts';
import { call } from '#site/shell/api.ts';
import { shellStore } from '#site/shell/boot.ts';
import { codeOf } from '#site/shell/explain.ts';
import { type PaywallFacts, openPaywall, paywalls } from '#site/shell/paywalls.ts';
import { memberStore } from '#site/shell/session.ts';

/** Opens the paywall of an address that any visitor may type: only where what it says is true. */
export async function openTruePaywall(
  name: PaywallName,
  profileId: string | undefined,
  navigate: NavigateFunction,
): Promise<void> {
  if (await isPaywallTrue(name, profileId)) await openPaywall(name, navigate);
}

/** Where it cannot be found out it does not hold: no member is shown what may be false. */
export async function isPaywallTrue(name: PaywallName, profileId?: string): Promise<boolean> {
  const user = memberStore.get();
  if (!user) return false;
  try {
    return await paywalls[name].isTrue(factsOf(user, profileId));
  } catch {
    return false;
  }
}

function factsOf(user: User, profileId: string | undefined): PaywallFacts {
  const { trackerId } = user;
  return {
    user,
    async canAfford() {
      const { canAffordMessage, canAffordLike } = (await call(readNavigation, { trackerId })).navigation;
      return { message: canAffordMessage, like: canAffordLike };
    },
    async hasLockedReply() {
      const { rows } = await call(listConversations, { trackerId });
      return rows.some(({ blurred }) => blurred !== null);
    },
    isProfileLocked: () => isProfileLocked(user, profileId),
  };
}

async function isProfileLocked({ about }: User, id: string | undefined): Promise<boolean> {
  const country = shellStore.get()?.brand.country;
  if (id === undefined || country === undefined) return false;
  try {
    await call(readPerson, { id, country, seeks: about.seeks });
    return false;
  } catch (error) {
    return codeOf(error) === 'profile.locked';
  }
}
