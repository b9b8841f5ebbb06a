import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBoard } from '#console/features/board/board-data.ts';
import { call } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { pages } from '#console/shell/paths.ts';
import { listOwnShifts } from '#contract/staff/supervision.ts';
import { Tag } from '#ui/badge.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** How many hosts answer now, and how they keep up. */
export function WhoAnswers() {
  const { t } = useTranslation(['overview', 'board']);
  const format = useFormat();
  const query = useBoard(useBrandScope() ?? '');
  return (
    <Panel title={t('whoAnswers')} to={pages.board} open={t('board:page.board')}>
      <Loaded query={query} skeleton={<Skeleton className="h-6 w-40" />}>
        {({ hosts, answersLastHour, medianWaitSeconds }) => {
          const online = hosts.filter((host) => host.online);
          const late = hosts.filter((host) => host.onShiftUntil !== null && !host.online);
          return (
            <>
              <div className="flex flex-wrap gap-1.5">
                <Tag tone={online.length > 0 ? 'success' : 'neutral'}>
                  {t('hostsOnline', { count: online.length })}
                </Tag>
                {late.length > 0 && <Tag tone="warning">{t('hostsMissing', { count: late.length })}</Tag>}
                <Tag>{t('answersLastHour', { count: answersLastHour })}</Tag>
                {medianWaitSeconds !== null && (
                  <Tag>{t('medianWait', { time: format.duration(medianWaitSeconds) })}</Tag>
                )}
              </div>
              {online.length > 0 && (
                <p className="text-sm text-muted">{online.map(({ name }) => name).join(', ')}</p>
              )}
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** When a host is expected, next. */
export function OwnShift() {
  const { t } = useTranslation(['overview', 'board']);
  const format = useFormat();
  const query = useQuery({
    queryKey: ['own-shifts', 'next'],
    queryFn: ({ signal }) => call(listOwnShifts, {}, { signal }),
  });
  return (
    <Panel title={t('ownShift')} to={pages.ownWork} open={t('board:page.ownWork')}>
      <Loaded query={query} skeleton={<Skeleton className="h-6 w-40" />}>
        {({ shifts }) => {
          const next = shifts.toSorted((one, other) => one.startsAt - other.startsAt)[0];
          if (!next) return <p className="text-sm text-muted">{t('noShift')}</p>;
          return (
            <p className="text-sm">
              <span className="font-semibold">{format.dayAndClock(next.startsAt)}</span>
              {' – '}
              {format.clock(next.endsAt)}
              {next.note && <span className="block text-muted">{next.note}</span>}
            </p>
          );
        }}
      </Loaded>
    </Panel>
  );
}

interface PanelProps {
  title: string;
  /** The page where more of it stands, and the words of the link. */
  to: string;
  open: string;
  children: ReactNode;
}

function Panel({ title, to, open, children }: PanelProps) {
  return (
    <section className="flex flex-col gap-2.5 rounded-card border border-line bg-surface px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">{title}</h2>
        <Link
          to={to}
          className="relative touch-target text-[0.8125rem] font-medium text-primary-text underline underline-offset-2"
        >
          {open}
        </Link>
      </div>
      {children}
    </section>
  );
}
