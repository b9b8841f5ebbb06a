import { PiggyBank } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import type { Place } from '#console/shell/members.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Notice } from '#ui/notice.tsx';
import { useMemberSpending } from './member-data.ts';
import type { MemberSpending } from './member-data.ts';

type Window = MemberSpending['windows'][number];

const periods = {
  day: 'spending.day',
  week: 'spending.week',
  month: 'spending.month',
} as const satisfies Record<Window['period'], string>;

/** What the member has spent and what they allow themselves. It is read only: the console cannot change it. */
export function Spending({ place }: { place: Place }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const query = useMemberSpending(place);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={3} />}>
      {({ windows, totalCents, undecidedCents, pausedUntil }) => (
        <div className="flex flex-col gap-4 pt-3">
          {pausedUntil !== null && (
            <Notice tone="warning" icon={<PiggyBank aria-hidden />}>
              {t('spending.paused', { date: format.moment(pausedUntil) })}
            </Notice>
          )}
          <Windows windows={windows} />
          <p className="text-sm text-muted">
            {t('spending.total', { total: format.money(totalCents) })}{' '}
            {undecidedCents > 0 && t('spending.undecided', { amount: format.money(undecidedCents) })}{' '}
            {t('spending.own')}
          </p>
        </div>
      )}
    </Loaded>
  );
}

function Windows({ windows }: { windows: readonly Window[] }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const limitOf = (limitCents: number | null) =>
    limitCents === null ? t('spending.none') : format.money(limitCents);
  const columns: Column<Window>[] = [
    { title: t('spending.period'), heading: true, renderCell: ({ period }) => t(periods[period]) },
    { title: t('spending.spent'), align: 'end', renderCell: ({ spentCents }) => format.money(spentCents) },
    { title: t('spending.limit'), align: 'end', renderCell: ({ limitCents }) => limitOf(limitCents) },
    {
      title: t('spending.next'),
      renderCell: ({ next }) =>
        next && t('spending.nextFrom', { limit: limitOf(next.limitCents), date: format.moment(next.from) }),
    },
  ];
  return (
    <DataTable name={t('tabs.spending')} columns={columns} rows={windows} keyOf={({ period }) => period} />
  );
}
