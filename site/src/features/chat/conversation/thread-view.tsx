import { ArrowDown } from 'lucide-react';
import { useCallback, useMemo, useState, useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract/chat/messages.ts';
import { readPurchaseOrigin } from '#site/features/billing/purchase-origin.ts';
import { lazyOverlay, lazyPart } from '#site/shell/lazy-part.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { catchUp } from '../data/messages-data.ts';
import type { Thread } from '../data/thread.ts';
import { TypingDots } from '../participant-parts.tsx';
import type { MenuPlace } from './message-menu.tsx';
import { ThreadRow } from './message-row.tsx';
import { chunksOf, rowsOf } from './rows.ts';
import { Beginning, BehindNote, InvitationNote } from './thread-beginning.tsx';
import type { ComposerState } from './use-composer.ts';
import { useReading } from './use-conversation.ts';
import type { Shown } from './use-conversation.ts';
import { useJump } from './use-jump.ts';
import { useScroll } from './use-scroll.ts';
import type { Scroll } from './use-scroll.ts';

const SearchPanel = lazyPart(async () => (await import('./search-panel.tsx')).SearchPanel);
const MessageMenu = lazyOverlay(async () => (await import('./message-menu.tsx')).MessageMenu);

/** What scrolls can be reached with the keys. */
const withinReach = { tabIndex: 0 };

type ThreadViewProps = {
  profileId: string;
  thread: Thread;
  shown: Shown;
  composer: Pick<ComposerState, 'begin' | 'answer' | 'input'>;
  /** Words are being looked for. */
  search: { onClose: () => void } | null;
};

/** What was said, newest at the bottom. Only what is near the window is in the page. */
export function ThreadView({ profileId, thread, shown, composer, search }: ThreadViewProps) {
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
  const jump = useJump(profileId, scroller);
  const jumpTo = useCallback((number: number) => void jump(number), [jump]);
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
          <Beginning profileId={profileId} thread={thread} scroller={scroller} onStarter={composer.begin} />
          {chunks.map((chunk) => (
            <ChunkWindow key={chunk.key} name={chunk.key} scroller={scroller}>
              {() =>
                chunk.rows.map((row) => (
                  <ThreadRow
                    key={row.key}
                    row={row}
                    conversation={conversation}
                    onMenu={openMenu}
                    onJump={jumpTo}
                  />
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
      {search && (
        <SearchPanel
          profileId={profileId}
          name={name}
          waiting={null}
          onClose={search.onClose}
          onFound={(number) => {
            search.onClose();
            jumpTo(number);
          }}
        />
      )}
      <NewMessagesButton {...place} />
      <Incoming messages={messages} name={name} />
      <MessageMenu
        open={menu !== null}
        place={menu}
        conversation={conversation}
        composer={composer}
        onClose={() => setMenu(null)}
      />
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

/** How far beyond the window rows are drawn, so that they do not appear in sight. */
const MARGIN_PX = 1_200;

type ChunkWindowProps = {
  name: string;
  scroller: RefObject<HTMLElement | null>;
  children: () => ReactNode;
};

/** Draws its rows while they are near the window. Otherwise an empty box of the same height stands for them. */
function ChunkWindow({ name, scroller, children }: ChunkWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // Between two looks it may have come and gone: the last word counts.
        if (entries.at(-1)?.isIntersecting) setHeight(null);
        // What has the focus stays, or the keys would lose their place.
        else if (!element.contains(document.activeElement))
          setHeight((known) => known ?? element.offsetHeight);
      },
      { root: scroller.current, rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return (
    <div ref={box} data-chunk={name} style={height === null ? undefined : { height }}>
      {height === null && children()}
    </div>
  );
}

const MOST_SPOKEN = 3;

/** Says what comes in while the conversation is open, to those who do not see it. */
function Incoming({ messages, name }: { messages: readonly Message[]; name: string }) {
  const { t } = useTranslation('chat');
  const [openedWith] = useState(() => new Set(messages.map(({ id }) => id)));
  const [oldest] = useState(() => messages.at(-1)?.number ?? 0);
  const came = messages.filter(
    ({ id, type, number }) => type === 'theirs' && number > oldest && !openedWith.has(id),
  );
  return (
    <div role="log" aria-label={t('incoming')} className="sr-only">
      {came.slice(-MOST_SPOKEN).map(({ id, text, blurred, photo }) => (
        <p key={id}>
          {blurred === null ? t('said', { name, text }) : t('locked.spoken', { name })}
          {photo && ` ${t('photo.spoken')}`}
        </p>
      ))}
    </div>
  );
}

/** The way back to the end, for a reader further up. New messages are counted, and never scroll the reader away. */
function NewMessagesButton({ fresh, isFar, toEnd }: Pick<Scroll, 'fresh' | 'isFar' | 'toEnd'>) {
  const { t } = useTranslation('chat');
  const icon = <ArrowDown aria-hidden="true" className="size-5" />;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      {fresh > 0 && (
        <Button size="sm" iconEnd={icon} onClick={toEnd} className="pointer-events-auto animate-rise">
          {t('newMessages', { count: fresh })}
        </Button>
      )}
      {fresh === 0 && isFar && (
        <IconButton
          label={t('toEnd')}
          variant="surface"
          icon={icon}
          onClick={toEnd}
          className="pointer-events-auto ml-auto animate-appear mr-4"
        />
      )}
    </div>
  );
}
