import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call, useBrandTitle, useMyBrands } from '#console/shell/api.ts';
import { brandOptions, FilterSelect } from '#console/shell/filter-select.tsx';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { POSTBACK_STATES, listPostbacks } from '#contract/insight/postbacks.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Tag } from '#ui/badge.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';

type Postback = ReplyOf<typeof listPostbacks>['postbacks'][number];
type State = Postback['state'];

const LIVE_MS = 30_000;

const stateWords = {
  waiting: 'states.waiting',
  sent: 'states.sent',
  withheld: 'states.withheld',
  failed: 'states.failed',
} as const satisfies Record<State, string>;

const factWords = {
  lead: 'facts.lead',
  sale: 'facts.sale',
  renewal: 'facts.renewal',
  refund: 'facts.refund',
  chargeback: 'facts.chargeback',
} as const satisfies Record<Postback['fact'], string>;

/** What was sent to networks, how often it was tried, and what they answered last. */
export function Postbacks() {
  const { t } = useTranslation(['postbacks', 'shell']);
  const [search, setSearch] = useSearchParams();
  const state = POSTBACK_STATES.find((one) => one === search.get('state'));
  const brand = search.get('brand') ?? undefined;
  const filter = { ...(brand && { brand }), ...(state && { state }) };
  const isFiltering = Object.keys(filter).length > 0;
  const query = useInfiniteQuery({
    queryKey: ['postbacks', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listPostbacks, { ...filter, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ postbacks }) => postbacks),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.pages.length > 1 ? false : LIVE_MS),
  });
  return (
    <Page text={t('text')}>
      <FilterBar filter={filter} />
      <Loaded query={query} skeleton={<SkeletonRows rows={8} />}>
        {(postbacks) =>
          postbacks.length === 0 ? (
            <NothingFound
              icon={<Megaphone />}
              title={t(isFiltering ? 'noneFound' : 'empty')}
              text={t(isFiltering ? 'noneFoundText' : 'emptyText')}
              clear={
                isFiltering
                  ? { label: t('clear'), onClick: () => setSearch({}, { replace: true }) }
                  : undefined
              }
            />
          ) : (
            <div>
              <PostbackTable postbacks={postbacks} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function FilterBar({ filter }: { filter: { brand?: string; state?: State } }) {
  const { t } = useTranslation(['postbacks', 'shell']);
  const [, setSearch] = useSearchParams();
  const brands = useMyBrands('postbacks.read');
  const change = (part: { brand?: string; state?: string }) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value);
    setSearch(Object.fromEntries(next), { replace: true });
  };
  return (
    <search className="grid grid-cols-2 max-xs:grid-cols-1 gap-2 md:max-w-md">
      <FilterSelect
        label={t('state')}
        any={t('anyState')}
        value={filter.state}
        options={POSTBACK_STATES.map((value) => ({ value, label: t(stateWords[value]) }))}
        onChange={(value) => change({ state: value })}
      />
      <FilterSelect
        label={t('brand')}
        any={t('anyBrand')}
        value={filter.brand}
        options={brandOptions(brands)}
        onChange={(value) => change({ brand: value })}
      />
    </search>
  );
}

const tones = {
  waiting: 'neutral',
  sent: 'success',
  withheld: 'primary',
  failed: 'danger',
} as const satisfies Record<State, string>;

function PostbackTable({ postbacks }: { postbacks: readonly Postback[] }) {
  const { t } = useTranslation(['postbacks', 'shell']);
  const format = useFormat();
  const brandTitle = useBrandTitle();
  const columns: Column<Postback>[] = [
    {
      title: t('fact'),
      heading: true,
      renderCell: ({ fact }) => <span className="font-medium">{t(factWords[fact])}</span>,
    },
    {
      title: t('state'),
      className: 'md:whitespace-nowrap',
      renderCell: ({ state }) => <Tag tone={tones[state]}>{t(stateWords[state])}</Tag>,
    },
    { title: t('target'), className: 'wrap-anywhere', renderCell: ({ target }) => target },
    { title: t('brand'), renderCell: ({ brand }) => brandTitle(brand) },
    {
      title: t('at'),
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>,
    },
    { title: t('attempts'), align: 'end', renderCell: ({ attempts }) => format.number(attempts) },
    {
      title: t('problem'),
      className: 'wrap-anywhere md:w-[28%]',
      renderCell({ problem, state, nextAt }) {
        const answer = problem ?? (state === 'sent' ? t('fine') : null);
        if (answer === null && nextAt === null) return null;
        return (
          <div>
            {answer}
            {nextAt !== null && (
              <span className="block text-xs text-muted">
                {t('nextTry', { time: format.moment(nextAt) })}
              </span>
            )}
          </div>
        );
      },
    },
  ];
  return <DataTable name={t('page.postbacks')} columns={columns} rows={postbacks} keyOf={({ id }) => id} />;
}
