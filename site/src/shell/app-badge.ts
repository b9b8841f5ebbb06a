import { useEffect } from 'react';

/** Shows on the icon of the installed site how much waits to be seen, where the browser can. */
export function useAppBadge(unread: number): void {
  useEffect(() => setBadge(unread), [unread]);
  // After the end of the session nothing waits here.
  useEffect(() => () => setBadge(0), []);
}

function setBadge(unread: number): void {
  const browser: Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>> = navigator;
  const done = unread > 0 ? browser.setAppBadge?.(unread) : browser.clearAppBadge?.();
  // A browser may refuse, for instance where the site is not installed.
  done?.catch(() => undefined);
}
