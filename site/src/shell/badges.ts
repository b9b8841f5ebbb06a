import { useSyncExternalStore } from 'react';
import { storage } from './storage.ts';

/** The unread counts that badges show. They are kept, so that a badge is right before the first answer comes. */
const keyOf = { messages: 'unreadMessages', notifications: 'unreadNotifications' } as const;
export type Badge = keyof typeof keyOf;

export function setBadge(badge: Badge, count: number): void {
  storage.set(keyOf[badge], Math.max(0, Math.trunc(count)));
}

export function clearBadges(): void {
  for (const key of Object.values(keyOf)) storage.remove(key);
}

export function useBadge(badge: Badge): number {
  return useSyncExternalStore(
    (listener) => storage.watch(keyOf[badge], listener),
    () => storage.get(keyOf[badge]) ?? 0,
    () => 0,
  );
}
