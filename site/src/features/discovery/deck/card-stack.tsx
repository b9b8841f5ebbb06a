import { Heart, X } from 'lucide-react';
import { useMotionValue, styleEffect, useTransform } from 'motion/react';
import type { MotionValue } from 'motion/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DECK_PHOTOS_AHEAD } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { classNames } from '#ui/class-names.ts';
import { type CardPlace, FAR_SHARE, useCardMotion } from './card-motion.ts';
import type { DeckView, Verdict } from './deck.ts';
import { PersonCard } from './person-card.tsx';

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

type SwipeCardProps = StackedCard & {
  pull: MotionValue<number>;
  onVerdict: (verdict: Verdict) => void;
  onGone: () => void;
};

function SwipeCard({ person, ...motion }: SwipeCardProps) {
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

const looks = {
  like: { Icon: Heart, look: 'left-5 -rotate-12 bg-accent-fill text-on-accent', fill: 'fill-current' },
  dislike: { Icon: X, look: 'right-5 rotate-12 bg-inverse text-on-inverse', fill: '' },
};

type StampProps = { verdict: Verdict; share: MotionValue<number> };

/** Says what letting go now would mean. It stands on the side that stays in sight, and shows with the distance. */
function Stamp({ verdict, share }: StampProps) {
  const { t } = useTranslation('match');
  const stamp = useRef<HTMLSpanElement>(null);
  const { Icon, look, fill } = looks[verdict];
  const sign = verdict === 'like' ? 1 : -1;
  const opacity = useTransform(() => Math.min(1, Math.max(0, (sign * share.get()) / FAR_SHARE)));
  useLayoutEffect(() => {
    const element = stamp.current;
    if (!element) return undefined;
    const unbind = styleEffect(element, { opacity });
    styleEffect.flush(element);
    return unbind;
  }, [opacity]);
  return (
    <span
      ref={stamp}
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute top-18 inline-flex items-center gap-2 rounded-field border-3 border-white px-4 py-2.5 text-xl leading-none font-extrabold tracking-wide uppercase shadow-raised',
        look,
      )}
    >
      <Icon className={classNames('size-6 stroke-[2.5]', fill)} />
      {t(`stamp.${verdict}`)}
    </span>
  );
}

type StackedCard = CardPlace & { person: Person };

/** The cards that are drawn: the top, those whose photos are fetched ahead below it, and those still on their way out. */
function useStack({ cards, sides }: Pick<DeckView, 'cards' | 'sides'>) {
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
  /** A card has left the screen. */
  function forget(id: string): void {
    setSeen((now) => ({ ...now, leaving: now.leaving.filter((person) => person.id !== id) }));
  }
  return { stack, forget };
}
