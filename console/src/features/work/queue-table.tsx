import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import type { Figures } from './use-work.tsx';

interface QueueTableProps {
  queues: readonly Figures[];
  /** From here on it is only known that there are more. */
  mostCounted: number;
  /** The queue whose failures are shown below. */
  shown: string | null;
}

/** A line a queue. Where something failed, the line leads to it. */
export function QueueTable({ queues, mostCounted, shown }: QueueTableProps) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const count = (value: number) =>
    value < mostCounted ? format.number(value) : t('orMore', { count: format.number(value) });
  const columns: Column<Figures>[] = [
    {
      title: t('queue'),
      heading: true,
      renderCell: ({ name }) => (
        <span className="font-mono text-[0.8125rem] font-medium break-all">{name}</span>
      ),
    },
    { title: t('waiting'), align: 'end', renderCell: ({ waiting }) => count(waiting) },
    {
      title: t('oldest'),
      align: 'end',
      className: 'md:whitespace-nowrap',
      renderCell: ({ waiting, oldestSeconds }) => (waiting === 0 ? null : format.duration(oldestSeconds)),
    },
    { title: t('perMinute'), align: 'end', renderCell: ({ donePerMinute }) => format.number(donePerMinute) },
    { title: t('failing'), align: 'end', renderCell: ({ failing }) => count(failing) },
    {
      title: t('givenUp'),
      align: 'end',
      renderCell: ({ givenUp }) => (
        <span className={givenUp === 0 ? undefined : 'font-semibold text-danger-text'}>{count(givenUp)}</span>
      ),
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
            aria-label={t('showFailuresOf', { queue: name })}
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
