import { RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Moment, useFormat } from '#console/shell/format.tsx';
import type { JobState } from '#console/shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { LongText } from '#ui/long-text.tsx';
import type { Job, JobAction } from './use-jobs.tsx';

export interface AskedOfJob {
  action: JobAction;
  job: Job;
}

interface JobTableProps {
  jobs: readonly Job[];
  state: JobState;
  onAsk: (asked: AskedOfJob) => void;
}

export function JobTable({ jobs, state, onAsk }: JobTableProps) {
  const { t } = useTranslation(['jobs', 'shell']);
  const format = useFormat();
  const columns: Column<Job>[] = [
    {
      title: t('task'),
      heading: true,
      renderCell: ({ task, id }) => (
        <>
          <span className="block font-mono text-[0.8125rem] font-medium">{task}</span>
          <span className="block text-xs text-muted tabular-nums">{t('number', { id })}</span>
        </>
      ),
    },
    {
      title: t('attempts'),
      align: 'end',
      className: 'md:whitespace-nowrap',
      renderCell: ({ attempts, maxAttempts }) =>
        t('attemptsOf', { attempts: format.number(attempts), most: format.number(maxAttempts) }),
    },
    {
      title: state === 'waiting' ? t('runAt') : t('lastRun'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ runAt }) => <Moment at={runAt} />,
    },
    {
      title: t('createdAt'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      title: t('lastError'),
      className: 'md:w-[38%]',
      renderCell: ({ lastError }) =>
        lastError && (
          <LongText
            text={lastError}
            more={t('shell:showAll')}
            less={t('shell:showLess')}
            className="font-mono text-xs text-danger-text"
          />
        ),
    },
  ];
  if (state === 'dead') {
    columns.push({
      title: t('shell:actions'),
      align: 'end',
      heading: true,
      renderCell: (job) => <Actions job={job} onAsk={onAsk} />,
    });
  }
  return <DataTable name={t(`state.${state}`)} columns={columns} rows={jobs} keyOf={({ id }) => id} />;
}

function Actions({ job, onAsk }: { job: Job; onAsk: (asked: AskedOfJob) => void }) {
  const { t } = useTranslation(['jobs', 'shell']);
  return (
    <div className="flex gap-2 max-md:pt-2 md:justify-end">
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('retryOf', job)}
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={() => onAsk({ action: 'retry', job })}
      >
        {t('retry')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('discardOf', job)}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => onAsk({ action: 'discard', job })}
      >
        {t('discard')}
      </Button>
    </div>
  );
}
