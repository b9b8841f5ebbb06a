import { useEffect } from 'react';
import { afterAbsence } from '../shell/landing.ts';
import { sessionStore } from '../shell/session.ts';
import { storage } from '../shell/storage.ts';
import { isUnderWay } from '../shell/under-way.ts';

/** A tab that was away for long comes back fresh. */
export function useAbsence(staysAsLeft: boolean): void {
  useEffect(() => {
    let hiddenSince = document.hidden ? Date.now() : null;
    const changed = () => {
      if (document.hidden) {
        hiddenSince = Date.now();
        return;
      }
      if (hiddenSince === null) return;
      const { newLanding, reload } = afterAbsence(Date.now() - hiddenSince);
      hiddenSince = null;
      if (newLanding) storage.set('landedTime', Date.now());
      const mayReload = navigator.onLine && !staysAsLeft && !isUnderWay();
      if (reload && mayReload && sessionStore.get().status === 'member') location.reload();
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, [staysAsLeft]);
}
