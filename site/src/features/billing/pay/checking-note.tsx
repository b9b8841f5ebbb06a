import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../../../packages/client/use-online.ts';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { Spinner } from '../../../../../packages/ui/spinner.tsx';

/** The answer was lost on its way. Until it is found there is nothing to press. */
export function CheckingNote() {
  const { t } = useTranslation('pay');
  const online = useOnline();
  return (
    <div role="status">
      <Notice tone="warning" icon={<Spinner />} title={t('checking.title')}>
        {t(online ? 'checking.text' : 'checking.offline')}
      </Notice>
    </div>
  );
}
