import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import type { ShownNotification } from '#contract/chat/live.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { type Popup, openPopup, popupStore } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { useToast } from '#ui/toast.tsx';
import { claimNotification, keepPending } from './shown-notifications.ts';

/** News that a card tells of, with what names it. */
export interface Card {
  about: ShownNotification;
  content: (close: () => void) => ReactNode;
  /** Shown instead of the card, where no other popup is open. */
  popup?: Popup;
}

/** Which cards: a person's or all people's, of one type or of all, and how far. */
export interface CardsAbout {
  profileId: string | null;
  type: ShownNotification['type'] | null;
  upTo?: number;
}

const CARD_SECONDS = 9;
/** So many wait until the page is in sight. More are in the lists. */
const MOST_CARDS = 3;

const wantedBy = { message: 'messageNews', like: 'likeNews', visit: 'visitNews' } as const;

/** Where a member is not disturbed: in a conversation, and while paying. */
export function isUndisturbed(path: string): boolean {
  return /^\/(chats|purchase|vip_plan|paymentPage)(\/|$)/.test(path);
}

interface Listener {
  offer: (card: Card) => void;
  close: (which: CardsAbout) => void;
}
let listener: Listener | null = null;

/** Shows a card where it is wanted and does not disturb, or keeps it until the page is in sight. */
export function offerCard(card: Card): void {
  listener?.offer(card);
}

/** What the cards tell of has been seen elsewhere. */
export function closeCards(which: CardsAbout): void {
  listener?.close(which);
}

function isAbout({ about }: Card, { profileId, type, upTo = about.upTo }: CardsAbout): boolean {
  const isOne = (profileId ?? about.profileId) === about.profileId && (type ?? about.type) === about.type;
  return isOne && about.upTo <= upTo;
}

/** The one place that shows cards, on every page of a member's. Each is shown once, in one tab. */
export function useNewsCards(): void {
  const toast = useToast();
  const undisturbed = isUndisturbed(useCurrentRoute().path);
  const member = useMember();
  const shown = useRef<readonly { card: Card; close: () => void }[]>([]);
  const present = useEffectEvent((card: Card) => {
    const { about, content, popup } = card;
    if (undisturbed || !member[wantedBy[about.type]]) return;
    // One that is open already asks for something, and is not pushed aside.
    if (popup && popupStore.get() === null) return openPopup(popup);
    const close = toast({
      kind: 'card',
      // One about the same person takes the place of an earlier one.
      name: `news ${about.profileId}`,
      seconds: CARD_SECONDS,
      text: <Suspense fallback={null}>{content(() => close())}</Suspense>,
    });
    shown.current = [...shown.current.slice(1 - MOST_CARDS), { card, close }];
  });
  useEffect(() => {
    let held: readonly Card[] = [];
    const show = async (card: Card) => {
      // What is muted, or comes where it would disturb, is shown by badges and lists alone.
      if (await claimNotification(card.about)) present(card);
    };
    const hold = (cards: readonly Card[]) => {
      held = cards;
      keepPending(cards.map(({ about }) => about));
    };
    const look = () => {
      if (document.hidden) return;
      const waiting = held;
      hold([]);
      for (const card of waiting) void show(card);
    };
    listener = {
      offer: (card) => {
        if (document.hidden) hold([...held.slice(1 - MOST_CARDS), card]);
        else void show(card);
      },
      close: (which) => {
        if (held.length > 0) hold(held.filter((card) => !isAbout(card, which)));
        for (const { card, close } of shown.current) if (isAbout(card, which)) close();
      },
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      listener = null;
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  useEffect(() => {
    if (!undisturbed) return;
    for (const { close } of shown.current) close();
    shown.current = [];
  }, [undisturbed]);
}
