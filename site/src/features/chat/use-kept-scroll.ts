import { type RefObject, useEffect, useRef } from 'react';

/** Where the list was left, also while another page is shown. */
let kept = 0;

/** Finds the list where it was, whenever it comes back into sight: one that was hidden has lost its place. */
export function useKeptScroll(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let inSight = false;
    const sized = new ResizeObserver(() => {
      const isShown = element.clientHeight > 0;
      if (isShown && !inSight) element.scrollTop = kept;
      inSight = isShown;
    });
    const follow = () => {
      if (inSight) kept = element.scrollTop;
    };
    sized.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, []);
  return list;
}
