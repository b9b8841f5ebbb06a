import type { User } from '../../../../contract/account/user.ts';
import { CREDIT_INDICATOR, PREMIUM_LEVELS } from '../../../../contract/kernel/constants.ts';
import type { CreditLevel } from './credit-indicator.tsx';

type Balance = Pick<User, 'messageCredits' | 'messageValue' | 'premiumLevel'> & {
  entitlements: Pick<User['entitlements'], 'messageCost'>;
};

/** Only those who have bought credits see a counter in the bar. */
export function showsCredits({ premiumLevel }: Pick<User, 'premiumLevel'>): boolean {
  return premiumLevel > PREMIUM_LEVELS.free;
}

/**
 * How full a balance looks on a wide screen: its share of what two messages cost. Where they cost nothing, of what others
 * pay for them.
 */
export function creditLevel({ messageCredits, messageValue, entitlements }: Balance): CreditLevel {
  const { share, medium, full } = CREDIT_INDICATOR.desktop;
  const cost = Math.max(1, entitlements.messageCost || messageValue);
  return between((messageCredits / (share * cost)) * 100, { medium, full });
}

/** How full it looks on a phone: by the credits themselves. A free member has too few of them for that. */
export function creditLevelOnPhone(balance: Balance): CreditLevel {
  if (balance.premiumLevel === PREMIUM_LEVELS.free) return creditLevel(balance);
  return between(balance.messageCredits, CREDIT_INDICATOR.mobile);
}

function between(value: number, { medium, full }: { medium: number; full: number }): CreditLevel {
  if (value > full) return 'full';
  return value >= medium ? 'medium' : 'empty';
}
