import { CircleAlert, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../packages/ui/button.tsx';
import { useOnline } from '../lib/online.ts';
import { Notice } from '../ui/notice.tsx';

/**
 * A section whose code failed, or could not be fetched: after a new release, which reloading mends, or without a
 * network, in which case it mends itself.
 */
export function Crash() {
  const { t } = useTranslation();
  const online = useOnline();
  const [startedOffline] = useState(!online);
  useEffect(() => {
    if (startedOffline && online) window.location.reload();
  }, [startedOffline, online]);
  if (startedOffline) return <Notice icon={WifiOff} title={t('offline.title')} text={t('offline.text')} />;
  return (
    <Notice alert icon={CircleAlert} title={t('crash.title')} text={t('crash.text')}>
      <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </Notice>
  );
}

/** Where the frame itself has failed. */
export function WholeCrash() {
  return (
    <main>
      <Crash />
    </main>
  );
}
