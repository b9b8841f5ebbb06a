import { CheckCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { NotificationType } from '#contract/notification/notifications.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { explain } from '#site/shell/explain.ts';
import { unreadNotifications } from '#site/shell/me.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { Tab } from '#ui/tabs.tsx';
import { useToast } from '#ui/toast.tsx';
import { NotificationList } from './notification-list.tsx';
import { useHasVisits, seeNotifications } from './notifications-data.ts';

export function NotificationsScreen() {
  // The sentences for failures must be there before there is something to explain.
  const { t } = useTranslation(['notifications', 'people', 'errors']);
  const { title } = useCurrentRoute();
  const [query, setQuery] = useSearchParams();
  const { unreadLikes, unreadVisits } = useMember();
  const hasVisits = useHasVisits();
  const wanted: NotificationType = query.get('tab') === 'visits' ? 'visit' : 'like';
  const tab = (value: NotificationType, label: string, count: number): Tab<NotificationType> => ({
    value,
    label,
    count: { value: count, label: t('toRead', { count }) },
    content: <NotificationList type={value} />,
  });
  const tabs = [tab('like', t('likes'), unreadLikes)];
  if (hasVisits || wanted === 'visit') tabs.push(tab('visit', t('visits'), unreadVisits));
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pb-10 sm:px-5 sm:py-10">
      <div className="flex items-center justify-between gap-4 sm:mb-4">
        <PageHeading>{title}</PageHeading>
        <SeeAllButton />
      </div>
      <Tabs
        label={t('tabs')}
        tabs={tabs}
        value={wanted}
        onChange={(next) => setQuery(next === 'visit' ? { tab: 'visits' } : {}, { replace: true })}
      />
    </div>
  );
}

/** Marks everything as seen, where there is something that was not. */
export function SeeAllButton() {
  const { t, i18n } = useTranslation(['notifications', 'shell', 'errors']);
  const { trackerId } = useMember();
  const toast = useToast();
  const unread = useMember(unreadNotifications);
  if (unread === 0) return null;
  const seeAll = () =>
    seeNotifications(trackerId, {}).catch((error: unknown) =>
      toast({ kind: 'danger', text: explain(error, i18n) }),
    );
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<CheckCheck aria-hidden="true" className="size-5" />}
      onClick={() => void seeAll()}
      className="ml-auto"
    >
      {t('markAll')}
    </Button>
  );
}
