import { BellOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '#console/shell/loaded.tsx';
import type { Place } from '#console/shell/members.ts';
import type { MemberNotification } from '#contract/staff/members.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useMemberNotifications } from './member-data.ts';

/** What the member was notified of outside the page, or why not; never the words, nor the names. */
export function Notifications({ place }: { place: Place }) {
  const { t } = useTranslation('members');
  const query = useMemberNotifications(place);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
      {(notifications) =>
        notifications.length === 0 ? (
          <EmptyState
            compact
            icon={<BellOff />}
            title={t('notifications.empty')}
            text={t('notifications.emptyText')}
          />
        ) : (
          <div>
            <NotificationTable notifications={notifications} />
            <NextPage query={query} />
          </div>
        )
      }
    </Loaded>
  );
}

function NotificationTable({ notifications }: { notifications: readonly MemberNotification[] }) {
  const { t } = useTranslation(['members', 'notificationKinds']);
  const columns: Column<MemberNotification>[] = [
    {
      title: t('notifications.what'),
      heading: true,
      renderCell: ({ kind }) => <span className="font-semibold">{t(`notificationKinds:${kind}.name`)}</span>,
    },
    {
      title: t('notifications.channel'),
      renderCell: ({ channel }) => channel && t(`notifications.channels.${channel}`),
    },
    { title: t('notifications.state'), renderCell: (notification) => <State notification={notification} /> },
    {
      title: t('notifications.at'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ at }) => <Moment at={at} />,
    },
  ];
  return (
    <DataTable name={t('tabs.notifications')} columns={columns} rows={notifications} keyOf={({ id }) => id} />
  );
}

/** How far it has come, and what keeps it. */
function State({ notification }: { notification: MemberNotification }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const { state, dueAt, unsentReason, error } = notification;
  const details = [
    dueAt === null ? null : t('notifications.until', { date: format.moment(dueAt) }),
    unsentReason && t(`notifications.reasons.${unsentReason}`),
  ].filter(Boolean);
  return (
    <>
      <span className="block">{t(`notifications.states.${state}`)}</span>
      {details.length > 0 && <span className="block text-muted">{details.join(' · ')}</span>}
      {error !== null && <span className="block font-mono text-xs wrap-anywhere text-muted">{error}</span>}
    </>
  );
}
