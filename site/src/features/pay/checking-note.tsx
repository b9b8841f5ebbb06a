import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/use-online.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

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
