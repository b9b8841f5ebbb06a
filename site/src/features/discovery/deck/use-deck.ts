import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { OfflineError } from '#client/call.ts';
import { emit, onConnect } from '#client/socket-events.ts';
import { useStore } from '#client/store.ts';
import { decide, readDeck } from '#contract/discovery/deck.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import { turnsRemedy, useAfterLike } from '#site/features/people/likes.tsx';
import { call } from '#site/shell/api.ts';
import { codeOf, explain } from '#site/shell/explain.ts';
import { withLike, withLikeCredits, withoutLike } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { paywallOf, useOpenPaywall } from '#site/shell/paywalls.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { useToast } from '#ui/toast.tsx';
import { createDecisionQueue } from './decision-queue.ts';
import { type Answer, type Deck, type DeckView, type Swipe, createDeck } from './deck.ts';

/** Of the page, not of the screen: what was decided goes its way, though the screen is left. */
const queue = createDecisionQueue();

/** The deck of a region (null: anywhere), for as long as the part that uses it is mounted: a new one asks for all people again. */
export function useDeck(region: string | null): { deck: Deck; view: DeckView } {
  const { trackerId } = useMember();
  const [deck] = useState(() =>
    createDeck({
      queue,
      fetch: async () => (await call(readDeck, { trackerId, region }, { first: true })).result,
      async send(profileId, verdict, invitation) {
        if (!navigator.onLine) throw new OfflineError(decide.name);
        return emit(decide, { trackerId, profileId, verdict, ...(invitation && { invitation }) });
      },
    }),
  );
  const consequences = useConsequences();
  useLayoutEffect(() => {
    const { taken, takenBack, refused } = consequences;
    deck.listen({
      taken,
      takenBack,
      refused: (swipes, error) => refused(error, () => deck.again(swipes)),
      undoRefused: (error) => refused(error, () => void deck.undo()),
    });
  }, [deck, consequences]);

  useEffect(() => {
    const fill = () => void deck.refill();
    fill();
    window.addEventListener('online', fill);
    const stopListening = onConnect(fill);
    return () => {
      window.removeEventListener('online', fill);
      stopListening();
    };
  }, [deck]);

  return { deck, view: useStore(deck.view, deck.view.get()) };
}

/** What follows a decision once the server has answered. */
function useConsequences() {
  const { t, i18n } = useTranslation(['shell', 'match', 'errors']);
  const navigate = useNavigate();
  const toast = useToast();
  const afterLike = useAfterLike('quietly');
  const openPaywall = useOpenPaywall();
  const remedyFor = (code: ErrorCode | undefined, again: () => void) => {
    // There is nothing to try again about a choice that stands.
    if (code === 'match.no_undo') return {};
    if (code !== 'profile.refused' && code !== 'account.muted')
      return { action: { label: t('state.retry'), onClick: again } };
    return { action: { label: t('match:toProfile'), onClick: () => void navigate(paths.profile()) } };
  };
  return {
    taken({ person, verdict }: Swipe, answer: Answer) {
      if (verdict === 'dislike') return;
      updateMember(withLike, person.id);
      afterLike(person, answer);
    },
    takenBack({ person, verdict }: Swipe, { likeCredits }: Answer) {
      if (verdict === 'like') updateMember(withoutLike, person.id);
      updateMember(withLikeCredits, likeCredits);
    },
    refused(error: unknown, again: () => void) {
      const paywall = paywallOf(error);
      if (paywall) return openPaywall(paywall);
      toast({
        kind: 'danger',
        text: explain(error, i18n),
        ...remedyFor(codeOf(error), again),
        ...turnsRemedy(error, i18n, navigate),
      });
    },
  };
}
