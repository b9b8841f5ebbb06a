import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { NotificationType } from '../../../../contract/notification/notifications.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { rowsOf } from './notification-list-data.ts';
import { Skeleton, SkeletonText } from '../../../../packages/ui/skeleton.tsx';
import { NoNotifications } from './no-notifications.tsx';
import { NotificationRow } from './notification-row.tsx';
import { OlderOnes } from './older-ones.tsx';
import { useNotifications, useNow } from './use-notifications.ts';

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
            <OlderOnes query={query} />
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
