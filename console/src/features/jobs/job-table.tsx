import { RotateCw, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../packages/ui/button.tsx';
import { useFormat } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { AskedOfJob } from './confirm-job.tsx';
import type { JobState } from './job-states.ts';
import type { Job } from './use-jobs.ts';

interface JobTableProps {
  jobs: readonly Job[];
  state: JobState;
  onAsk: (asked: AskedOfJob) => void;
}

export function JobTable({ jobs, state, onAsk }: JobTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: Column<Job>[] = [
    {
      title: t('jobs.task'),
      heading: true,
      renderCell: ({ task, id }) => (
        <>
          <span className="block font-mono text-[13px] font-medium">{task}</span>
          <span className="block text-xs text-muted tabular-nums">{t('jobs.number', { id })}</span>
        </>
      ),
    },
    {
      title: t('jobs.attempts'),
      align: 'end',
      className: 'whitespace-nowrap',
      renderCell: ({ attempts, maxAttempts }) =>
        t('jobs.attemptsOf', { attempts: format.number(attempts), most: format.number(maxAttempts) }),
    },
    {
      title: state === 'waiting' ? t('jobs.runAt') : t('jobs.lastRun'),
      className: 'whitespace-nowrap',
      renderCell: ({ runAt }) => <Moment at={runAt} />,
    },
    {
      title: t('jobs.createdAt'),
      className: 'whitespace-nowrap',
      renderCell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      title: t('jobs.lastError'),
      className: 'md:w-[38%]',
      renderCell: ({ lastError }) =>
        lastError && (
          <LongText
            text={lastError}
            more={t('more')}
            less={t('less')}
            className="font-mono text-xs text-danger-text"
          />
        ),
    },
  ];
  if (state === 'dead') {
    columns.push({
      title: t('actions'),
      align: 'end',
      heading: true,
      renderCell: (job) => <Actions job={job} onAsk={onAsk} />,
    });
  }
  return <DataTable name={t(`jobs.state.${state}`)} columns={columns} rows={jobs} keyOf={({ id }) => id} />;
}

function Actions({ job, onAsk }: { job: Job; onAsk: (asked: AskedOfJob) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-2 max-md:pt-2 md:justify-end">
      <Button
        variant="secondary"
        size="sm"
        icon={<RotateCw aria-hidden className="size-4" />}
        onClick={() => onAsk({ action: 'retry', job })}
      >
        {t('jobs.retry')}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => onAsk({ action: 'discard', job })}
      >
        {t('jobs.discard')}
      </Button>
    </div>
  );
}
