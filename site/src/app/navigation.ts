import { PREMIUM_LEVELS } from '../../../contract/kernel/constants.ts';
import type { User } from '../../../contract/account/user.ts';
import { paths } from '../shell/paths.ts';

export type NavigationItem = 'find' | 'match' | 'chats' | 'notifications' | 'vip' | 'profile';

export const addressOf: Record<NavigationItem, string> = {
  find: paths.find,
  match: paths.match,
  chats: paths.chats,
  notifications: paths.notifications,
  vip: paths.plans(),
  profile: paths.profile(),
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
