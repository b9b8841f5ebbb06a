import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '#console/shell/storage.ts';
import { workQueueNames } from '#contract/staff/waiting.ts';
import type { WaitingWork } from '#contract/staff/waiting.ts';
import { isLockHeld, useLock, useLookedAt } from './locks.ts';
import { showNotification } from './notification.ts';
import { playSound } from './sound.ts';

/**
 * Calls a person when something new waits for them, by what they have switched on: once, however many tabs they have open,
 * and not while they look at one of them.
 */
export function useAlerts(staffId: string | undefined, work: WaitingWork | undefined): void {
  const isIn = staffId !== undefined;
  const lookedAt = `console-looked-at ${staffId}`;
  const isHere = useLookedAt();
  useLock(lookedAt, { isWanted: isIn && isHere, mode: 'shared' });
  // One tab speaks for all. The next one takes over when it is closed.
  const speaks = useLock(`console-alerts ${staffId}`, { isWanted: isIn, mode: 'exclusive' });
  const { t } = useTranslation();
  const alert = useEffectEvent(async () => {
    if (!speaks || isHere || (await isLockHeld(lookedAt))) return;
    if (storage.get('alertSound') === 'yes') playSound();
    if (storage.get('alertNotification') === 'yes') showNotification(t('alert.title'), t('alert.text'));
  });
  const known = useRef<WaitingWork>(undefined);
  useEffect(() => {
    if (!work) return;
    const before = known.current;
    known.current = work;
    if (before && hasCome(before, work)) void alert();
  }, [work]);
}

/** Whether something waits that did not before: there is more, or something else. */
export function hasCome(before: WaitingWork, now: WaitingWork): boolean {
  return workQueueNames.some(
    (queue) =>
      now[queue].count > before[queue].count || (now[queue].newest ?? 0) > (before[queue].newest ?? 0),
  );
}
