import { useTranslation } from 'react-i18next';
import { Spinner } from '../../../packages/ui/spinner.tsx';

/** While the first section's code arrives. */
export function Opening() {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh place-items-center text-muted">
      <Spinner label={t('loading')} />
    </div>
  );
}
