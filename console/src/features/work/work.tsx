import { CircleCheckBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FailedOfQueue } from './failed-work.tsx';
import { QueueTable } from './queue-table.tsx';
import { useWork } from './use-work.tsx';

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
          return (
            <>
              <QueueTable queues={queues} mostCounted={mostCounted} shown={shown} />
              {shown !== null && <FailedOfQueue key={shown} queue={shown} />}
              {shown === null && isWell && (
                <EmptyState compact icon={<CircleCheckBig />} title={t('well')} text={t('wellText')} />
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
