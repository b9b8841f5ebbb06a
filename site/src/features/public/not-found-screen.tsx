import { Signpost } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { PageHeading } from '../../shell/page-heading.tsx';
import { paths } from '../../shell/paths.ts';

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
