import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { IconLink } from '../../../../packages/ui/icon-button.tsx';
import { KindBadge } from '../../../../packages/ui/kind-badge.tsx';
import { RowSkeletons } from '../../../../packages/ui/skeleton.tsx';
import { useMe } from '../../shell/api.ts';
import { useKeys } from '../../shell/keys.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { paths } from '../../shell/paths.ts';
import { ClaimBar } from './claim-bar.tsx';
import { Composer } from './composer/composer.tsx';
import {
  type Place,
  type StaffConversation,
  useClaim,
  useConversation,
  useRelease,
} from './conversation-data.ts';
import { useOpenNext } from './queue-pane.tsx';
import { Thread } from './thread.tsx';

/** A conversation between a profile of the staff's and a member. */
export function Conversation() {
  const { brand = '', id = '' } = useParams();
  const place = { brand, id };
  const query = useConversation(place);
  return (
    <Loaded
      query={query}
      skeleton={
        <div className="p-6">
          <RowSkeletons rows={5} />
        </div>
      }
    >
      {(conversation) =>
        conversation && (
          <article key={id} className="flex min-h-0 flex-1 flex-col max-lg:h-[calc(100dvh-3.5rem)]">
            <OpenConversation place={place} conversation={conversation} query={query} />
          </article>
        )
      }
    </Loaded>
  );
}

interface OpenConversationProps {
  place: Place;
  conversation: StaffConversation;
  query: ReturnType<typeof useConversation>;
}

function OpenConversation({ place, conversation, query }: OpenConversationProps) {
  const { data: me } = useMe();
  const input = useRef<HTMLTextAreaElement>(null);
  const claim = useClaim(place);
  const release = useRelease(place);
  const { openNext } = useOpenNext();
  const held = conversation.claim !== null && conversation.claim.staffId === me?.id;
  const write = () => {
    if (held) input.current?.focus();
    else claim.mutate();
  };
  useKeys({ r: write, h: held ? () => release.mutate() : undefined });
  return (
    <>
      <ConversationHead place={place} conversation={conversation} />
      <ClaimBar conversation={conversation} held={held} claim={claim} release={release} />
      <Thread place={place} conversation={conversation} query={query} />
      <Composer
        place={place}
        conversation={conversation}
        held={held}
        inputRef={input}
        onSent={(andNext) => {
          if (andNext) openNext();
        }}
      />
    </>
  );
}

function ConversationHead({ conversation: { member, profile } }: Omit<OpenConversationProps, 'query'>) {
  const { t } = useTranslation(['conversations', 'shell']);
  const { search } = useLocation();
  return (
    <header className="flex items-center gap-3 border-b border-line px-3 py-2.5 lg:px-5">
      <IconLink
        to={{ pathname: paths.conversations, search }}
        label={t('shell:back')}
        icon={<ArrowLeft aria-hidden className="size-5" />}
        className="-ms-1 lg:hidden"
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <h2 className="truncate text-base">{member.screenName}</h2>
        <p className="flex min-w-0 items-center gap-2 text-xs text-muted">
          <span className="truncate">{t('writingAs', { name: profile.screenName })}</span>
          <KindBadge kind="staff" label={t('staffProfile')} className="shrink-0 px-1.5! py-0.5!" />
        </p>
      </div>
    </header>
  );
}
