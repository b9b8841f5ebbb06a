import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call, useBrandTitle } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { useFormat } from '#console/shell/format.tsx';
import { type ListColumn, ListTable } from '#console/shell/list-table/list-table.tsx';
import { readPages } from '#console/shell/list-table/read-pages.ts';
import { Loaded, NextPage, NothingFound, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { POSTBACK_STATES, listPostbacks } from '#contract/insight/postbacks.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { Tag } from '#ui/badge.tsx';

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
  const brand = useBrandScope();
  const filter = { ...(brand && { brand }), ...(state && { state }) };
  const isFiltering = state !== undefined;
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
      <search className="flex">
        <FilterSelect
          label={t('state')}
          any={t('anyState')}
          value={state}
          options={POSTBACK_STATES.map((value) => ({ value, label: t(stateWords[value]) }))}
          onChange={(value) => setSearch(value ? { state: value } : {}, { replace: true })}
        />
      </search>
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
              <PostbackTable postbacks={postbacks} readAll={() => readPostbacks(filter)} />
              <NextPage query={query} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

type Filter = Omit<InputOf<typeof listPostbacks>, 'before'>;

function readPostbacks(filter: Filter): Promise<readonly Postback[]> {
  return readPages(async (before) => {
    const { postbacks: rows, next } = await call(listPostbacks, {
      ...filter,
      ...(before !== null && { before }),
    });
    return { rows, next };
  });
}

const tones = {
  waiting: 'neutral',
  sent: 'success',
  withheld: 'primary',
  failed: 'danger',
} as const satisfies Record<State, string>;

interface PostbackTableProps {
  postbacks: readonly Postback[];
  readAll: () => Promise<readonly Postback[]>;
}

function PostbackTable({ postbacks, readAll }: PostbackTableProps) {
  const { t } = useTranslation(['postbacks', 'shell']);
  const format = useFormat();
  const brandTitle = useBrandTitle();
  const columns: ListColumn<Postback>[] = [
    {
      id: 'fact',
      title: t('fact'),
      csv: ({ fact }) => t(factWords[fact]),
      heading: true,
      renderCell: ({ fact }) => <span className="font-medium">{t(factWords[fact])}</span>,
    },
    {
      id: 'state',
      title: t('state'),
      csv: ({ state }) => t(stateWords[state]),
      className: 'md:whitespace-nowrap',
      renderCell: ({ state }) => <Tag tone={tones[state]}>{t(stateWords[state])}</Tag>,
    },
    {
      id: 'target',
      title: t('target'),
      csv: ({ target }) => target,
      className: 'wrap-anywhere',
      renderCell: ({ target }) => target,
    },
    {
      id: 'brand',
      title: t('brand'),
      csv: ({ brand }) => brand,
      renderCell: ({ brand }) => brandTitle(brand),
    },
    {
      id: 'at',
      title: t('at'),
      csv: ({ at }) => new Date(at).toISOString(),
      className: 'md:whitespace-nowrap tabular-nums',
      renderCell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{format.moment(at)}</time>,
    },
    {
      id: 'attempts',
      title: t('attempts'),
      csv: ({ attempts }) => attempts,
      align: 'end',
      renderCell: ({ attempts }) => format.number(attempts),
    },
    {
      id: 'problem',
      title: t('problem'),
      csv: ({ problem }) => problem,
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
  return (
    <ListTable
      id="postbacks"
      name={t('page.postbacks')}
      columns={columns}
      rows={postbacks}
      keyOf={({ id }) => id}
      readAll={readAll}
    />
  );
}
