import { Coffee } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { explain } from '#console/shell/api.ts';
import { FilterSelect } from '#console/shell/filter-select.tsx';
import { useFormat } from '#console/shell/format.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, NextPage } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { KeyHelp, QueueHead, moveFocus } from '#console/shell/queue.tsx';
import { LANGUAGES, QUEUE_COUNTED_TO } from '#contract/kernel/constants.ts';
import { languages } from '#contract/kernel/languages.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { type QueueList, useCounts, useFilter, useNext, useQueue, writeFilter } from './queue-data.ts';
import { QueueRows, queueRows } from './queue-rows.tsx';

/** Takes the next conversation and opens it. */
export function useOpenNext(): { openNext: () => void; isPending: boolean } {
  const { t, i18n } = useTranslation('conversations');
  const [filter] = useFilter();
  const { search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const next = useNext(filter);
  const openNext = () => {
    if (next.isPending) return;
    next.mutate(undefined, {
      onSuccess: (taken) => {
        if (taken) void navigate({ pathname: paths.conversation(taken.brand, taken.id), search });
        else toast({ name: 'queue', text: t('noneWaits') });
      },
      onError: (error) => toast({ name: 'queue', kind: 'danger', text: explain(error, i18n) }),
    });
  };
  return { openNext, isPending: next.isPending };
}

const shortcuts = [
  { keys: ['N'], name: 'next' },
  { keys: ['J', 'K'], name: 'move' },
  { keys: ['↵'], name: 'open' },
  { keys: ['R'], name: 'write' },
  { keys: ['Ctrl', '↵'], name: 'send' },
  { keys: ['Ctrl', '⇧', '↵'], name: 'sendAndNext' },
  { keys: ['Esc'], name: 'leave' },
  { keys: ['H'], name: 'release' },
  { keys: ['T'], name: 'transfer' },
  { keys: ['?'], name: 'help' },
] as const;

/** Who waits, the longest waiting first, and the button that hands over the next one. */
export function QueuePane() {
  const { t } = useTranslation(['conversations', 'shell']);
  const { openNext, isPending } = useOpenNext();
  useKeys({ n: openNext, j: () => moveFocus(queueRows(), 1), k: () => moveFocus(queueRows(), -1) });
  return (
    <>
      <QueueHead
        next={{ label: t('next'), isBusy: isPending, onClick: openNext }}
        help={
          <KeyHelp
            title={t('shortcuts.title')}
            text={t('shortcuts.text')}
            keys={shortcuts.map(({ keys, name }) => ({ keys, does: t(`shortcuts.${name}`) }))}
          />
        }
      >
        <FilterBar />
      </QueueHead>
      <QueueTabs />
      <Lists />
    </>
  );
}

function FilterBar() {
  const { t } = useTranslation(['conversations', 'shell']);
  const [filter, change] = useFilter();
  return (
    <search>
      <FilterSelect
        label={t('language')}
        any={t('anyLanguage')}
        value={filter.language}
        options={LANGUAGES.map((value) => ({ value, label: languages[value].name }))}
        onChange={(value) => change({ language: value })}
      />
    </search>
  );
}

const lists: readonly QueueList[] = ['mine', 'new', 'waiting', 'quiet'];

/** The lists of the queue, each with how many stand in it. */
function QueueTabs() {
  const { t } = useTranslation(['conversations', 'shell']);
  const format = useFormat();
  const [filter] = useFilter();
  const { data: counts } = useCounts(filter);
  const words = (count: number) =>
    count > QUEUE_COUNTED_TO ? `${format.number(QUEUE_COUNTED_TO)}+` : format.number(count);
  return (
    <nav aria-label={t('lists')} className="border-b border-line px-2">
      <ul className="grid grid-cols-4 max-xs:grid-cols-2">
        {lists.map((list) => (
          <li key={list} className="min-w-0">
            <Link
              to={{ search: writeFilter({ ...filter, list }) }}
              replace
              preventScrollReset
              aria-current={list === filter.list ? 'true' : undefined}
              className="flex min-h-11 flex-col items-center justify-center gap-0.5 border-b-2 py-1 border-transparent text-xs font-medium text-muted -outline-offset-3 hover:text-ink aria-[current=true]:border-primary-line aria-[current=true]:text-ink"
            >
              <span className="max-w-full truncate">{t(`list.${list}`)}</span>
              <span className="text-[0.6875rem] leading-none tabular-nums">
                {counts ? words(counts[list]) : '–'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Lists() {
  const { t } = useTranslation();
  const [{ list }] = useFilter();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {list ? (
        <List list={list} />
      ) : (
        <Loading label={t('loading')}>
          <ListSkeleton />
        </Loading>
      )}
    </div>
  );
}

function ListSkeleton() {
  return (
    <div className="px-4 py-2">
      <RowSkeletons rows={6} />
    </div>
  );
}

function List({ list }: { list: QueueList }) {
  const { t } = useTranslation(['conversations', 'shell']);
  const [filter] = useFilter();
  const query = useQueue(filter, list);
  return (
    <Loaded query={query} skeleton={<ListSkeleton />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            compact
            icon={<Coffee />}
            title={t(`empty.${list}`)}
            text={t(`emptyText.${list}`)}
            action={<WaitElsewhere />}
          />
        ) : (
          <>
            <QueueRows rows={rows} />
            <NextPage query={query} />
          </>
        )
      }
    </Loaded>
  );
}

/** The way from an empty list to one where a member waits. */
function WaitElsewhere() {
  const { t } = useTranslation('conversations');
  const [filter] = useFilter();
  const { data: counts } = useCounts(filter);
  const list = (['new', 'waiting'] as const).find((one) => one !== filter.list && (counts?.[one] ?? 0) > 0);
  if (!list) return null;
  return (
    <Link
      to={{ search: writeFilter({ ...filter, list }) }}
      replace
      className="relative touch-target text-sm font-medium text-primary-text underline underline-offset-2"
    >
      {t('waitElsewhere', { list: t(`list.${list}`) })}
    </Link>
  );
}
