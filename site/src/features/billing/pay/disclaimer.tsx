import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { paths } from '../../../shell/paths.ts';

const MISSING = 'errors:order.disclaimer_missing';

type DisclaimerProps = { checked: boolean; missing: boolean; onChange: (checked: boolean) => void };

/** What the plain flow wants ticked before anything is paid. */
export function Disclaimer({ checked, missing, onChange }: DisclaimerProps) {
  const { t } = useTranslation(['pay', 'errors']);
  return (
    <Checkbox
      name="disclaimer"
      required
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      error={missing ? t(MISSING) : undefined}
      label={
        <>
          {t('disclaimer.read')}{' '}
          <Link to={paths.legal('terms', 'billingPolicy')} target="_blank">
            {t('disclaimer.policy')}
            <VisuallyHidden>{t('disclaimer.newTab')}</VisuallyHidden>
          </Link>
        </>
      }
      className={missing ? 'rounded-field bg-danger-soft px-3 pb-2 ring-2 ring-danger-line' : undefined}
    />
  );
}
