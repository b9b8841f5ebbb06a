import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { OpeningPage, PageFault } from '#ui/page-states.tsx';

const reload = () => window.location.reload();

/** A page whose code failed, or could not be fetched: after a new release, which reloading mends, or without a network. */
export function Crash() {
  const { t } = useTranslation();
  return (
    <PageFault
      compact
      words={{
        title: t('crash.title'),
        text: t('crash.text'),
        offlineTitle: t('offline.title'),
        offlineText: t('offline.text'),
      }}
      onOnline={reload}
      actions={
        <Button variant="secondary" size="sm" onClick={reload}>
          {t('crash.reload')}
        </Button>
      }
    />
  );
}

/** Where the frame itself has failed. */
export function WholeCrash() {
  return (
    <main>
      <Crash />
    </main>
  );
}

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page>
      <EmptyState
        compact
        icon={<Compass />}
        title={t('notFound.heading')}
        text={t('notFound.text')}
        action={
          <ButtonLink to={paths.overview} variant="secondary" size="sm">
            {t('notFound.back')}
          </ButtonLink>
        }
      />
    </Page>
  );
}

export function Opening() {
  const { t } = useTranslation();
  return <OpeningPage label={t('loading')} />;
}
