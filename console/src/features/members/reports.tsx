import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Moment } from '#console/shell/format.tsx';
import { paths } from '#console/shell/paths.ts';
import type { MemberPage } from '#contract/staff/members.ts';
import { Tag } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LongText } from '#ui/long-text.tsx';

type Report = MemberPage['reports'][number];

/** What others said about the member, and the member about others. */
export function Reports({ reports, brand }: { reports: readonly Report[]; brand: string }) {
  const { t } = useTranslation(['members', 'shell']);
  if (reports.length === 0)
    return <EmptyState compact icon={<Flag />} title={t('reports.empty')} text={t('reports.emptyText')} />;
  const columns: Column<Report>[] = [
    {
      title: t('reports.what'),
      heading: true,
      renderCell: ({ direction, reason }) => (
        <span className="font-semibold">{t(`reports.${direction}`, { reason: t(`reasons.${reason}`) })}</span>
      ),
    },
    {
      title: t('reports.other'),
      renderCell: ({ other }) =>
        other &&
        (other.accountId ? (
          <Link to={paths.member(brand, other.accountId)} className="underline underline-offset-2">
            {other.screenName}
          </Link>
        ) : (
          other.screenName
        )),
    },
    {
      title: t('reports.text'),
      className: 'md:w-[40%]',
      renderCell: ({ text }) =>
        text ? <LongText text={text} more={t('shell:showAll')} less={t('shell:showLess')} /> : null,
    },
    {
      title: t('reports.state'),
      renderCell: ({ status }) => (
        <Tag tone={status === 'open' ? 'warning' : 'neutral'}>{t(`reports.${status}`)}</Tag>
      ),
    },
    {
      title: t('reports.at'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ at }) => <Moment at={at} />,
    },
  ];
  return (
    <DataTable
      name={t('tabs.reports')}
      columns={columns}
      rows={reports}
      keyOf={({ id, direction }) => `${direction} ${id}`}
    />
  );
}
