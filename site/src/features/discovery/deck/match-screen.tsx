import { MapPinned } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../../../../packages/ui/notice.tsx';
import { useShell } from '../../../shell/boot.ts';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { PageHeading } from '../../../shell/page-heading.tsx';
import { paths } from '../../../shell/paths.ts';
import { useOpenPaywall } from '../../../shell/paywalls.ts';
import { useMember } from '../../../shell/session.ts';
import { CardStack } from './card-stack.tsx';
import { DeckButtons } from './deck-buttons.tsx';
import { DeckProblem } from './deck-problem.tsx';
import { DeckSkeleton } from './deck-skeleton.tsx';
import type { Verdict } from './deck.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LikesLeft } from './likes-left.tsx';
import { NobodyLeft } from './nobody-left.tsx';
import { NowShown } from './now-shown.tsx';
import { PersonWords } from './person-words.tsx';
import { useDeckKeys } from './use-deck-keys.ts';
import { useDeck } from './use-deck.ts';
import { useInvitation } from './use-invitation.ts';

export function MatchScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['match', 'people', 'errors']);
  const { title } = useCurrentRoute();
  return (
    <div className="flex w-full flex-1 flex-col overflow-x-clip">
      <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 pt-2 sm:px-5 sm:py-8">
        <div className="flex items-center justify-between gap-4 sm:mb-6">
          <PageHeading>{title}</PageHeading>
          {/* On a phone it stands in the top bar, beside the title. */}
          <LikesLeft className="max-sm:relative max-sm:z-31 max-sm:-mt-13 max-sm:mb-5 max-sm:ml-auto" />
        </div>
        <Match />
      </div>
    </div>
  );
}

function Match() {
  const { t } = useTranslation('match');
  const { flow, brand } = useShell();
  const { region: home, entitlements } = useMember();
  const [{ region, round }, setPlace] = useState({ region: home, round: 0 });
  const { deck, view } = useDeck(region, round);
  const { begin: invite, turn, person: invited, ...invitation } = useInvitation(deck);
  const navigate = useNavigate();
  const { cards, sides, last, complete, widened, error } = view;
  const locked = entitlements.boundToRegion;
  const openPaywall = useOpenPaywall();
  const [person] = cards;

  function decide(verdict: Verdict): void {
    if (verdict === 'like' && flow.invites) invite();
    else deck.swipe(verdict);
  }
  const undo = () => void deck.undo();
  useDeckKeys({
    like: () => decide('like'),
    dislike: () => decide('dislike'),
    undo,
    open: () => person && void navigate(paths.person(person.id)),
  });

  return (
    <>
      <NowShown person={person} />
      {person && widened && (
        <Notice icon={<MapPinned aria-hidden="true" />} className="mx-auto mb-3 w-full max-w-md lg:mx-1.5">
          {t('widenedTo', { region: home, country: brand.countryWords.whole })}
        </Notice>
      )}
      {person && (
        <div className="flex flex-1 flex-col items-center gap-x-14 lg:grid lg:grid-cols-[28rem_minmax(0,1fr)] lg:items-start">
          <div className="flex w-full max-w-md flex-1 flex-col self-center lg:self-start">
            <div className="relative mx-1.5 min-h-88 flex-1 sm:h-[min(62dvh,38rem)] sm:flex-none">
              <CardStack cards={cards} sides={sides} onVerdict={decide} />
            </div>
            <div className="flex flex-col justify-center max-sm:h-28 sm:mt-7">
              <DeckButtons person={person} canUndo={last !== null} onVerdict={decide} onUndo={undo} />
            </div>
          </div>
          <div className="hidden self-center lg:block">
            <PersonWords person={person} />
          </div>
        </div>
      )}
      {!person && error !== null && <DeckProblem error={error} onRetry={() => void deck.refill()} />}
      {!person && error === null && !complete && <DeckSkeleton />}
      {!person && error === null && complete && (
        <NobodyLeft
          region={widened ? null : region}
          searchTo={flow.invites ? null : paths.find}
          onEverywhere={() =>
            locked ? openPaywall('change_region') : setPlace({ region: null, round: round + 1 })
          }
          onAgain={() => setPlace({ region, round: round + 1 })}
          onUndo={last ? undo : null}
        />
      )}
      {invited && <InviteDialog key={turn} person={invited} {...invitation} />}
    </>
  );
}
