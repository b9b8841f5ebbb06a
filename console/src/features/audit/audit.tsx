import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { useFormat } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { readPages } from '#console/shell/list-table/read-pages.ts';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { listAudit } from '#contract/staff/staff.ts';
import { Button } from '#ui/button.tsx';
import { LongText } from '#ui/long-text.tsx';
import { TextField } from '#ui/text-field.tsx';

type Entry = ReplyOf<typeof listAudit>['entries'][number];

const filterNames = ['actor', 'action', 'subject'] as const;
type Filter = Partial<Record<(typeof filterNames)[number], string>>;

/** What is looked for stands in the address, so that it can be kept, sent and gone back from. */
function useFilter(): [Filter, (part: Filter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = (part: Filter) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value);
    setSearch(Object.fromEntries(next));
  };
  return [filter, change];
}

function readFilter(search: URLSearchParams): Filter {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

export function Audit() {
  const { t } = useTranslation(['audit', 'shell']);
  const [filter, change] = useFilter();
  const brand = useBrandScope();
  const shown = { ...filter, ...(brand && { brand }) };
  const query = useInfiniteQuery({
    queryKey: ['audit', shown],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { ...shown, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      entries: pages.flatMap(({ entries }) => entries),
      isUnknown: pages.some(({ actorFound }) => !actorFound),
    }),
    placeholderData: keepPreviousData,
  });
  const isFiltering = Object.keys(filter).length > 0;
  return (
    <Page text={t('text')}>
      <FilterBar filter={filter} onChange={change} />
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {({ entries, isUnknown }) =>
          entries.length === 0 ? (
            <NothingFound
              icon={<ScrollText />}
              title={
                isUnknown ? t('unknownActor', { name: filter.actor }) : t(isFiltering ? 'noneFound' : 'empty')
              }
              text={t(isUnknown ? 'unknownActorText' : isFiltering ? 'noneFoundText' : 'emptyText')}
              clear={isFiltering ? { label: t('clear'), onClick: () => change(nothing) } : undefined}
            />
          ) : (
            <div>
              <AuditTable entries={entries} readAll={() => readEntries(shown)} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function readEntries(filter: Filter & { brand?: string }): Promise<readonly Entry[]> {
  return readPages(async (before) => {
    const { entries: rows, next } = await call(listAudit, { ...filter, ...(before !== null && { before }) });
    return { rows, next };
  });
}

const nothing: Filter = { actor: '', action: '', subject: '' };

interface FilterBarProps {
  filter: Filter;
  onChange: (part: Filter) => void;
}

/** Words are looked for when they are sent; whom and what a row names can be pressed instead. */
function FilterBar({ filter, onChange }: FilterBarProps) {
  const { t } = useTranslation(['audit', 'shell']);
  const field = (name: 'actor' | 'action' | 'subject') => ({
    dense: true,
    name,
    label: t(name),
    placeholder: t(`hints.${name}`),
    defaultValue: filter[name] ?? '',
  });
  return (
    <search>
      <form
        className="grid grid-cols-2 max-xs:grid-cols-1 items-end gap-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget);
          const of = (name: string) => {
            const value = typed.get(name);
            return typeof value === 'string' ? value.trim() : '';
          };
          onChange({ actor: of('actor'), action: of('action'), subject: of('subject') });
        }}
      >
        <TextField key={`action ${filter.action}`} {...field('action')} maxLength={100} />
        <TextField key={`subject ${filter.subject}`} {...field('subject')} maxLength={300} />
        <TextField key={`actor ${filter.actor}`} {...field('actor')} maxLength={254} />
        <Button type="submit" size="sm" variant="secondary" icon={<Search aria-hidden className="size-4" />}>
          {t('search')}
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button type="button" size="sm" variant="ghost" onClick={() => onChange(nothing)}>
            {t('clear')}
          </Button>
        )}
      </form>
    </search>
  );
}

/** A value of a row that can be looked for. */
function FilterLink({ filter, label, children }: { filter: Filter; label: string; children: ReactNode }) {
  return (
    <Link
      to={{ search: `?${new URLSearchParams(filter)}` }}
      aria-label={label}
      className="relative touch-target underline decoration-line underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

interface AuditTableProps {
  entries: readonly Entry[];
  readAll: () => Promise<readonly Entry[]>;
}

function AuditTable({ entries, readAll }: AuditTableProps) {
  const { t } = useTranslation(['audit', 'shell']);
  const format = useFormat();
  const columns: ListColumn<Entry>[] = [
    {
      id: 'action',
      title: t('action'),
      heading: true,
      csv: ({ action }) => action,
      renderCell: ({ action }) => (
        <span className="font-mono text-[0.8125rem] font-medium">
          <FilterLink filter={{ action }} label={t('only', { value: action })}>
            {action}
          </FilterLink>
        </span>
      ),
    },
    {
      id: 'at',
      title: t('at'),
      csv: ({ at }) => new Date(at).toISOString(),
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>,
    },
    {
      id: 'actor',
      title: t('actor'),
      csv: ({ actor }) => actor,
      className: 'wrap-anywhere',
      renderCell: ({ actor, actorId }) =>
        actorId === null ? (
          actor
        ) : (
          <FilterLink filter={{ actor: actorId }} label={t('only', { value: actor })}>
            {actor}
          </FilterLink>
        ),
    },
    { id: 'brand', title: t('brand'), csv: ({ brand }) => brand, renderCell: ({ brand }) => brand },
    {
      id: 'subject',
      title: t('subject'),
      csv: ({ subject }) => subject,
      className: 'wrap-anywhere',
      renderCell: ({ subject }) =>
        subject && (
          <FilterLink filter={{ subject }} label={t('only', { value: subject })}>
            {subject}
          </FilterLink>
        ),
    },
    {
      id: 'details',
      title: t('details'),
      csv: ({ details }) => JSON.stringify(details),
      className: 'md:w-[32%]',
      renderCell: ({ details }) => (Object.keys(details).length > 0 ? <Details details={details} /> : null),
    },
  ];
  return (
    <ListTable
      id="audit"
      name={t('page.audit')}
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      readAll={readAll}
    />
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
