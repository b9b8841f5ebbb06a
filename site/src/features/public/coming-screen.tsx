import { Hammer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { PageHeading } from '../../shell/page-heading.tsx';
import { paths } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';

/** Stands in for a part that does not exist yet, and says so. */
export function ComingScreen() {
  const { t } = useTranslation('pages');
  const { title } = useCurrentRoute();
  const member = useSession().status === 'member';
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <EmptyState
        icon={<Hammer aria-hidden="true" />}
        title={t('coming.title')}
        text={t('coming.text')}
        action={
          !member && (
            <ButtonLink to={paths.home} variant="secondary">
              {t('coming.home')}
            </ButtonLink>
          )
        }
      />
    </div>
  );
}
