import { createStore, useStore } from '#client/store.ts';
import { queryClient } from './query-client.ts';
import { storage, tabStorage } from './storage.ts';

interface Session {
  token: string | undefined;
  /** Why there is none any more: the sign-in page says so, and after an expiry leads back to the same place. */
  ended?: 'expired' | 'signed-out';
}

const storedToken = () => tabStorage.get('token') ?? storage.get('token');
const sessionStore = createStore<Session>({ token: storedToken() });

export function useSession(): Session {
  return useStore(sessionStore, sessionStore.get());
}

export function currentToken(): string | undefined {
  return sessionStore.get().token;
}

/** Stores the token until the browser closes, or on this device where the person asked for it. */
export function startSession(token: string, remember: boolean): void {
  removeToken();
  (remember ? storage : tabStorage).set('token', token);
  sessionStore.set({ token });
}

/** Nothing that was seen stays on the device, whatever ended the session. */
export function endSession(ended: 'expired' | 'signed-out'): void {
  removeToken();
  storage.remove('drafts');
  storage.remove('recent');
  sessionStore.set({ token: undefined, ended });
  queryClient.clear();
}

function removeToken(): void {
  tabStorage.remove('token');
  storage.remove('token');
}

/** Signing in or out in one tab does the same in the others. Another user gets a fresh page, without what the last saw. */
export function followOtherTabs(): void {
  storage.watch('token', (where) => {
    const token = storedToken();
    if (where === 'here' || token === currentToken()) return;
    if (token) window.location.reload();
    else endSession('signed-out');
  });
}
