import { HeartHandshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notification } from '../../../../contract/notification/notifications.ts';
import { KindTag } from '../people/kind-tag.tsx';
import { useIsLiked } from '../people/likes.ts';
import { nameAndAge } from '../people/name-and-age.ts';
import { seeNotifications } from './notifications-data.ts';
import { useMember } from '../../shell/session.ts';
import { timeAgo } from '../../lib/time-ago.ts';
import { Avatar } from '../../../../packages/ui/avatar.tsx';
import { DotBadge, Tag } from '../../../../packages/ui/badge.tsx';
import { classNames } from '../../../../packages/ui/class-names.ts';
import { paths } from '../../shell/paths.ts';

/** Who it was, what they did and when. Opening it leads to them, and marks it as seen. */
export function NotificationRow({ notification, now }: { notification: Notification; now: number }) {
  const { t, i18n } = useTranslation(['notifications', 'people']);
  const { trackerId } = useMember();
  const { type, category, profileId, screenName, photo, kind, text, at, unread } = notification;
  const isLiked = useIsLiked({ id: profileId, liked: category === 'answer' });
  const matched = type === 'like' && isLiked;
  const see = () => {
    // What could not be told stays marked, and is told with the next click.
    if (unread) void seeNotifications(trackerId, { profileId, type }).catch(() => undefined);
  };
  return (
    <li className="animate-appear">
      <Link
        to={paths.person(profileId)}
        onClick={see}
        className={classNames(
          'flex items-start gap-4 p-4 transition-colors hover:bg-soft focus-visible:-outline-offset-3',
          unread && 'bg-primary-soft/40',
        )}
      >
        <Avatar name={screenName} photo={photo ? { src: photo } : null} size="lg" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="flex items-baseline justify-between gap-3">
            <span className={classNames('text-lg', unread ? 'font-bold' : 'font-semibold')}>
              {nameAndAge(notification)}
            </span>
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-sm text-muted">
              {timeAgo(at, now, i18n.language)}
            </time>
          </span>
          <span className="block text-muted">{t(`what.${type}`)}</span>
          {text && <q className="mt-1 line-clamp-3 text-ink">{text}</q>}
          {(matched || kind !== 'member') && (
            <span className="mt-2 flex flex-wrap items-center gap-2">
              {matched && (
                <Tag tone="accent" icon={<HeartHandshake aria-hidden="true" className="size-4" />}>
                  {t('people:matched')}
                </Tag>
              )}
              <KindTag kind={kind} />
            </span>
          )}
        </span>
        {unread && <DotBadge label={t('unread')} className="mt-2 shrink-0" />}
      </Link>
    </li>
  );
}
