import { Hand, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Gesture } from '#contract/moderation/photo-verification.ts';

/** Where the hand goes beside the drawn head, and how it looks there. */
const hands = {
  hand_on_head: { x: 34, y: -4, turn: 90, icon: <Hand /> },
  three_fingers: { x: 72, y: 32, turn: 0, icon: <ThreeFingers /> },
  thumb_up: { x: 72, y: 32, turn: 0, icon: <ThumbsUp /> },
  touch_ear: { x: 61, y: 24, turn: -60, icon: <Hand /> },
  hand_on_chin: { x: 36, y: 52, turn: 0, icon: <Hand /> },
  open_hand: { x: 72, y: 32, turn: 0, icon: <Hand /> },
} as const satisfies Record<Gesture, { x: number; y: number; turn: number; icon: ReactNode }>;

/** A head with a hand where the words beside it say. */
export function GestureFigure({ gesture }: { gesture: Gesture }) {
  const { x, y, turn, icon } = hands[gesture];
  return (
    <span aria-hidden="true" className="relative block size-28 shrink-0">
      <svg viewBox="0 0 100 100" fill="none" stroke="currentColor" strokeWidth="2.5" className="size-full">
        <path d="M16 98 C16 78 32 72 48 72 C64 72 80 78 80 98" strokeLinecap="round" />
        <ellipse cx="48" cy="40" rx="20" ry="25" />
        <path d="M41 38 h0.1 M55 38 h0.1" strokeWidth="4" strokeLinecap="round" />
        <path d="M42 50 C45 54 51 54 54 50" strokeLinecap="round" />
      </svg>
      <span
        className="absolute grid size-9 place-items-center rounded-full bg-primary-fill text-on-primary [&>svg]:size-5"
        style={{ left: `${x}%`, top: `${y}%` }}
      >
        <span style={{ rotate: `${turn}deg` }} className="grid place-items-center [&>svg]:size-5">
          {icon}
        </span>
      </span>
    </span>
  );
}

/** The same hand as the others' with three fingers up. */
function ThreeFingers() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
      <path d="M8 12V4 M12 12V3 M16 12V4" />
      <path d="M6 13 C6 11.5 7 11 8 11 H16 C17.5 11 18 12 18 13.5 C18 18.5 15.5 21 12 21 C8.5 21 6 18.5 6 13" />
    </svg>
  );
}
