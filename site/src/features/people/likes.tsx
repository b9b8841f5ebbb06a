import type { i18n } from 'i18next';
import { Heart } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type NavigateFunction, useNavigate } from 'react-router';
import { queryClient } from '#client/query-client.ts';
import { emit } from '#client/socket-events.ts';
import { like, takeBackLike } from '#contract/discovery/deck.ts';
import { TOOLTIP_MS } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { codeOf, explain } from '#site/shell/explain.ts';
import { likes, withLike, withLikeCredits, withLikeTakenBack, withoutLike } from '#site/shell/me.ts';
import { paths } from '#site/shell/paths.ts';
import { paywallOf, useOpenPaywall } from '#site/shell/paywalls.ts';
import { openPopup } from '#site/shell/popups.ts';
import type { PopupPerson } from '#site/shell/popups.ts';
import { memberStore, updateMember, useMember } from '#site/shell/session.ts';
import { measure } from '#site/shell/tracking/measure.ts';
import { reportPixel } from '#site/shell/tracking/report-pixel.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { IconLook } from '#ui/icon-button.tsx';
import { useToast } from '#ui/toast.tsx';
import { personKey } from './person-data.ts';
import { useKindWords } from './person-summary.tsx';

type Liked = Pick<Person, 'id' | 'screenName' | 'photo' | 'kind' | 'liked'>;

/** Whether the member likes this person, as far as is known here. */
export function useIsLiked(person: Pick<Person, 'id' | 'liked'>): boolean {
  return useMember((me) => likes(me, person));
}

/** Where answers are owed before new likes, the way leads to those who wait. */
export function turnsRemedy(
  error: unknown,
  { t }: Pick<i18n, 't'>,
  navigate: NavigateFunction,
): { action?: { label: string; onClick: () => void } } {
  if (codeOf(error) !== 'like.turns_wait') return {};
  return {
    action: { label: t('people:like.toTurns'), onClick: () => void navigate(paths.chats) },
  };
}

/** Likes a person: the heart is dark at once, and light again where it could not be. Answers whether it could. */
function useLike(): (person: Liked) => Promise<boolean> {
  const { i18n } = useTranslation(['people', 'errors', 'shell']);
  const toast = useToast();
  const afterLike = useAfterLike();
  const openPaywall = useOpenPaywall();
  const navigate = useNavigate();
  return useCallback(
    async (person) => {
      const trackerId = memberStore.get()?.trackerId;
      if (trackerId === undefined) return false;
      updateMember(withLike, person.id);
      try {
        const { screenName } = person;
        const answer = await emit(like, { trackerId, profileId: person.id, screenName });
        // What was fetched meanwhile may not have known of it yet.
        updateMember(withLike, person.id);
        if (answer.matched) void queryClient.invalidateQueries({ queryKey: personKey(trackerId, person.id) });
        afterLike(person, answer);
        reportPixel('engage');
        return true;
      } catch (error) {
        updateMember(withoutLike, person.id);
        const paywall = paywallOf(error);
        if (paywall) openPaywall(paywall);
        else toast({ kind: 'danger', text: explain(error, i18n), ...turnsRemedy(error, i18n, navigate) });
        return false;
      }
    },
    [i18n, toast, afterLike, openPaywall, navigate],
  );
}

/** Takes a like back: the heart is light at once, and dark again where the like stays. */
function useTakeBack(): (person: Liked) => Promise<void> {
  const { t, i18n } = useTranslation(['people', 'errors', 'shell']);
  const toast = useToast();
  const withKind = useKindWords();
  return useCallback(
    async ({ id: profileId, screenName: name, kind }) => {
      const me = memberStore.get();
      if (me === undefined) return;
      updateMember(withoutLike, profileId);
      try {
        const { likeCredits } = await emit(takeBackLike, { trackerId: me.trackerId, profileId });
        updateMember(withLikeTakenBack, { profileId, likeCredits });
        const stayedSpent = me.entitlements.likeCost > 0 && likeCredits <= me.likeCredits;
        const words = stayedSpent ? t('like.takenBackSpent', { name }) : t('like.takenBack', { name });
        toast({ kind: 'success', text: withKind(words, kind), seconds: TOOLTIP_MS / 1_000 });
      } catch (error) {
        updateMember(withLike, profileId);
        toast({ kind: 'danger', text: explain(error, i18n) });
      }
    },
    [t, i18n, toast, withKind],
  );
}

/**
 * What follows a like that was taken: joy over a match, the paywall after the last free one, or a word, which is left out
 * where likes come one after the other.
 */
export function useAfterLike(
  quietly?: 'quietly',
): (person: PopupPerson, answer: { likeCredits: number; matched: boolean }) => void {
  const { t } = useTranslation('people');
  const toast = useToast();
  const withKind = useKindWords();
  const openPaywall = useOpenPaywall();
  return useCallback(
    (person, { likeCredits, matched }) => {
      updateMember(withLikeCredits, likeCredits);
      const likeCost = memberStore.get()?.entitlements.likeCost ?? 0;
      if (matched) return openPopup({ name: 'match', person });
      if (likeCredits < likeCost) return openPaywall('out_of_likes');
      if (quietly) return;
      toast({
        kind: 'success',
        text: withKind(t('like.sent', { name: person.screenName }), person.kind),
        seconds: TOOLTIP_MS / 1_000,
      });
    },
    [t, toast, withKind, openPaywall, quietly],
  );
}

type HeartButtonProps = {
  person: Liked;
  /** Stands on the page that members come home to. */
  fromHome?: boolean;
  className?: string;
} & IconLook;

/** Likes a person with one tap, and takes it back with another. */
export function HeartButton({ person, fromHome = false, ...look }: HeartButtonProps) {
  const { t } = useTranslation('people');
  const liked = useIsLiked(person);
  const giveLike = useLike();
  const takeBack = useTakeBack();
  const name = person.screenName;
  return (
    <IconButton
      label={liked ? t('like.takeBack', { name }) : t('like.give', { name })}
      onClick={() => {
        if (liked) return void takeBack(person);
        void giveLike(person).then((given) => {
          if (given && fromHome) measure('liked_from_home', { profileId: person.id });
        });
      }}
      {...look}
      icon={<Heart aria-hidden="true" className={liked ? 'size-6 fill-current text-like' : 'size-6'} />}
    />
  );
}
