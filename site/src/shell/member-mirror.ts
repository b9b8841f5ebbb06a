import type { StorageKey, StoredValue } from '../../../contract/kernel/storage-keys.ts';
import { type Me, ownPicture, unreadNotifications, withUnreadMessages, withUser } from './me.ts';
import { memberStore, updateMember } from './session.ts';
import { storage } from './storage.ts';

/**
 * Writes down what the next page shows before the server has answered, and what the member's other tabs should know:
 * only one of them may have an open connection. Returns what stops it.
 */
export function mirrorMember(): () => void {
  write();
  const stops = [
    memberStore.subscribe(write),
    follow('messageValue', (messageValue) => updateMember(withUser, { messageValue })),
    follow('likeCredits', (likeCredits) => updateMember(withUser, { likeCredits })),
    follow('unreadMessages', (unread) => updateMember(withUnreadMessages, unread)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function write(): void {
  const me = memberStore.get();
  if (!me) return;
  for (const [key, value] of Object.entries(mirrored(me)) as [StorageKey, string | number | undefined][]) {
    if (value === storage.get(key)) continue;
    if (value === undefined) storage.remove(key);
    else storage.set(key, value);
  }
}

function mirrored(me: Me) {
  return {
    messageValue: me.messageValue,
    likeCredits: me.likeCredits,
    avatar: ownPicture(me),
    unreadMessages: me.unreadMessages,
    unreadNotifications: unreadNotifications(me),
  } satisfies Partial<Record<StorageKey, unknown>>;
}

/** Takes over what another tab of the same member has written. */
function follow<K extends StorageKey>(key: K, take: (value: StoredValue<K>) => void): () => void {
  return storage.watch(key, (where) => {
    const value = storage.get(key);
    const isSameMember = memberStore.get()?.trackerId === storage.get('trackerId');
    if (where === 'elsewhere' && value !== undefined && isSameMember) take(value);
  });
}
