import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { TabTitle } from '../../shell/page.tsx';
import { useReturnedReplies } from './composer/writing-data.ts';
import { QueuePane } from './queue-pane.tsx';
import { useLiveQueue } from './use-live-queue.ts';

/** Queue, conversation and cards side by side at a desk; one after the other on smaller screens. */
export function Conversations() {
  const { id } = useParams();
  useLiveQueue();
  useReturnedReplies();
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:h-dvh lg:flex-none lg:flex-row">
      <TabTitle />
      <section
        aria-labelledby="queue-title"
        className={`min-h-0 w-full flex-col border-line lg:flex lg:w-72 lg:shrink-0 lg:border-e xl:w-80 ${id ? 'hidden' : 'flex'}`}
      >
        <QueuePane />
      </section>
      <div className={`min-h-0 min-w-0 flex-1 flex-col lg:flex ${id ? 'flex' : 'hidden'}`}>
        {id ? <Outlet /> : <NothingOpen />}
      </div>
    </div>
  );
}

function NothingOpen() {
  const { t } = useTranslation('conversations');
  return (
    <div className="m-auto">
      <EmptyState compact icon={<MessagesSquare />} title={t('choose')} text={t('chooseText')} />
    </div>
  );
}
