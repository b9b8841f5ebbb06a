import { useEffect } from 'react';

let works = 0;
let leavingAnyway = false;

/** Something would be lost if the page went away now: typed words, a photo on its way. */
export function isUnderWay(): boolean {
  return works > 0;
}

function ask(event: BeforeUnloadEvent): void {
  if (!leavingAnyway) event.preventDefault();
}

/** While `active`, the browser asks before it leaves the page, and the page does not reload by itself. */
export function useUnderWay(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    works += 1;
    if (works === 1) window.addEventListener('beforeunload', ask);
    return () => {
      works -= 1;
      if (works === 0) window.removeEventListener('beforeunload', ask);
    };
  }, [active]);
}

/** For a reload or a departure the person has asked for. */
export function withoutAsking(leave: () => void): void {
  leavingAnyway = true;
  leave();
}
