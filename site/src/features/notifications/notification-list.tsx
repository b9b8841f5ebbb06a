import { HeartHandshake, Eye, Heart } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '#client/clock.ts';
import { timeAgo } from '#client/dates.ts';
import type { NotificationType, Notification } from '#contract/notification/notifications.ts';
import { HeartButton, useIsLiked } from '#site/features/people/likes.tsx';
import { KindTag, nameAndAge } from '#site/features/people/person-summary.tsx';
import { Loaded } from '#site/shell/loaded.tsx';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { DotBadge, Tag } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { rowsOf } from './notification-list-data.ts';
import { useNotifications, seeNotifications } from './notifications-data.ts';

/** The likes or the visits, newest first. */
export function NotificationList({ type }: { type: NotificationType }) {
  const { t } = useTranslation('notifications');
  const query = useNotifications(type);
  const now = useNow();
  const rows = useMemo(() => (query.data ? rowsOf(query.data) : []), [query.data]);
  return (
    <Loaded query={query} skeleton={<Rows>{[0, 1, 2, 3].map(skeletonRow)}</Rows>}>
      {() =>
        rows.length === 0 ? (
          <NoNotifications type={type} />
        ) : (
          <>
            <Rows label={type === 'like' ? t('likes') : t('visits')}>
              {rows.map((row) => (
                <NotificationRow key={row.profileId} notification={row} now={now} />
              ))}
            </Rows>
            <LoadMore query={query} label={t('more')} failed={t('moreFailed')} scrolls="page" />
          </>
        )
      }
    </Loaded>
  );
}

function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card edge bg-surface shadow-card"
    >
      {children}
    </ul>
  );
}

function skeletonRow(key: number) {
  return (
    <li key={key} className="flex items-center gap-4 p-4">
      <Skeleton shape="circle" className="w-16 shrink-0" />
      <SkeletonText lines={2} className="flex-1" />
    </li>
  );
}

/** Who it was, what they did and when. Opening it leads to them, and marks it as seen. */
function NotificationRow({ notification, now }: { notification: Notification; now: number }) {
  const { t, i18n } = useTranslation(['notifications', 'people', 'prompts']);
  const { trackerId } = useMember();
  const { type, category, profileId, screenName, photo, kind, text, what, at, unread } = notification;
  const liked = { id: profileId, liked: category === 'answer' };
  const isLiked = useIsLiked(liked);
  const matched = type === 'like' && isLiked;
  const see = () => {
    // What could not be sent stays marked, and is sent with the next click.
    if (unread) void seeNotifications(trackerId, { profileId, type }).catch(() => undefined);
  };
  return (
    <li
      className={classNames(
        'flex animate-appear items-start transition-colors hover:bg-soft',
        unread && 'bg-primary-soft/40',
      )}
    >
      <Link
        to={paths.person(profileId)}
        onClick={see}
        className="flex min-w-0 flex-1 items-start gap-4 p-4 focus-visible:-outline-offset-3"
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
          <span className="block text-muted">
            {what === undefined
              ? t(`what.${type}`)
              : 'prompt' in what
                ? t('what.prompt', { title: t(`prompts:prompts.${what.prompt}.title`) })
                : t('what.photo')}
          </span>
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
      {type === 'like' && (
        <HeartButton person={{ ...liked, screenName, photo, kind }} className="mt-2.5 mr-2 shrink-0" />
      )}
    </li>
  );
}

const looks = {
  like: { Icon: Heart, title: 'empty.likes', text: 'empty.likesText' },
  visit: { Icon: Eye, title: 'empty.visits', text: 'empty.visitsText' },
} as const;

/** Nothing yet, and what leads to some. */
function NoNotifications({ type }: { type: NotificationType }) {
  const { t } = useTranslation('notifications');
  const { Icon, title, text } = looks[type];
  return (
    <EmptyState
      icon={<Icon aria-hidden="true" />}
      title={t(title)}
      text={t(text)}
      action={
        <div className="flex flex-col gap-2.5">
          <ButtonLink to={paths.profile()}>{t('profile')}</ButtonLink>
          <ButtonLink to={paths.match} variant="ghost">
            {t('match')}
          </ButtonLink>
        </div>
      }
    />
  );
}
