import { MapPinned, Heart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Person } from '#contract/profile/people.ts';
import { nameAndAge } from '#site/features/people/person-summary.tsx';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { useOpenPaywall } from '#site/shell/paywalls.ts';
import { useMember } from '#site/shell/session.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { classNames } from '#ui/class-names.ts';
import { Notice } from '#ui/notice.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { MeetingButton } from '../meeting/meeting-button.tsx';
import { CardStack } from './card-stack.tsx';
import { DeckButtons, useDeckKeys } from './deck-controls.tsx';
import { DeckProblem, DeckSkeleton, DeckEnd } from './deck-states.tsx';
import type { Verdict } from './deck.ts';
import { PersonWords, useWhereabouts } from './person-card.tsx';
import { useDeck } from './use-deck.ts';
import { useInvitation } from './use-invitation.ts';

const InviteDialog = lazyOverlay(async () => (await import('./invitation.tsx')).InviteDialog);

export function MatchScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['match', 'people', 'meeting', 'errors']);
  const { title } = useCurrentRoute();
  return (
    <div className="flex w-full flex-1 flex-col overflow-x-clip">
      <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-4 pt-2 sm:px-5 sm:py-8">
        <div className="flex items-center justify-between gap-4 sm:mb-6">
          <PageHeading>{title}</PageHeading>
          {/* On a phone it stands in the top bar, beside the title. */}
          <LikesLeft className="max-sm:relative max-sm:z-31 max-sm:-mt-13 max-sm:mb-5 max-sm:ml-auto" />
        </div>
        <DeckRounds />
      </div>
    </div>
  );
}

/** Deck after deck: each round asks for all people again, in the member's region or everywhere. */
function DeckRounds() {
  const { region: home, entitlements } = useMember();
  const openPaywall = useOpenPaywall();
  const [{ region, round }, setRound] = useState({ region: home, round: 0 });
  const begin = (next: string | null) => setRound({ region: next, round: round + 1 });
  return (
    <>
      <div className="mb-3 flex justify-end max-sm:justify-center">
        <MeetingButton region={region} onSaved={() => begin(region)} />
      </div>
      <Round
        key={round}
        region={region}
        onAgain={() => begin(region)}
        onEverywhere={() => (entitlements.boundToRegion ? openPaywall('change_region') : begin(null))}
      />
    </>
  );
}

type RoundProps = {
  /** Whose people are shown. Null: anywhere. */
  region: string | null;
  onAgain: () => void;
  onEverywhere: () => void;
};

function Round({ region, onAgain, onEverywhere }: RoundProps) {
  const { t } = useTranslation('match');
  const { flow, brand } = useShell();
  const home = useMember((me) => me.region);
  const { deck, view } = useDeck(region);
  const { begin: invite, turn, person: invited, ...invitation } = useInvitation(deck);
  const navigate = useNavigate();
  const { cards, sides, last, complete, widened, error } = view;
  const [person] = cards;
  const shownId = person?.id;
  useEffect(() => {
    if (shownId !== undefined) measure('profile_shown', { profileId: shownId });
  }, [shownId]);

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
        <DeckEnd
          region={widened ? null : region}
          searchTo={flow.invites ? null : paths.find}
          onEverywhere={onEverywhere}
          onAgain={onAgain}
          onUndo={last ? undo : null}
        />
      )}
      {invited && <InviteDialog key={turn} person={invited} {...invitation} />}
    </>
  );
}

/** How many likes are left to those whom they cost something. */
function LikesLeft({ className }: { className?: string }) {
  const { t } = useTranslation('match');
  const { likeCredits, entitlements } = useMember();
  if (entitlements.likeCost === 0) return null;
  return (
    <p
      title={t('likesLeft', { count: likeCredits })}
      className={classNames(
        'inline-flex h-8 items-center gap-1.5 rounded-badge bg-soft px-3 text-sm font-bold tabular-nums',
        className,
      )}
    >
      <Heart aria-hidden="true" className="size-4 fill-current text-like" />
      <span aria-hidden="true">{likeCredits}</span>
      <VisuallyHidden>{t('likesLeft', { count: likeCredits })}</VisuallyHidden>
    </p>
  );
}

/** Tells a screen reader who lies on top now. */
function NowShown({ person }: { person: Person | undefined }) {
  return (
    <p role="status" className="sr-only">
      {person && <Introduction person={person} />}
    </p>
  );
}

function Introduction({ person }: { person: Person }) {
  const { t } = useTranslation(['match', 'shell']);
  const where = useWhereabouts(person);
  const kind = person.kind === 'member' ? null : t(`shell:kind.${person.kind}`);
  return t('shown', { who: [nameAndAge(person), where, kind].filter(Boolean).join(' · ') });
}
