import { useQueryClient } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { useMe } from '#console/shell/api.ts';
import { useLiveChanges } from '#console/shell/live.ts';
import { QueuePage } from '#console/shell/queue.tsx';
import type { CaseContext } from './case-pane.tsx';
import { dropCases, refreshQueues } from './moderation-data.ts';
import { QueuePane } from './queue-pane.tsx';
import { useVerdictActions } from './verdict-actions.ts';

/** Queue, case and policy. */
export function Moderation() {
  const { t } = useTranslation('moderation');
  const { id } = useParams();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const actions = useVerdictActions();
  useLiveQueues();
  return (
    <QueuePage
      width="lg:w-80"
      queue={<QueuePane actions={actions} selected={selected} onSelect={select} />}
      open={id ? <Outlet context={{ actions, bulk: selected.size > 0 } satisfies CaseContext} /> : null}
      closed={{ icon: <Scale />, title: t('choose'), text: t('chooseText') }}
    />
  );
}

/** Many changes at the same time are one more look at the lists. */
const COALESCE_MS = 400;

/** What another moderator decides disappears at once; everything else is asked for again. */
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
