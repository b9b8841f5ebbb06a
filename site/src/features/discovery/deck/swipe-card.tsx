import type { MotionValue } from 'motion/react';
import { useRef } from 'react';
import type { Verdict } from './deck.ts';
import { PersonCard } from './person-card.tsx';
import { Stamp } from './stamp.tsx';
import { useCardMotion } from './use-card-motion.ts';
import type { StackedCard } from './use-stack.ts';

type SwipeCardProps = StackedCard & {
  pull: MotionValue<number>;
  onVerdict: (verdict: Verdict) => void;
  onGone: () => void;
};

export function SwipeCard({ person, ...motion }: SwipeCardProps) {
  const card = useRef<HTMLElement>(null);
  const { decision, handlers } = useCardMotion(card, motion);
  const isTop = motion.place === 0;
  return (
    <article
      ref={card}
      {...handlers}
      inert={!isTop}
      className="absolute inset-0 touch-pan-y overflow-hidden rounded-card edge bg-surface shadow-raised will-change-transform select-none"
    >
      <PersonCard person={person} isTop={isTop} />
      <Stamp verdict="like" share={decision} />
      <Stamp verdict="dislike" share={decision} />
    </article>
  );
}
