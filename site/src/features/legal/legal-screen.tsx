import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../lib/boot.ts';
import { useCurrentRoute } from '../../lib/current-route.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function LegalScreen() {
  const { t } = useTranslation('pages');
  const { title } = useCurrentRoute();
  const { support } = useShell().brand;
  return (
    <div className="mx-auto w-full max-w-3xl px-5 py-8 sm:py-14">
      <PageHeading>{title}</PageHeading>
      <EmptyState
        icon={<ScrollText aria-hidden="true" />}
        title={t('legal.title')}
        text={t('legal.text', { email: support.email })}
      />
    </div>
  );
}
