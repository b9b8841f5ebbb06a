import { ArrowLeft, IdCard } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { KindBadge } from '#ui/kind-badge.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { Cards } from './cards.tsx';
import { ClaimBar } from './claim-bar.tsx';
import { Composer } from './composer/composer.tsx';
import {
  type Place,
  type StaffConversation,
  type StaffMessage,
  useClaim,
  useConversation,
  useRelease,
} from './conversation-data.ts';
import { useOpenNext } from './queue-pane.tsx';
import { Thread } from './thread.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useClaimState } from './use-claim-state.ts';

/** On screens without room for three panes the address says whether the cards are shown. */
const cardsShown = (search: string) => new URLSearchParams(search).has('cards');

function withCards(search: string, shown: boolean): string {
  const next = new URLSearchParams(search);
  if (shown) next.set('cards', '1');
  else next.delete('cards');
  return String(next);
}

/** A conversation between a profile of the staff's and a member, with the cards of both. */
export function Conversation() {
  const { brand = '', id = '' } = useParams();
  const { search } = useLocation();
  const place = { brand, id };
  const query = useConversation(place);
  const showsCards = cardsShown(search);
  return (
    <div className="flex min-h-0 flex-1 max-lg:h-[calc(100dvh-3.5rem)] max-lg:flex-none">
      <article className={`min-h-0 min-w-0 flex-1 flex-col xl:flex ${showsCards ? 'hidden' : 'flex'}`}>
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
              <OpenConversation key={id} place={place} conversation={conversation} query={query} />
            )
          }
        </Loaded>
      </article>
      <aside
        className={`min-h-0 w-full flex-col overflow-y-auto border-line xl:flex xl:w-80 xl:shrink-0 xl:border-s ${showsCards ? 'flex' : 'hidden'}`}
      >
        <Cards key={id} place={place} back={{ search: withCards(search, false) }} />
      </aside>
    </div>
  );
}

interface OpenConversationProps {
  place: Place;
  conversation: StaffConversation;
  query: ReturnType<typeof useConversation>;
}

function OpenConversation({ place, conversation, query }: OpenConversationProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const claim = useClaim(place);
  const release = useRelease(place);
  const { openNext } = useOpenNext();
  const transfer = useOverlay('transfer', { endsWithPage: true });
  // Whether the host has given it away, by an answer or otherwise.
  const [left, setLeft] = useState(false);
  const [answered, setAnswered] = useState<StaffMessage | null>(null);
  const { state, lost } = useClaimState(conversation, left);
  const take = () => {
    setLeft(false);
    claim.mutate();
  };
  const handBack = () => {
    setLeft(true);
    release.mutate();
  };
  const write = () => {
    if (state === 'held') input.current?.focus();
    else if (state === 'free') take();
  };
  useKeys({
    r: write,
    h: state === 'held' ? handBack : undefined,
    t: state === 'held' ? () => transfer.open(true) : undefined,
  });
  return (
    <>
      <ConversationHead conversation={conversation} />
      <ClaimBar
        conversation={conversation}
        state={state}
        lost={lost}
        claim={{ ...claim, mutate: take }}
        release={release}
        onRelease={handBack}
        onTransfer={() => transfer.open(true)}
      />
      <Thread
        place={place}
        conversation={conversation}
        query={query}
        held={state === 'held'}
        onReply={(message) => {
          setAnswered(message);
          input.current?.focus();
        }}
      />
      <Composer
        place={place}
        conversation={conversation}
        held={state === 'held'}
        inputRef={input}
        answered={answered}
        onAnswer={setAnswered}
        onSent={(andNext) => {
          setLeft(true);
          if (andNext) openNext();
        }}
      />
      <TransferDialog
        place={place}
        open={transfer.isOpen}
        onClose={() => void transfer.close()}
        onTransferred={() => setLeft(true)}
      />
    </>
  );
}

function ConversationHead({ conversation: { member, profile } }: { conversation: StaffConversation }) {
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
        <h2 className="truncate text-base max-xs:wrap-anywhere max-xs:whitespace-normal">
          {member.screenName}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs text-muted">
          <span className="max-w-full truncate">{t('writingAs', { name: profile.screenName })}</span>
          <KindBadge kind="staff" label={t('staffProfile')} className="px-1.5! py-0.5!" />
        </p>
      </div>
      <IconLink
        to={{ search: withCards(search, true) }}
        label={t('cards.open')}
        icon={<IdCard aria-hidden className="size-5" />}
        className="-me-1 xl:hidden"
      />
    </header>
  );
}
