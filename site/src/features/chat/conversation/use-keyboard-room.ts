import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the input above a phone's keyboard, which some browsers lay over the page without making it smaller. */
export function useKeyboardRoom(): RefObject<HTMLDivElement | null> {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return undefined;
    const fit = () => {
      // A page that was zoomed into has a small view too, and no keyboard.
      const covered = view.scale === 1 ? Math.max(0, window.innerHeight - view.height) : 0;
      if (pane.current) pane.current.style.paddingBottom = covered > 0 ? `${covered}px` : '';
      if (covered > 0) window.scrollTo(0, 0);
    };
    view.addEventListener('resize', fit);
    return () => view.removeEventListener('resize', fit);
  }, []);
  return pane;
}
