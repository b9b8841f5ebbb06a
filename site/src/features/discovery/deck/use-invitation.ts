import { useState } from 'react';
import type { Person } from '#contract/profile/people.ts';
import { useAfterLike } from '#site/features/people/likes.tsx';
import { withLike } from '#site/shell/me.ts';
import { paywallOf, useOpenPaywall } from '#site/shell/paywalls.ts';
import { updateMember } from '#site/shell/session.ts';
import type { Answer, Deck } from './deck.ts';

/** A like that asks for a few words first. Its card waits aside until the words are sent, or comes back. */
export function useInvitation(deck: Deck) {
  const [person, setPerson] = useState<Person | null>(null);
  const [open, setOpen] = useState(false);
  /** Each invitation starts from its beginning, though the last one may still be closing. */
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const afterLike = useAfterLike('quietly');
  const openPaywall = useOpenPaywall();

  return {
    person,
    turn,
    open,
    begin() {
      const held = deck.hold();
      if (!held) return;
      setPerson(held);
      setTurn(turn + 1);
      setAnswer(null);
      setOpen(true);
    },
    onCancel() {
      setOpen(false);
      if (person) deck.putBack(person);
    },
    /** Answers whether it should be confirmed: a match is joy enough. */
    async onSend(words: string): Promise<boolean> {
      if (!person) return false;
      try {
        const given = await deck.likeHeld({ person, verdict: 'like', invitation: words });
        updateMember(withLike, person.id);
        setAnswer(given);
        if (!given.matched) return true;
        setOpen(false);
        afterLike(person, given);
        return false;
      } catch (error) {
        const paywall = paywallOf(error);
        if (!paywall) throw error;
        setOpen(false);
        // Of whom nothing can be decided any more the card stays away.
        if (paywall === 'out_of_likes') deck.putBack(person);
        openPaywall(paywall);
        return false;
      }
    },
    onDone() {
      setOpen(false);
      if (person && answer) afterLike(person, answer);
    },
    onClosed: () => setPerson(null),
  };
}
