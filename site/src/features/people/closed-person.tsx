import { LockKeyhole, MapPinned } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#site/shell/paths.ts';
import { type SellingName, useOpenPaywall } from '#site/shell/paywalls.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** A person who is closed to the member: the paywall, and what stays when it is closed. Asking again would change nothing. */
export function ClosedPerson({ paywall }: { paywall: SellingName }) {
  const { t } = useTranslation('person');
  const openPaywall = useOpenPaywall();
  useEffect(() => openPaywall(paywall), [openPaywall, paywall]);
  const why = paywall === 'change_region' ? 'elsewhere' : 'locked';
  return (
    <EmptyState
      icon={why === 'elsewhere' ? <MapPinned aria-hidden="true" /> : <LockKeyhole aria-hidden="true" />}
      title={t(`${why}.title`)}
      text={t(`${why}.text`)}
      action={
        <div className="flex flex-col gap-2.5">
          <ButtonLink to={paths.plans(paywall)}>{t(`${why}.plans`)}</ButtonLink>
          <ButtonLink to={paths.find} variant="ghost">
            {t('missing.find')}
          </ButtonLink>
        </div>
      }
    />
  );
}
