import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Lock, RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '#contract/kernel/errors.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { explain } from './api.ts';

type LoadQuery<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPaused' | 'isFetching' | 'refetch'>;

interface LoadedProps<T> {
  query: LoadQuery<T>;
  /** In the shape of what will come. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows what was asked for, or why it is not there yet. Data once seen stays while it is asked for again. */
export function Loaded<T>({ query, skeleton, children }: LoadedProps<T>) {
  const { t } = useTranslation();
  const { data, error, isPaused, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <Problem error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (isPaused)
    return <EmptyState compact icon={<WifiOff />} title={t('offline.title')} text={t('offline.text')} />;
  return <Loading label={t('loading')}>{skeleton}</Loading>;
}

function Problem({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  const { t, i18n } = useTranslation();
  if (error instanceof Failure && error.code === 'staff.forbidden') return <Forbidden />;
  return (
    <EmptyState
      compact
      alert
      icon={<CircleAlert />}
      title={t('problem.title')}
      text={explain(error, i18n)}
      action={
        <Button
          variant="secondary"
          size="sm"
          loading={busy}
          icon={<RotateCw aria-hidden className="size-4" />}
          onClick={onRetry}
        >
          {t('retry')}
        </Button>
      }
    />
  );
}

/** What the user's role does not include. */
export function Forbidden() {
  const { t } = useTranslation();
  return <EmptyState compact icon={<Lock />} title={t('forbidden.title')} text={t('forbidden.text')} />;
}

interface NothingFoundProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** Shows everything again, where a filter has hidden it. */
  clear?: { label: string; onClick: () => void } | undefined;
}

/** A list without anything in it, for what is looked for or at all. */
export function NothingFound({ icon, title, text, clear }: NothingFoundProps) {
  return (
    <EmptyState
      compact
      icon={icon}
      title={title}
      text={text}
      action={
        clear && (
          <Button variant="secondary" size="sm" onClick={clear.onClick}>
            {clear.label}
          </Button>
        )
      }
    />
  );
}

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>;

/** The rest of a list, by a button: the user who works through it decides when it grows. */
export function NextPage({ query, label }: { query: Pages; label?: string }) {
  const { t } = useTranslation();
  return <LoadMore query={query} label={label ?? t('loadMore')} failed={t('loadMoreFailed')} />;
}

/** A table that is still on its way. */
export function SkeletonRows({ rows, className = 'h-12' }: { rows: number; className?: string }) {
  return (
    <div aria-hidden className="divide-y divide-line rounded-card border border-line bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`flex items-center gap-4 px-4 ${className}`}>
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ms-auto w-16" />
        </div>
      ))}
    </div>
  );
}
