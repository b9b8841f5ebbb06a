import { useMotionValue } from 'motion/react';
import { useLayoutEffect, useRef } from 'react';
import type { DeckView, Verdict } from './deck.ts';
import { SwipeCard } from './swipe-card.tsx';
import { useStack } from './use-stack.ts';

type CardStackProps = Pick<DeckView, 'cards' | 'sides'> & { onVerdict: (verdict: Verdict) => void };

/** The cards, one over the other. */
export function CardStack({ cards, sides, onVerdict }: CardStackProps) {
  const { stack, forget } = useStack({ cards, sides });
  const pull = useMotionValue(0);
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const top = cards[0]?.id;
  const before = useRef(top);

  // After the cards have taken over how far they were drawn up.
  useLayoutEffect(() => {
    if (before.current === top) return;
    before.current = top;
    pull.jump(0);
    // The link of a card that leaves takes the focus with it, unless the next one gets it.
    if (hadFocus.current) box.current?.querySelector<HTMLElement>('article:not([inert]) a')?.focus();
  }, [top, pull]);

  return (
    <div
      ref={box}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) hadFocus.current = false;
      }}
      className="absolute inset-0 isolate"
    >
      {stack.toReversed().map((card) => (
        <SwipeCard
          key={card.person.id}
          {...card}
          pull={pull}
          onVerdict={onVerdict}
          onGone={() => forget(card.person.id)}
        />
      ))}
    </div>
  );
}
