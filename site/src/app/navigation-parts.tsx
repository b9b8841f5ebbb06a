import { Bell, Crown, Heart, type LucideIcon, MessageCircle, Search, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unreadNotifications } from '../shell/me.ts';
import { OwnPicture } from '../shell/own-picture.tsx';
import { useMember } from '../shell/session.ts';
import { CountBadge } from '../../../packages/ui/badge.tsx';
import type { NavigationItem } from './navigation.ts';

const icons: Record<NavigationItem, LucideIcon> = {
  find: Search,
  match: Heart,
  chats: MessageCircle,
  notifications: Bell,
  vip: Crown,
  profile: UserRound,
};

export function NavigationIcon({ item, className = 'size-5' }: { item: NavigationItem; className?: string }) {
  const Icon = icons[item];
  const icon = <Icon aria-hidden="true" className={className} />;
  return item === 'profile' ? <OwnPicture className={className} fallback={icon} /> : icon;
}

/** The unread count of an item that has one. */
export function UnreadBadge({ item, className }: { item: NavigationItem; className?: string }) {
  const { t } = useTranslation('shell');
  const messages = useMember(({ unreadMessages }) => unreadMessages);
  const notifications = useMember(unreadNotifications);
  if (item === 'chats') {
    return (
      <CountBadge
        count={messages}
        label={t('nav.unreadMessages', { count: messages })}
        className={className}
      />
    );
  }
  if (item === 'notifications') {
    const label = t('nav.unreadNotifications', { count: notifications });
    return <CountBadge count={notifications} label={label} className={className} />;
  }
  return null;
}
