import { useState } from 'react';
import { DECK_PHOTOS_AHEAD } from '../../../../../contract/kernel/constants.ts';
import type { Person } from '../../../../../contract/profile/people.ts';
import type { DeckView, Verdict } from './deck.ts';

export interface StackedCard {
  person: Person;
  /** How deep in the stack, the top being 0; or the side to which it is leaving. */
  place: number | Verdict;
  /** The side it comes back from. */
  from: Verdict | undefined;
}

/** The cards that are drawn: the top, those whose photos are fetched ahead below it, and those still on their way out. */
export function useStack({ cards, sides }: Pick<DeckView, 'cards' | 'sides'>) {
  const [seen, setSeen] = useState({ cards, leaving: [] as readonly Person[] });
  let { leaving } = seen;
  if (seen.cards !== cards) {
    const here = new Set(cards.map(({ id }) => id));
    const drawn = [...seen.leaving, ...seen.cards.slice(0, 1 + DECK_PHOTOS_AHEAD)];
    leaving = drawn.filter(({ id }) => sides.has(id) && !here.has(id));
    setSeen({ cards, leaving });
  }
  const staying = cards.slice(0, 1 + DECK_PHOTOS_AHEAD);
  const stack = [
    ...leaving.map((person): StackedCard => ({ person, place: sides.get(person.id) ?? 0, from: undefined })),
    ...staying.map((person, place): StackedCard => ({ person, place, from: sides.get(person.id) })),
  ];
  /** Somebody has left the screen. */
  function forget(id: string): void {
    setSeen((now) => ({ ...now, leaving: now.leaving.filter((person) => person.id !== id) }));
  }
  return { stack, forget };
}
