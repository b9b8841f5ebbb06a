import { useSyncExternalStore } from 'react';

const KEY = 'staffToken';

interface Session {
  token: string | undefined;
  /** Why there is none any more: the sign-in page says so, and after an expiry leads back to the same place. */
  ended?: 'expired' | 'signed-out';
}

let session: Session = { token: storedToken() };
const listeners = new Set<() => void>();

function storedToken(): string | undefined {
  return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY) ?? undefined;
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function forget(): void {
  sessionStorage.removeItem(KEY);
  localStorage.removeItem(KEY);
}

/** By which this device is known again when somebody signs in. It opens nothing, and stays when the session goes. */
const DEVICE_KEY = 'staffDeviceToken';

export function knownDevice(): string | undefined {
  return localStorage.getItem(DEVICE_KEY) ?? undefined;
}

export function keepDevice(token: string | undefined): void {
  if (token !== undefined) localStorage.setItem(DEVICE_KEY, token);
}

export function currentToken(): string | undefined {
  return session.token;
}

/** Keeps the token until the browser closes, or on this device when the person asked for it. */
export function startSession(token: string, remember: boolean): void {
  forget();
  (remember ? localStorage : sessionStorage).setItem(KEY, token);
  change({ token });
}

export function endSession(ended: 'expired' | 'signed-out'): void {
  forget();
  change({ token: undefined, ended });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

// Signing in or out in one tab does the same in the others. Somebody new gets a fresh page, without what the last saw.
window.addEventListener('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  const token = storedToken();
  if (token === session.token) return;
  if (token) window.location.reload();
  else change({ token });
});
