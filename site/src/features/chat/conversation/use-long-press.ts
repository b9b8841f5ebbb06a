import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react';

const HOLD_MS = 450;
const STILL_PX = 10;

/** Handles a finger that stays where it is, and a right click. There is a button for the same. */
export function useLongPress(onHold: (element: HTMLElement) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const opened = useRef(false);
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
      opened.current = false;
      const open = () => {
        opened.current = true;
        onHold(currentTarget);
      };
      held.current = { x, y, timer: setTimeout(open, HOLD_MS) };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = held;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) letGo();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onTouchEnd(event: SyntheticEvent) {
      // Of a finger that lifts the browser makes a click, which would close what the hold has opened.
      if (opened.current) event.preventDefault();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      // The browser's own menu would lie over ours. Words that are marked are meant to be copied by it.
      if (held.current || opened.current) event.preventDefault();
      else if (getSelection()?.isCollapsed !== false) {
        event.preventDefault();
        onHold(event.currentTarget);
      }
    },
  };
}
