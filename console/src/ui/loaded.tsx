import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Lock, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../contract/kernel/errors.ts';
import { Button } from '../../../packages/ui/button.tsx';
import { explain } from '../lib/explain.ts';
import { Notice } from './notice.tsx';

type Asked<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPaused' | 'isFetching' | 'refetch'>;

interface LoadedProps<T> {
  query: Asked<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what was asked for, or why it is not there yet. Data once seen stays while it is asked for again. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { t } = useTranslation();
  const { data, error, isPaused, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <Problem error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (isPaused) return <Notice icon={WifiOff} title={t('offline.title')} text={t('offline.text')} />;
  return (
    <>
      <span role="status" className="sr-only">
        {t('loading')}
      </span>
      {skeleton}
    </>
  );
}

function Problem({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error instanceof Failure && error.code === 'staff.forbidden') {
    return <Notice icon={Lock} title={t('forbidden.title')} text={t('forbidden.text')} />;
  }
  return (
    <Notice alert icon={CircleAlert} title={t('problem.title')} text={explain(error, t)}>
      <Button
        variant="secondary"
        size="sm"
        loading={busy}
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={onRetry}
      >
        {t('retry')}
      </Button>
    </Notice>
  );
}
