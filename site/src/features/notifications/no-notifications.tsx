import { Eye, Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NotificationType } from '../../../../contract/notification/notifications.ts';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { paths } from '../../shell/paths.ts';

const looks = {
  like: { Icon: Heart, title: 'empty.likes', text: 'empty.likesText' },
  visit: { Icon: Eye, title: 'empty.visits', text: 'empty.visitsText' },
} as const;

/** Nothing yet, and what brings it about. */
export function NoNotifications({ type }: { type: NotificationType }) {
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
