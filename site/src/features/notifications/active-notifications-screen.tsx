import { useTranslation } from 'react-i18next';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { SettingsList, SettingsRow } from '#ui/settings-row.tsx';
import { MessengerSection } from './messenger-section.tsx';
import { PushSection } from './push-section.tsx';

/** Where a member chooses how they are notified of news while the site is closed. */
export function ActiveNotificationsScreen() {
  const { t } = useTranslation(['activeNotifications', 'errors']);
  const { title } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-xl px-4 pt-1 pb-10 sm:px-5 sm:py-10">
      <PageHeading>{title}</PageHeading>
      <p className="mt-1 mb-6 text-muted sm:mt-2">{t('intro')}</p>
      <div className="space-y-5">
        <PushSection />
        <MessengerSection />
        <SettingsList>
          <SettingsRow label={t('choose')} detail={t('chooseText')} to={paths.profile('notifications')} />
        </SettingsList>
      </div>
    </div>
  );
}
