import { SWIPE_VELOCITY } from '../../../../../contract/kernel/constants.ts';
import type { Verdict } from './deck.ts';

interface Point {
  x: number;
  y: number;
}

export interface Pull {
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
export function verdictOf({ offset, velocity, width }: Pull): Verdict | null {
  const distance = Math.abs(offset.x);
  if (Math.abs(offset.y) > distance) return null;
  const fast = Math.abs(velocity.x) > SWIPE_VELOCITY;
  const onward = Math.sign(velocity.x) === Math.sign(offset.x);
  const decided = fast ? onward && distance >= LEAST_FLICK_PX : distance >= width * FAR_SHARE;
  if (!decided) return null;
  return offset.x > 0 ? 'like' : 'dislike';
}
