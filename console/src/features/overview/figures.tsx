import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Skeleton } from '../../../../packages/ui/skeleton.tsx';
import { useFormat } from '../../lib/format.ts';
import { useJobCounts } from '../jobs/use-jobs.ts';
import { profileCount, totalOf } from './kinds.ts';
import type { BrandRow } from './kinds.ts';

/** The house in four numbers. Without brands yet, their skeleton. */
export function Figures({ brands }: { brands?: readonly BrandRow[] }) {
  const { t } = useTranslation();
  const total = brands && totalOf(brands);
  return (
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-card border border-line bg-line lg:grid-cols-4">
      <Figure label={t('overview.brands')} value={brands?.length} />
      <Figure label={t('overview.accounts')} value={total?.accounts} />
      <Figure label={t('overview.profiles')} value={total && profileCount(total)} />
      <DeadJobs />
    </dl>
  );
}

function DeadJobs() {
  const { t } = useTranslation();
  const dead = useJobCounts().data?.dead;
  return (
    <Figure label={t('overview.deadJobs')} value={dead}>
      {dead !== undefined && dead > 0 && (
        <Link
          to="/jobs?state=dead"
          className="relative touch-target text-[13px] font-medium text-danger-text underline underline-offset-2"
        >
          {t('overview.lookAtDead')}
        </Link>
      )}
    </Figure>
  );
}

function Figure({
  label,
  value,
  children,
}: {
  label: string;
  value: number | undefined;
  children?: ReactNode;
}) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1 bg-surface px-4 py-3.5">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3">
        {value === undefined ? (
          <Skeleton className="w-14" />
        ) : (
          <span className="heading text-2xl leading-8 tabular-nums">{format.number(value)}</span>
        )}
        {children}
      </dd>
    </div>
  );
}
