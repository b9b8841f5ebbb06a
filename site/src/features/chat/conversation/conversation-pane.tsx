import { UserRoundX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { AppealsHere } from '#site/features/account/appeals-here.tsx';
import { ClosedPerson } from '#site/features/people/closed-person.tsx';
import { useKindWords } from '#site/features/people/person-summary.tsx';
import { useShell } from '#site/shell/boot.ts';
import { useSubjectTitle } from '#site/shell/document-title.ts';
import { codeOf } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { paths } from '#site/shell/paths.ts';
import { paywallOf } from '#site/shell/paywalls.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Thread } from '../data/thread.ts';
import { ThreadSkeleton } from '../skeletons.tsx';
import { Composer } from './composer.tsx';
import { Header, BackLink } from './header.tsx';
import { ThreadView } from './thread-view.tsx';
import { useComposer } from './use-composer.ts';
import { useConversation, useShown } from './use-conversation.ts';

/** One conversation: who it is with, what was said, and where to write. */
export function ConversationPane({ profileId }: { profileId: string }) {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['chat', 'people', 'chats', 'errors']);
  const query = useConversation(profileId);
  const room = useKeyboardRoom();
  const refusal = query.data === undefined ? query.error : null;
  const paywall = paywallOf(refusal);
  return (
    <div ref={room} className="flex min-h-0 min-w-0 flex-1 flex-col bg-chat">
      {paywall || codeOf(refusal) === 'request.not_found' ? (
        <Unavailable>{paywall ? <ClosedPerson paywall={paywall} /> : <NotFound />}</Unavailable>
      ) : (
        <Loaded query={query} fills skeleton={<ThreadSkeleton back={<PhoneBackLink />} />}>
          {(thread) => <Conversation profileId={profileId} thread={thread} />}
        </Loaded>
      )}
    </div>
  );
}

type ConversationProps = { profileId: string; thread: Thread };

function Conversation({ profileId, thread }: ConversationProps) {
  const { conversation } = thread;
  const { brand } = useShell();
  const withKind = useKindWords();
  const title = `${withKind(conversation.screenName, conversation.kind)} · ${brand.title}`;
  const shown = useShown(profileId, thread);
  const composer = useComposer(profileId, conversation);
  const [searching, setSearching] = useState(false);
  const search = searching ? { onClose: () => setSearching(false) } : null;
  useSubjectTitle(title);
  return (
    <>
      <Header
        profileId={profileId}
        thread={thread}
        typing={shown.typing}
        onSearch={() => setSearching(true)}
      />
      <ThreadView profileId={profileId} thread={thread} shown={shown} composer={composer} search={search} />
      <Composer conversation={conversation} composer={composer} />
      <AppealsHere />
    </>
  );
}

/** The list is one tap away while the conversation is not there yet. */
function PhoneBackLink() {
  return (
    <span className="lg:hidden">
      <BackLink />
    </span>
  );
}

/** In place of a conversation. The list is one tap away. */
function Unavailable({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="p-2 lg:hidden">
        <BackLink />
      </div>
      <div className="grid flex-1 place-items-center">{children}</div>
    </>
  );
}

function NotFound() {
  const { t } = useTranslation('chat');
  return (
    <EmptyState
      icon={<UserRoundX aria-hidden="true" />}
      title={t('unavailable.title')}
      text={t('unavailable.text')}
      action={<ButtonLink to={paths.find}>{t('unavailable.find')}</ButtonLink>}
    />
  );
}

/** Keeps the input above a phone's keyboard, which some browsers lay over the page without making it smaller. */
function useKeyboardRoom(): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fit = () => {
      // A page that was zoomed into has a small view too, and no keyboard.
      const covered = view.scale === 1 ? Math.max(0, window.innerHeight - view.height) : 0;
      if (pane.current) pane.current.style.paddingBottom = covered > 0 ? `${covered}px` : '';
      if (covered > 0) window.scrollTo(0, 0);
    };
    view.addEventListener('resize', fit);
    return () => view.removeEventListener('resize', fit);
  }, []);
  return pane;
}
