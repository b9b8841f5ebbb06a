import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../../../../contract/chat/messages.ts';
import { catchUp } from '../data/messages-data.ts';
import type { Thread } from '../data/thread.ts';
import { readPurchaseOrigin } from '../../billing/purchase-origin.ts';
import { useMember } from '../../../shell/session.ts';
import { TypingDots } from '../typing-dots.tsx';
import { Beginning } from './beginning.tsx';
import { ChunkWindow } from './chunk-window.tsx';
import { Incoming } from './incoming.tsx';
import { MessageMenu, type MenuPlace } from './message-menu.tsx';
import { NewMessagesButton } from './new-messages-button.tsx';
import { chunksOf, rowsOf } from './rows.ts';
import { ThreadRow } from './thread-row.tsx';
import { BehindNote, InvitationNote } from './notes.tsx';
import { useReading } from './use-reading.ts';
import { useScroll } from './use-scroll.ts';
import type { Shown } from './use-conversation.ts';

/** What scrolls can be reached with the keys. */
const withinReach = { tabIndex: 0 };

type ThreadViewProps = {
  profileId: string;
  thread: Thread;
  shown: Shown;
  /** Puts ready-made words into the input. */
  onStarter: (words: string) => void;
};

/** What was said, newest at the bottom. Only what is near the window is in the page. */
export function ThreadView({ profileId, thread, shown, onStarter }: ThreadViewProps) {
  const { t } = useTranslation('chat');
  const { trackerId } = useMember();
  const { conversation } = thread;
  const { messages, posted, typing } = shown;
  const firstUnreadId = useFirstUnread(thread);
  const chunks = useMemo(
    () => chunksOf(rowsOf({ messages, posted, conversation, firstUnreadId })),
    [messages, posted, conversation, firstUnreadId],
  );
  const { scroller, content, onScroll, seenTo, ...place } = useScroll({ messages, posted, firstUnreadId });
  useReading({ profileId, thread, messages, seenTo });
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const openMenu = useCallback((message: Message, anchor: HTMLElement) => setMenu({ message, anchor }), []);
  const name = conversation.screenName;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={scroller}
        {...withinReach}
        role="region"
        aria-label={t('messages', { name })}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-x-hidden overflow-y-auto overscroll-contain -outline-offset-3 [overflow-anchor:none]"
      >
        <div ref={content} className="mx-auto mb-auto w-full max-w-3xl px-3 pt-3 pb-4 sm:px-5">
          <Beginning profileId={profileId} thread={thread} scroller={scroller} onStarter={onStarter} />
          {chunks.map((chunk) => (
            <ChunkWindow key={chunk.key} scroller={scroller}>
              {() =>
                chunk.rows.map((row) => (
                  <ThreadRow key={row.key} row={row} conversation={conversation} onMenu={openMenu} />
                ))
              }
            </ChunkWindow>
          ))}
          {thread.phase === 'behind' && <BehindNote onRetry={() => void catchUp(trackerId, profileId)} />}
          {conversation.invitationPending && <InvitationNote />}
          {typing && (
            <div
              className="mt-3 w-fit animate-rise rounded-bubble edge bg-bubble-theirs px-4 py-2"
              aria-hidden="true"
            >
              <TypingDots label="" />
            </div>
          )}
        </div>
      </div>
      <NewMessagesButton {...place} />
      <Incoming messages={messages} name={name} />
      <MessageMenu place={menu} onClose={() => setMenu(null)} />
    </div>
  );
}

/**
 * The first message that was unread when the conversation was opened, or the reply that was just paid for. It stays so
 * while it is open.
 */
function useFirstUnread({ messages, conversation: { ownReadTo } }: Thread): string | null {
  const [id] = useState(() => messages.find((one) => one.type === 'theirs' && one.number > ownReadTo)?.id);
  const [origin] = useState(readPurchaseOrigin);
  const bought = messages.find((one) => one.id === origin?.messageId && one.blurred === null)?.id;
  return id ?? bought ?? null;
}
