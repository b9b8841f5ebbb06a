import { UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { PageHeading } from '../../shell/page-heading.tsx';
import { paths } from '../../shell/paths.ts';

/** There is nobody here for this member: unknown, hidden, blocked, or he himself. */
export function Missing() {
  const { t } = useTranslation('person');
  const { title } = useCurrentRoute();
  return (
    <>
      <PageHeading className="sr-only">{title}</PageHeading>
      <EmptyState
        icon={<UserRoundX aria-hidden="true" />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={<ButtonLink to={paths.find}>{t('missing.find')}</ButtonLink>}
      />
    </>
  );
}
