/** What the tabs of one person agree on. A lock goes with its tab, however that ends. */

import { useEffect, useState, useSyncExternalStore } from 'react';

/** Without a safe connection a browser has no locks, and each tab speaks for itself. */
const locksOfBrowser = (): LockManager | undefined => navigator.locks;

interface LockOptions {
  isWanted: boolean;
  /** Several tabs may have a shared lock at the same time. */
  mode: LockMode;
}

/** Holds a lock as soon as it can be had, for as long as it is wanted. Answers whether it is held. */
export function useLock(name: string, { isWanted, mode }: LockOptions): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const end = new AbortController();
    const held = () => {
      if (end.signal.aborted) return undefined;
      setHeld(true);
      return new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve()));
    };
    const locks = locksOfBrowser();
    // A request that is given up is refused, which is no fault.
    if (locks) locks.request(name, { mode, signal: end.signal }, held).catch(() => {});
    else void held();
    return () => {
      end.abort();
      setHeld(false);
    };
  }, [name, mode, isWanted]);
  return isHeld;
}

/** Whether any tab holds it. */
export async function isLockHeld(name: string): Promise<boolean> {
  const { held = [] } = (await locksOfBrowser()?.query()) ?? {};
  return held.some((lock) => lock.name === name);
}

const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus();

/** Whether this tab is in sight just now. */
export function useLookedAt(): boolean {
  return useSyncExternalStore(follow, isLookedAt);
}

function follow(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}
