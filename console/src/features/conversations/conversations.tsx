import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Outlet, useParams } from 'react-router';
import { QueuePage } from '#console/shell/queue.tsx';
import { useReturnedReplies } from './composer/writing-data.ts';
import { useFirstList } from './queue-data.ts';
import { QueuePane } from './queue-pane.tsx';
import { useLiveQueue } from './use-live-queue.ts';

/** Queue, conversation and cards. */
export function Conversations() {
  const { t } = useTranslation('conversations');
  const { id } = useParams();
  useFirstList();
  useLiveQueue();
  useReturnedReplies();
  return (
    <QueuePage
      width="lg:w-72 xl:w-80"
      queue={<QueuePane />}
      open={id ? <Outlet /> : null}
      closed={{ icon: <MessagesSquare />, title: t('choose'), text: t('chooseText') }}
    />
  );
}
