import { Eye, Headset } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { Moment, useFormat } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { type HostAtWork, WAITING_COUNTED } from '#contract/staff/supervision.ts';
import type { readBoard } from '#contract/staff/supervision.ts';
import { Tag } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useBoard } from './board-data.ts';

/** Who answers now, and how long members wait. */
export function Board() {
  const { t } = useTranslation('board');
  const query = useBoard(useBrandScope() ?? '');
  return (
    <Page text={t('text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} className="h-14" />}>
        {(board) => (
          <>
            <Figures board={board} />
            {board.hosts.length === 0 ? (
              <EmptyState compact icon={<Headset />} title={t('empty')} text={t('emptyText')} />
            ) : (
              <HostTable hosts={board.hosts} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Figures({ board }: { board: ReplyOf<typeof readBoard> }) {
  const { t } = useTranslation('board');
  const format = useFormat();
  const { waiting, oldestSince, answersLastHour, medianWaitSeconds } = board;
  const more = waiting >= WAITING_COUNTED ? '+' : '';
  return (
    <dl className="grid grid-cols-2 max-xs:grid-cols-1 gap-3 lg:grid-cols-4">
      <Figure name={t('waiting')}>{`${format.number(waiting)}${more}`}</Figure>
      <Figure name={t('oldest')}>{oldestSince === null ? '–' : <Moment at={oldestSince} />}</Figure>
      <Figure name={t('answersLastHour')}>{format.number(answersLastHour)}</Figure>
      <Figure name={t('medianLastHour')}>
        {medianWaitSeconds === null ? '–' : format.duration(medianWaitSeconds)}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function HostTable({ hosts }: { hosts: readonly HostAtWork[] }) {
  const { t } = useTranslation(['board', 'shell']);
  const format = useFormat();
  const columns: ListColumn<HostAtWork>[] = [
    {
      id: 'host',
      title: t('host'),
      sortBy: ({ name }) => name,
      csv: ({ name }) => name,
      heading: true,
      renderCell: ({ id, name }) => (
        <Link
          to={paths.hostReplies(id)}
          className="relative touch-target text-sm font-semibold wrap-anywhere underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      title: t('state'),
      sortBy: ({ online }) => Number(online),
      csv: ({ online }) => t(online ? 'online' : 'offline'),
      renderCell: ({ online, onShiftUntil }) => (
        <span className="flex flex-wrap gap-1 max-md:justify-end">
          <Tag tone={online ? 'success' : 'neutral'}>{t(online ? 'online' : 'offline')}</Tag>
          {onShiftUntil !== null && (
            <Tag tone={online ? 'neutral' : 'warning'}>
              {t('onShift', { time: format.clock(onShiftUntil) })}
            </Tag>
          )}
        </span>
      ),
    },
    {
      id: 'claims',
      title: t('claims'),
      sortBy: ({ claims }) => claims.length,
      csv: ({ claims }) => claims.length,
      className: 'md:w-[26%]',
      renderCell: ({ claims }) => <Claims claims={claims} />,
    },
    {
      id: 'lastHour',
      title: t('lastHour'),
      sortBy: ({ answersLastHour }) => answersLastHour,
      csv: ({ answersLastHour }) => answersLastHour,
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ answersLastHour }) => format.number(answersLastHour),
    },
    {
      id: 'lastDay',
      title: t('lastDay'),
      sortBy: ({ answersLastDay }) => answersLastDay,
      csv: ({ answersLastDay }) => answersLastDay,
      align: 'end',
      className: 'tabular-nums',
      renderCell: ({ answersLastDay }) => format.number(answersLastDay),
    },
    {
      id: 'median',
      title: t('median'),
      sortBy: ({ medianWaitSeconds }) => medianWaitSeconds,
      csv: ({ medianWaitSeconds }) => medianWaitSeconds,
      align: 'end',
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ medianWaitSeconds }) =>
        medianWaitSeconds === null ? null : format.duration(medianWaitSeconds),
    },
    {
      id: 'marks',
      title: t('marks'),
      sortBy: ({ marks }) => marks.average,
      csv: ({ marks }) => marks.average,
      align: 'end',
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ marks: { average, count } }) =>
        average === null ? null : t('average', { average: format.number(average), count }),
    },
  ];
  return (
    <ListTable id="board" name={t('page.board')} columns={columns} rows={hosts} keyOf={({ id }) => id} />
  );
}

function Claims({ claims }: Pick<HostAtWork, 'claims'>) {
  const { t } = useTranslation('board');
  if (claims.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 max-md:items-end">
      {claims.map(({ brand, conversationId, member }) => (
        <li key={conversationId}>
          <Link
            to={paths.readAlong(brand, conversationId)}
            aria-label={t('readAlong', { name: member })}
            className="relative inline-flex touch-target items-center gap-1.5 font-medium text-primary-text underline-offset-2 hover:underline"
          >
            <Eye aria-hidden className="size-4" />
            {member}
          </Link>
        </li>
      ))}
    </ul>
  );
}
