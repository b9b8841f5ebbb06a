import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { VisuallyHidden } from '../../../../../packages/ui/visually-hidden.tsx';
import { paths } from '../../../shell/paths.ts';

/** The texts open beside the form, which stays as it is. */
export function TermsLabel() {
  const { t } = useTranslation('signup');
  const beside = <VisuallyHidden>{t('account.newTab')}</VisuallyHidden>;
  return (
    <>
      {t('account.accept')}{' '}
      <Link to={paths.legal('terms')} target="_blank">
        {t('account.terms')}
        {beside}
      </Link>{' '}
      {t('account.and')}{' '}
      <Link to={paths.legal('privacy')} target="_blank">
        {t('account.privacy')}
        {beside}
      </Link>
    </>
  );
}
