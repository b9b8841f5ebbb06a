import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** What the service worker shows instead of a page that can't be fetched. */
export function OfflineScreen() {
  const { t } = useTranslation('shell');
  const { title } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading className="sr-only">{title}</PageHeading>
      <EmptyState
        icon={<WifiOff aria-hidden="true" />}
        title={t('state.offlineTitle')}
        text={t('state.offlineText')}
        action={
          <Button data-reload onClick={() => location.reload()}>
            {t('state.retry')}
          </Button>
        }
      />
    </div>
  );
}
