import { MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CHAT_MAX_HEIGHT_PX } from '#contract/kernel/constants.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ConversationList, useConversations } from './conversation-list.tsx';
import { ConversationPane } from './conversation/conversation-pane.tsx';

/** The conversations and the open one: two panes where there is room, one after the other on a phone. */
export function ChatsScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['chats', 'chat', 'people', 'errors']);
  const { profileId } = useParams();
  const { rows } = useConversations();
  const isEmpty = rows?.length === 0 && !profileId;
  return (
    <div
      style={{ maxHeight: CHAT_MAX_HEIGHT_PX }}
      className="mx-auto flex min-h-0 w-full max-w-7xl flex-1 lg:my-auto lg:p-5"
    >
      <div className="flex min-h-0 min-w-0 flex-1 overflow-hidden lg:rounded-card lg:edge lg:bg-surface lg:shadow-card">
        <section
          className={classNames(
            'flex min-h-0 w-full flex-col',
            profileId && 'max-lg:hidden',
            !isEmpty && 'lg:w-96 lg:shrink-0 lg:border-r-(length:--stroke) lg:border-line',
          )}
        >
          <ConversationList openId={profileId} />
        </section>
        {!isEmpty && (
          <section
            className={classNames('flex min-h-0 min-w-0 flex-1 flex-col', !profileId && 'max-lg:hidden')}
          >
            {profileId ? <ConversationPane key={profileId} profileId={profileId} /> : <NothingOpen />}
          </section>
        )}
      </div>
    </div>
  );
}

/** Beside the list, while none of its conversations is open. */
export function NothingOpen() {
  const { t } = useTranslation('chats');
  return (
    <div className="grid flex-1 place-items-center bg-chat">
      <EmptyState
        icon={<MessagesSquare aria-hidden="true" />}
        title={t('nothingOpen.title')}
        text={t('nothingOpen.text')}
      />
    </div>
  );
}
