import { UserRoundX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../../shell/boot.ts';
import type { Thread } from '../data/thread.ts';
import { useSubjectTitle } from '../../../shell/document-title.ts';
import { useKindWords } from '../../people/kind-words.ts';
import { codeOf } from '../../../shell/explain.ts';
import { Loaded } from '../../../shell/loaded.tsx';
import { ButtonLink } from '../../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../../packages/ui/empty-state.tsx';
import { Composer } from './composer.tsx';
import { Header } from './header.tsx';
import { BackLink } from './header-parts.tsx';
import { PaneSkeleton } from './pane-skeleton.tsx';
import { ThreadView } from './thread-view.tsx';
import { useComposer } from './use-composer.ts';
import { useConversation, useShown } from './use-conversation.ts';
import { useKeyboardRoom } from './use-keyboard-room.ts';
import { paths } from '../../../shell/paths.ts';

/** One conversation: who it is with, what was said, and where to write. */
export function ConversationPane({ profileId }: { profileId: string }) {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['chat', 'people', 'chats', 'errors']);
  const { query, openedAt } = useConversation(profileId);
  const room = useKeyboardRoom();
  const missing = query.data === undefined && codeOf(query.error) === 'request.not_found';
  return (
    <div ref={room} className="flex min-h-0 min-w-0 flex-1 flex-col bg-chat">
      {missing ? (
        <Nobody />
      ) : (
        <Loaded query={query} skeleton={<PaneSkeleton />}>
          {(thread) => <Conversation profileId={profileId} thread={thread} openedAt={openedAt} />}
        </Loaded>
      )}
    </div>
  );
}

type ConversationProps = { profileId: string; thread: Thread; openedAt: number };

function Conversation({ profileId, thread, openedAt }: ConversationProps) {
  const { conversation } = thread;
  const { brand } = useShell();
  const withKind = useKindWords();
  const title = `${withKind(conversation.screenName, conversation.kind)} · ${brand.title}`;
  const shown = useShown(profileId, thread, openedAt);
  const composer = useComposer(profileId, conversation);
  useSubjectTitle(title);
  return (
    <>
      <Header profileId={profileId} thread={thread} typing={shown.typing} />
      <ThreadView profileId={profileId} thread={thread} shown={shown} onStarter={composer.begin} />
      <Composer conversation={conversation} composer={composer} />
    </>
  );
}

function Nobody() {
  const { t } = useTranslation('chat');
  return (
    <>
      <div className="p-2 lg:hidden">
        <BackLink />
      </div>
      <div className="grid flex-1 place-items-center">
        <EmptyState
          icon={<UserRoundX aria-hidden="true" />}
          title={t('nobody.title')}
          text={t('nobody.text')}
          action={<ButtonLink to={paths.find}>{t('nobody.find')}</ButtonLink>}
        />
      </div>
    </>
  );
}
