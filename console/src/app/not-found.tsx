import { Compass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../packages/ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')}>
      <Notice icon={Compass} title={t('notFound.heading')} text={t('notFound.text')}>
        <ButtonLink to="/" variant="secondary" size="sm">
          {t('notFound.back')}
        </ButtonLink>
      </Notice>
    </Page>
  );
}
