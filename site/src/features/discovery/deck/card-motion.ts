import {
  type MotionValue,
  PanSession,
  animateSingleValue,
  styleEffect,
  transform,
  useMotionValue,
  useMotionValueEvent,
  useReducedMotion,
  useTransform,
} from 'motion/react';
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { SWIPE_VELOCITY } from '#contract/kernel/constants.ts';
import type { Verdict } from './deck.ts';

const TILT_DEGREES = 13;
const depths = [0, 1, 2, 3];
const scaleAt = transform(depths, [1, 0.98, 0.965, 0.965]);
const dropAt = transform(depths, [0, 4, 6, 6]);
const turnAt = transform(depths, [0, 2.6, -2.4, -2.4]);
const settle = { type: 'spring', stiffness: 420, damping: 34 } as const;
const leave = { duration: 0.25, ease: [0.25, 0.6, 0.4, 1] } as const;
const fade = { duration: 0.16, ease: 'easeOut' } as const;

const signOf = (verdict: Verdict) => (verdict === 'like' ? 1 : -1);

export interface CardPlace {
  /** How deep in the stack, the top being 0; or the side to which it is leaving. */
  place: number | Verdict;
  /** The side it comes back from. */
  from: Verdict | undefined;
}

type Options = CardPlace & {
  /** How far the top card is drawn aside, from 0 to 1: the one below comes up as much. */
  pull: MotionValue<number>;
  onVerdict: (verdict: Verdict) => void;
  onGone: () => void;
};

/**
 * Moves a card: it follows the finger and tilts, flies to the side it was decided for, comes back from there, and rises
 * from below. Where motion is to be reduced it follows the finger, and for the rest it fades. It takes motion's parts
 * one by one, because its components would make the screen twice as heavy.
 */
export function useCardMotion(
  card: RefObject<HTMLElement | null>,
  { place, from, pull, onVerdict, onGone }: Options,
) {
  const still = useReducedMotion() ?? false;
  const x = useMotionValue(0);
  const depth = useMotionValue(typeof place === 'number' ? place : 0);
  const opacity = useMotionValue(1);
  const stamps = useMotionValue(0);
  /** The card's width, in which its tilt and its stamps are measured. */
  const width = useMotionValue(1);
  const share = useTransform(() => x.get() / width.get());
  /** What the stamps show: nothing on a card that comes back, which swings past the middle to the other side. */
  const decision = useTransform(() => share.get() * stamps.get());
  const lift = useTransform(() => Math.max(0, depth.get() - pull.get()));
  const rotate = useTransform(() => (still ? 0 : share.get() * TILT_DEGREES) + turnAt(lift.get()));
  const scale = useTransform(() => scaleAt(lift.get()));
  const y = useTransform(() => dropAt(lift.get()));
  const session = useRef<PanSession>(null);
  const dragged = useRef(false);
  const isTop = place === 0;

  useMotionValueEvent(x, 'change', () => {
    if (isTop) pull.set(Math.min(1, Math.abs(share.get()) / FAR_SHARE));
  });

  /** Puts a new card where it starts from, and binds it to the values that move it. */
  const appear = useEffectEvent((element: HTMLElement) => {
    width.set(element.offsetWidth);
    if (from) (still ? opacity : x).jump(still ? 0 : signOf(from) * distanceAway(element));
    const unbind = styleEffect(element, { x, y, scale, rotate, opacity });
    styleEffect.flush(element);
    return () => {
      session.current?.end();
      unbind();
    };
  });
  useLayoutEffect(() => (card.current ? appear(card.current) : undefined), [card]);

  const moveTo = useEffectEvent((element: HTMLElement, next: CardPlace['place']) => {
    if (typeof next === 'string') {
      session.current?.end();
      stamps.jump(1);
      if (!still) animateSingleValue(x, signOf(next) * distanceAway(element), leave);
      const away = animateSingleValue(opacity, 0, { ...(still ? fade : leave), onComplete: onGone });
      return () => away.stop();
    }
    if (next < depth.get()) depth.jump(Math.max(next, depth.get() - pull.get()));
    animateSingleValue(depth, next, still ? fade : settle);
    stamps.jump(0);
    animateSingleValue(x, 0, still ? { duration: 0 } : settle);
    animateSingleValue(opacity, 1, fade);
    return undefined;
  });
  useLayoutEffect(() => (card.current ? moveTo(card.current, place) : undefined), [card, place]);

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (!isTop || event.button !== 0) return;
    const element = event.currentTarget;
    width.set(element.offsetWidth);
    const start = x.get();
    let sideways = false;
    dragged.current = false;
    session.current?.end();
    session.current = new PanSession(event.nativeEvent, {
      onStart(_, { offset }) {
        dragged.current = true;
        sideways = Math.abs(offset.x) >= Math.abs(offset.y);
        if (!sideways) return;
        x.stop();
        stamps.jump(1);
      },
      onMove(_, { offset }) {
        if (sideways) x.set(start + offset.x);
      },
      onEnd(ended, { offset, velocity }) {
        if (!sideways) return;
        const cancelled = ended.type === 'pointercancel';
        const verdict = cancelled ? null : verdictOf({ offset, velocity, width: width.get() });
        if (verdict) onVerdict(verdict);
        else {
          stamps.jump(0);
          animateSingleValue(x, 0, still ? { duration: 0 } : { ...settle, velocity: velocity.x });
        }
      },
    });
  }

  /** A drag that ends over a link is no click on it. One by keyboard, which counts no clicks, always is. */
  function onClickCapture(event: MouseEvent): void {
    if (!dragged.current || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { decision, handlers: { onPointerDown, onClickCapture } };
}

/** How far a card goes until it is out of sight, at most as far as is quickly flown. */
function distanceAway(card: HTMLElement): number {
  return Math.min(window.innerWidth / 2 + card.offsetWidth, card.offsetWidth * 1.8);
}

interface Point {
  x: number;
  y: number;
}

export interface Drag {
  /** How far the card was drawn, in pixels. */
  offset: Point;
  /** How fast it was let go, in pixels a second. */
  velocity: Point;
  /** How wide the card is. */
  width: number;
}

/** The share of a card's width after which a slow drag counts. */
export const FAR_SHARE = 0.35;
/** A finger that only trembles is no flick. */
const LEAST_FLICK_PX = 24;

/** What a drag says when it is let go. Up and down say nothing, nor does a card that was on its way back. */
export function verdictOf({ offset, velocity, width }: Drag): Verdict | null {
  const distance = Math.abs(offset.x);
  if (Math.abs(offset.y) > distance) return null;
  const fast = Math.abs(velocity.x) > SWIPE_VELOCITY;
  const onward = Math.sign(velocity.x) === Math.sign(offset.x);
  const decided = fast ? onward && distance >= LEAST_FLICK_PX : distance >= width * FAR_SHARE;
  if (!decided) return null;
  return offset.x > 0 ? 'like' : 'dislike';
}
