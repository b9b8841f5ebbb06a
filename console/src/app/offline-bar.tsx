import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../lib/online.ts';

export function OfflineBar() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-[13px] font-medium text-on-warning-soft">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t('offline.bar')}
        </p>
      )}
    </div>
  );
}
