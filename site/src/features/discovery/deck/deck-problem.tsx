import { CircleAlert, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../../../../packages/client/use-online.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../../packages/ui/empty-state.tsx';
import { explain } from '../../../shell/explain.ts';
import { Standstill } from './standstill.tsx';

/** Nobody could be fetched. Once the connection is back, the deck goes on by itself. */
export function DeckProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useTranslation(['shell', 'match', 'errors']);
  const online = useOnline();
  return (
    <Standstill>
      <EmptyState
        icon={online ? <CircleAlert aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
        title={online ? t('match:problem') : t('state.offlineTitle')}
        text={online ? explain(error, i18n) : t('state.offlineText')}
        action={<Button onClick={onRetry}>{t('state.retry')}</Button>}
      />
    </Standstill>
  );
}
