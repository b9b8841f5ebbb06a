import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const HOLD_MS = 450;
const STILL_PX = 10;

/** Hears a finger that stays where it is. A mouse has a button for the same. */
export function useLongPress(onHold: (element: HTMLElement) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const letGo = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  useEffect(
    () => () => {
      clearTimeout(held.current?.timer);
    },
    [],
  );
  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch') return;
      letGo();
      held.current = { x, y, timer: setTimeout(() => onHold(currentTarget), HOLD_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = held;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onContextMenu(event: SyntheticEvent) {
      // The browser's own menu would lie over ours.
      if (held.current) event.preventDefault();
    },
  };
}
