import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { explain } from './explain.ts';

type LoadQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPaused' | 'isFetching' | 'refetch'>;

type LoadedProps<T> = {
  query: LoadQuery<T>;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  /** What will come is as high as its place, and so is the skeleton. */
  fills?: true;
  children: (data: T) => ReactNode;
};

/** Shows what was asked for, or why it is not there yet. Data once seen stays while it is asked for again. */
export function Loaded<T>({ query, skeleton, fills, children }: LoadedProps<T>) {
  const { t } = useTranslation('shell');
  const { data, error, isPaused } = query;
  if (data !== undefined) return children(data);
  if (error || isPaused) return <Problem query={query} />;
  return (
    <Loading label={t('loading')} className={fills && 'flex flex-1 flex-col'}>
      {skeleton}
    </Loading>
  );
}

function Problem({ query }: { query: LoadQuery<unknown> }) {
  const { t, i18n } = useTranslation(['shell', 'errors']);
  const { error, isFetching, refetch } = query;
  const Icon = error ? CircleAlert : WifiOff;
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card edge bg-surface p-6 text-center"
    >
      <Icon aria-hidden="true" className="size-8 text-muted" strokeWidth={1.5} />
      <p>{error ? explain(error, i18n) : t('state.offlineText')}</p>
      <Button
        variant="secondary"
        loading={isFetching && error !== null}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
        onClick={() => void refetch()}
      >
        {t('state.retry')}
      </Button>
    </div>
  );
}
