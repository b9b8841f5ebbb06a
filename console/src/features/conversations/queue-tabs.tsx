import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { QUEUE_COUNTED_TO } from '../../../../contract/kernel/constants.ts';
import { useFormat } from '../../shell/format.tsx';
import { type QueueList, useCounts, useFilter, writeFilter } from './queue-data.ts';

const lists: readonly QueueList[] = ['mine', 'new', 'waiting', 'quiet'];

/** The lists of the queue, each with how many stand in it. */
export function QueueTabs() {
  const { t } = useTranslation(['conversations', 'shell']);
  const format = useFormat();
  const [filter] = useFilter();
  const { data: counts } = useCounts(filter);
  const words = (count: number) =>
    count > QUEUE_COUNTED_TO ? `${format.number(QUEUE_COUNTED_TO)}+` : format.number(count);
  return (
    <nav aria-label={t('lists')} className="border-b border-line px-2">
      <ul className="flex">
        {lists.map((list) => (
          <li key={list} className="min-w-0 flex-1">
            <Link
              to={{ search: writeFilter({ brand: '', language: '', ...filter, list }) }}
              replace
              preventScrollReset
              aria-current={list === filter.list ? 'true' : undefined}
              className="flex h-11 flex-col items-center justify-center gap-0.5 border-b-2 border-transparent text-xs font-medium text-muted -outline-offset-3 hover:text-ink aria-[current=true]:border-primary-line aria-[current=true]:text-ink"
            >
              <span className="max-w-full truncate">{t(`list.${list}`)}</span>
              <span className="text-[11px] leading-none tabular-nums">
                {counts ? words(counts[list]) : '–'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
