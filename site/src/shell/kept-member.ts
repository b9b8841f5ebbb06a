import { useSyncExternalStore } from 'react';
import type { StorageKey, StoredValue } from '../../../contract/kernel/storage-keys.ts';
import type { User } from '../../../contract/account/user.ts';
import { clearBadges } from './badges.ts';
import { storage } from './storage.ts';

/** What a member's tabs tell one another of him: only one of them may have an open connection. */
export const sharedKeys = ['messageValue', 'likeCredits'] as const;

/** Keeps what the next page shows before the server has said who is here, and what other tabs should hear of. */
export function keepMember({ messageValue, likeCredits, photos }: User): void {
  keep('messageValue', messageValue);
  keep('likeCredits', likeCredits);
  // One that waits for moderation is not shown yet, and has an address that ends with the hour.
  keep('avatar', photos.find(({ isShown }) => isShown)?.path);
}

/** Nothing of him stays for whoever uses this browser next. */
export function forgetMember(): void {
  for (const key of [...sharedKeys, 'avatar'] as const) storage.remove(key);
  clearBadges();
}

/** The member's own picture, as far as others see it. Known before he is. */
export function useOwnPicture(): string | undefined {
  return useSyncExternalStore(
    (listener) => storage.watch('avatar', listener),
    () => storage.get('avatar'),
    () => undefined,
  );
}

function keep<K extends StorageKey>(key: K, value: StoredValue<K> | undefined): void {
  if (value === storage.get(key)) return;
  if (value === undefined) storage.remove(key);
  else storage.set(key, value);
}
