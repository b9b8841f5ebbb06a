import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import { listAudit } from '../../../../contract/staff/staff.ts';
import { call } from '../../lib/call.ts';
import { useFormat } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { Details } from './details.tsx';

type Entry = ReplyOf<typeof listAudit>['entries'][number];

export function Audit() {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => call(listAudit, pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
  return (
    <Page title={t('section.audit')} text={t('audit.text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {(entries) =>
          entries.length === 0 ? (
            <Notice icon={ScrollText} title={t('audit.empty')} text={t('audit.emptyText')} />
          ) : (
            <div>
              <AuditTable entries={entries} />
              <LoadMore query={query} label={t('loadMore')} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function AuditTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns: Column<Entry>[] = [
    {
      title: t('audit.action'),
      heading: true,
      renderCell: ({ action }) => <span className="font-mono text-[13px] font-medium">{action}</span>,
    },
    {
      title: t('audit.at'),
      className: 'whitespace-nowrap tabular-nums',
      renderCell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>,
    },
    { title: t('audit.actor'), className: 'wrap-anywhere', renderCell: ({ actor }) => actor },
    { title: t('audit.brand'), renderCell: ({ brand }) => brand },
    { title: t('audit.subject'), className: 'wrap-anywhere', renderCell: ({ subject }) => subject },
    {
      title: t('audit.details'),
      className: 'md:w-[32%]',
      renderCell: ({ details }) => (Object.keys(details).length > 0 ? <Details details={details} /> : null),
    },
  ];
  return <DataTable name={t('section.audit')} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}
