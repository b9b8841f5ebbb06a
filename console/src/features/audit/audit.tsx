import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import { listAudit } from '../../../../contract/staff/staff.ts';
import { type Column, DataTable } from '../../../../packages/ui/data-table.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { LongText } from '../../../../packages/ui/long-text.tsx';
import { call } from '../../shell/api.ts';
import { useFormat } from '../../shell/format.tsx';
import { Loaded, NextPage, SkeletonRows } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';

type Entry = ReplyOf<typeof listAudit>['entries'][number];

export function Audit() {
  const { t } = useTranslation(['audit', 'shell']);
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => call(listAudit, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });
  return (
    <Page text={t('text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState compact icon={<ScrollText />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <div>
              <AuditTable entries={entries} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function AuditTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation(['audit', 'shell']);
  const format = useFormat();
  const columns: Column<Entry>[] = [
    {
      title: t('action'),
      heading: true,
      renderCell: ({ action }) => <span className="font-mono text-[13px] font-medium">{action}</span>,
    },
    {
      title: t('at'),
      className: 'whitespace-nowrap tabular-nums',
      renderCell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>,
    },
    { title: t('actor'), className: 'wrap-anywhere', renderCell: ({ actor }) => actor },
    { title: t('brand'), renderCell: ({ brand }) => brand },
    { title: t('subject'), className: 'wrap-anywhere', renderCell: ({ subject }) => subject },
    {
      title: t('details'),
      className: 'md:w-[32%]',
      renderCell: ({ details }) => (Object.keys(details).length > 0 ? <Details details={details} /> : null),
    },
  ];
  return (
    <DataTable name={t('shell:section.audit')} columns={columns} rows={entries} keyOf={({ id }) => id} />
  );
}

/** What an entry says beyond its action: names and values as they were written down. */
function Details({ details }: { details: Record<string, unknown> }) {
  const { t } = useTranslation(['audit', 'shell']);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-0.5 max-md:justify-end">
      {Object.entries(details).map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-1.5 text-xs">
          <dt className="font-mono text-muted">{name}</dt>
          <dd className="min-w-0">
            <LongText
              text={typeof value === 'string' ? value : JSON.stringify(value)}
              more={t('shell:showAll')}
              less={t('shell:showLess')}
              className="font-mono"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
