import { Signpost } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** What an address shows at which there is no page. The server answers it with 404. */
export function NotFoundScreen() {
  const { t } = useTranslation('shell');
  const { title } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading className="sr-only">{title}</PageHeading>
      <EmptyState
        icon={<Signpost aria-hidden="true" />}
        title={t('state.notFoundTitle')}
        text={t('state.notFoundText')}
        action={<ButtonLink to={paths.home}>{t('state.notFoundHome')}</ButtonLink>}
      />
    </div>
  );
}
