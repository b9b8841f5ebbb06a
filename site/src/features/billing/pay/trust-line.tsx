import { LockKeyhole, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Under the logo, where money changes hands. */
export function TrustLine() {
  const { t } = useTranslation('pay');
  return (
    <p className="mb-4 flex flex-wrap items-center justify-center gap-x-5 gap-y-1 text-sm font-medium text-muted">
      <span className="inline-flex items-center gap-1.5">
        <LockKeyhole aria-hidden="true" className="size-4" />
        {t('secure')}
      </span>
      <span className="inline-flex items-center gap-1.5">
        <ShieldCheck aria-hidden="true" className="size-4" />
        {t('protected')}
      </span>
    </p>
  );
}
