import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { useQueueTitle } from './queue-title.ts';
import { type Figures, isLate } from './use-work.tsx';

interface QueueTableProps {
  queues: readonly Figures[];
  /** From here on it is only known that there are more. */
  mostCounted: number;
  /** The queue whose failures are shown below. */
  shown: string | null;
}

/** In words, and as figures and logs call it. */
export function QueueName({ name }: { name: string }) {
  const titleOf = useQueueTitle();
  return (
    <>
      <span className="block font-medium">{titleOf(name)}</span>
      <span className="block font-mono text-xs break-all text-muted">{name}</span>
    </>
  );
}

const urgent = 'font-semibold text-danger-text';

/** A line a queue. Where something failed, the line leads to it. */
export function QueueTable({ queues, mostCounted, shown }: QueueTableProps) {
  const { t } = useTranslation('work');
  const titleOf = useQueueTitle();
  const format = useFormat();
  const count = (value: number) => {
    if (value === 0) return null;
    return value < mostCounted ? format.number(value) : t('orMore', { count: format.number(value) });
  };
  const columns: Column<Figures>[] = [
    {
      title: t('queue'),
      heading: true,
      renderCell: ({ name }) => <QueueName name={name} />,
    },
    { title: t('waiting'), align: 'end', renderCell: ({ waiting }) => count(waiting) },
    {
      title: t('oldest'),
      align: 'end',
      className: 'md:whitespace-nowrap',
      renderCell: (queue) =>
        queue.waiting === 0 ? null : (
          <span className={isLate(queue) ? urgent : undefined}>{format.duration(queue.oldestSeconds)}</span>
        ),
    },
    {
      title: t('perMinute'),
      align: 'end',
      renderCell: ({ donePerMinute }) => (donePerMinute === 0 ? null : format.number(donePerMinute)),
    },
    { title: t('failing'), align: 'end', renderCell: ({ failing }) => count(failing) },
    {
      title: t('givenUp'),
      align: 'end',
      renderCell: ({ givenUp }) => (givenUp === 0 ? null : <span className={urgent}>{count(givenUp)}</span>),
    },
    {
      title: t('failures'),
      align: 'end',
      renderCell: ({ name, failing, givenUp }) =>
        failing + givenUp === 0 ? null : (
          <Link
            to={paths.work(name)}
            replace
            preventScrollReset
            aria-label={t('showFailuresOf', { queue: titleOf(name) })}
            aria-current={name === shown ? 'true' : undefined}
            className="relative touch-target font-medium text-primary-text underline underline-offset-2 aria-[current=true]:no-underline"
          >
            {t('showFailures')}
          </Link>
        ),
    },
  ];
  return <DataTable name={t('queues')} columns={columns} rows={queues} keyOf={({ name }) => name} />;
}
