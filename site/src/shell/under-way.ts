import { useEffect } from 'react';
import { pageState } from '#client/page-state.ts';

const page = pageState(() => ({ works: 0, leavingAnyway: false }));

/** Something would be lost if the page went away now: typed words, a photo on its way. */
export function isUnderWay(): boolean {
  return page.works > 0;
}

function ask(event: BeforeUnloadEvent): void {
  if (!page.leavingAnyway) event.preventDefault();
}

/** While `active`, the browser asks before it leaves the page, and the page does not reload by itself. */
export function useUnderWay(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    page.works += 1;
    if (page.works === 1) window.addEventListener('beforeunload', ask);
    return () => {
      page.works -= 1;
      if (page.works === 0) window.removeEventListener('beforeunload', ask);
    };
  }, [active]);
}

/** For a reload or a departure the person has asked for. */
export function withoutAsking(leave: () => void): void {
  page.leavingAnyway = true;
  leave();
}
