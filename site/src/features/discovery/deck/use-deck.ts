import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { decide, readDeck } from '../../../../../contract/discovery/deck.ts';
import { OfflineError } from '../../../../../packages/client/call.ts';
import { emit, onConnect } from '../../../../../packages/client/socket-events.ts';
import { useStore } from '../../../../../packages/client/store.ts';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { call } from '../../../shell/api.ts';
import { codeOf, explain } from '../../../shell/explain.ts';
import { withLike, withLikeCredits, withoutLike } from '../../../shell/me.ts';
import { useOpenPaywall } from '../../../shell/paywalls.ts';
import { updateMember, useMember } from '../../../shell/session.ts';
import { useAfterLike } from '../../people/likes.ts';
import { type Answer, type Deck, type DeckView, type Swipe, createDeck } from './deck.ts';
import { createLine } from './line.ts';

/** Of the page, not of the screen: what was decided goes its way, though the screen is left. */
const line = createLine();

/** The deck of a region (null: anywhere). A new `round` asks for everybody anew. */
export function useDeck(region: string | null, round: number): { deck: Deck; view: DeckView } {
  const { trackerId } = useMember();
  const consequences = useConsequences();
  const latest = useRef(consequences);
  useLayoutEffect(() => {
    latest.current = consequences;
  }, [consequences]);
  const deck = useMemo(() => {
    const made: Deck = createDeck({
      line,
      fetch: async () => (await call(readDeck, { trackerId, region })).result,
      async send(profileId, verdict, invitation) {
        if (!navigator.onLine) throw new OfflineError(decide.name);
        return emit(decide, { trackerId, profileId, verdict, ...(invitation && { invitation }) });
      },
      taken: (swipe, answer) => latest.current.taken(swipe, answer),
      takenBack: (swipe, answer) => latest.current.takenBack(swipe, answer),
      refused: (swipes, error) => latest.current.refused(error, () => made.again(swipes)),
      undoRefused: (error) => latest.current.refused(error, () => void made.undo()),
    });
    return made;
    // oxlint-disable-next-line react/exhaustive-deps -- A new round is a new deck.
  }, [trackerId, region, round]);

  useEffect(() => {
    const fill = () => void deck.refill();
    fill();
    window.addEventListener('online', fill);
    const forget = onConnect(fill);
    return () => {
      window.removeEventListener('online', fill);
      forget();
    };
  }, [deck]);

  return { deck, view: useStore(deck.view, deck.view.get()) };
}

/** What follows a decision once the server has answered. */
function useConsequences() {
  const { t, i18n } = useTranslation(['shell', 'errors']);
  const toast = useToast();
  const afterLike = useAfterLike('quietly');
  const openPaywall = useOpenPaywall();
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
      const code = codeOf(error);
      if (code === 'like.credits_short') return openPaywall('out_of_likes');
      toast({
        kind: 'danger',
        text: explain(error, i18n),
        // There is nothing to try again about a choice that stands.
        ...(code !== 'match.no_undo' && { action: { label: t('state.retry'), onClick: again } }),
      });
    },
  };
}
