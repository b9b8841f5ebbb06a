import { ChevronDown, CircleCheckBig } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedOfQueue } from './failed-work.tsx';
import { QueueName, QueueTable } from './queue-table.tsx';
import { type Figures, isLate, useWork } from './use-work.tsx';

/** How background work stands, a line a queue. The queue whose failures are shown stands in the address. */
export function Work() {
  const { t } = useTranslation('work');
  const [search] = useSearchParams();
  const query = useWork({ live: true });
  return (
    <Page text={t('text')}>
      <Loaded query={query} skeleton={<SkeletonRows rows={6} className="h-11" />}>
        {({ queues, mostCounted }) => {
          const shown = queues.find(({ name }) => name === search.get('queue'))?.name ?? null;
          const isWell = queues.every(({ failing, givenUp }) => failing + givenUp === 0);
          const busy = queues.filter((queue) => concernOf(queue) > 0);
          const sorted = busy.toSorted((one, other) => concernOf(other) - concernOf(one));
          return (
            <>
              {shown === null && isWell && (
                <EmptyState compact icon={<CircleCheckBig />} title={t('well')} text={t('wellText')} />
              )}
              {sorted.length > 0 && <QueueTable queues={sorted} mostCounted={mostCounted} shown={shown} />}
              {shown !== null && <FailedOfQueue key={shown} queue={shown} />}
              <IdleQueues queues={queues.filter((queue) => concernOf(queue) === 0)} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** What needs an operator stands first, and then what fails; a queue without work needs no look. */
function concernOf(queue: Figures): number {
  if (queue.givenUp > 0 || isLate(queue)) return 3;
  if (queue.failing > 0) return 2;
  return queue.waiting > 0 || queue.donePerMinute > 0 ? 1 : 0;
}

/** Of these there is nothing to say but that they exist. */
function IdleQueues({ queues }: { queues: readonly Figures[] }) {
  const { t } = useTranslation('work');
  const [open, setOpen] = useState(false);
  const id = useId();
  if (queues.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        iconEnd={<ChevronDown aria-hidden className={open ? 'size-4 rotate-180' : 'size-4'} />}
        onClick={() => setOpen(!open)}
      >
        {t('idle', { count: queues.length })}
      </Button>
      {open && (
        <ul
          id={id}
          aria-label={t('idleQueues')}
          className="grid w-full gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 text-[0.8125rem] sm:grid-cols-2 xl:grid-cols-3"
        >
          {queues.map(({ name }) => (
            <li key={name}>
              <QueueName name={name} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
