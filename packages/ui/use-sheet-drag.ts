import { type PointerEvent, useRef } from 'react';

const FAR_PX = 90;
const FAST_PX_PER_MS = 0.6;

/** Lets a finger on the grip pull a sheet down; far or fast enough closes it, else it springs back. */
export function useSheetDrag(onClose: () => void) {
  const sheet = useRef<HTMLDivElement>(null);
  const start = useRef<{ y: number; time: number } | null>(null);

  const move = (pixels: number | null) => {
    if (!sheet.current) return;
    sheet.current.style.transitionDuration = pixels === null ? '' : '0s';
    sheet.current.style.translate = pixels === null ? '' : `0 ${pixels}px`;
  };

  const grip = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { y: event.clientY, time: event.timeStamp };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) move(Math.max(0, event.clientY - start.current.y));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const way = event.clientY - start.current.y;
      const speed = way / Math.max(1, event.timeStamp - start.current.time);
      start.current = null;
      move(null);
      if (way > FAR_PX || (way > 20 && speed > FAST_PX_PER_MS)) onClose();
    },
    onPointerCancel() {
      start.current = null;
      move(null);
    },
  };

  return { sheet, grip };
}
