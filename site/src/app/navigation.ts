import { CREDIT_INDICATOR, PREMIUM_LEVELS } from '../../../contract/constants.ts';
import type { User } from '../../../contract/user.ts';

export type NavigationItem = 'find' | 'match' | 'chats' | 'notifications' | 'vip' | 'profile';

export const addressOf: Record<NavigationItem, string> = {
  find: '/find',
  match: '/match',
  chats: '/chats',
  notifications: '/notifications',
  vip: '/vip_plan/cred',
  profile: '/profile',
};

type Who = { premiumLevel: User['premiumLevel']; about: Pick<User['about'], 'seeks'> };

/** What the desktop bar shows, in order. */
export function desktopItems({ premiumLevel, about }: Who): readonly NavigationItem[] {
  const first: NavigationItem = about.seeks === 'male' ? 'find' : 'match';
  const vip: NavigationItem[] = premiumLevel === PREMIUM_LEVELS.top ? [] : ['vip'];
  return [first, 'chats', 'notifications', ...vip, 'profile'];
}

/** What the bottom menu of a phone shows, in order. */
export function bottomItems(flow: { invites: boolean }): readonly NavigationItem[] {
  const find: NavigationItem[] = flow.invites ? [] : ['find'];
  return [...find, 'match', 'chats', 'notifications', 'profile'];
}

export function showsCredits({ premiumLevel }: Pick<User, 'premiumLevel'>): boolean {
  return premiumLevel > PREMIUM_LEVELS.free;
}

/** How full a balance looks in the desktop bar: its share of what two messages cost. */
export function creditLevel({
  messageCredits,
  messageValue,
}: Pick<User, 'messageCredits' | 'messageValue'>): 'full' | 'medium' | 'empty' {
  const { share, medium, full } = CREDIT_INDICATOR.desktop;
  const percent = (messageCredits / (share * Math.max(1, messageValue))) * 100;
  if (percent > full) return 'full';
  return percent >= medium ? 'medium' : 'empty';
}
