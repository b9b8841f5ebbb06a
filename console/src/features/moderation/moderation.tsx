import { useQueryClient } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { useMe } from '../../shell/api.ts';
import { useLiveChanges } from '../../shell/live.ts';
import { TabTitle } from '../../shell/page.tsx';
import type { CaseContext } from './case-pane.tsx';
import { useDesk } from './desk.ts';
import { dropCases, refreshQueues } from './moderation-data.ts';
import { QueuePane } from './queue-pane.tsx';

/** Queue, case and policy side by side at a desk; one after the other on smaller screens. */
export function Moderation() {
  const { id } = useParams();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const desk = useDesk();
  useLiveQueues();
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-dvh lg:flex-none lg:flex-row">
      <TabTitle />
      <section
        aria-labelledby="queue-title"
        className={`min-h-0 w-full flex-col border-line lg:flex lg:w-80 lg:shrink-0 lg:border-e ${id ? 'hidden' : 'flex'}`}
      >
        <QueuePane desk={desk} selected={selected} onSelect={select} />
      </section>
      <div className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${id ? 'flex' : 'hidden'}`}>
        {id ? <Outlet context={{ desk, bulk: selected.size > 0 } satisfies CaseContext} /> : <NothingOpen />}
      </div>
    </div>
  );
}

function NothingOpen() {
  const { t } = useTranslation('moderation');
  return (
    <div className="m-auto">
      <EmptyState compact icon={<Scale />} title={t('choose')} text={t('chooseText')} />
    </div>
  );
}

/** Many changes at the same time are one more look at the lists. */
const COALESCE_MS = 400;

/** What somebody else decides disappears at once; everything else is asked for again. */
function useLiveQueues(): void {
  const client = useQueryClient();
  const { data: me } = useMe();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLiveChanges('case', ({ id, change, staffId }) => {
    if (id !== null && change === 'decided' && staffId !== me?.id) dropCases(client, new Set([id]));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refreshQueues(client), COALESCE_MS);
  });
}
