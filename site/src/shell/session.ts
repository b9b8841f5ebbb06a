import { useState, useSyncExternalStore } from 'react';
import { pageState } from '#client/page-state.ts';
import { queryClientStore } from '#client/query-provider.tsx';
import { type Store, createStore, useStore } from '#client/store.ts';
import { type StorageKey, storageKeys } from '#contract/kernel/storage-keys.ts';
import { type Me, isVerified, withoutRegion, mustAgreeAgain } from './me.ts';
import { paths } from './paths.ts';
import { storage } from './storage.ts';

export type Session =
  /** Not known yet. `problem` says why it could not be found out. */
  | { status: 'unknown'; problem: 'offline' | 'fault' | null }
  | { status: 'visitor' }
  /** `me` reads and writes their entry in the query cache, which a visitor's page never loads. */
  | { status: 'member'; me: Store<Me> };

const unknown: Session = { status: 'unknown', problem: null };

export const sessionStore = createStore<Session>(unknown);

/** The signed-in member, or undefined. It changes with the session and with all that is known of them. */
export const memberStore = {
  get: (): Me | undefined => {
    const session = sessionStore.get();
    return session.status === 'member' ? session.me.get() : undefined;
  },
  subscribe(listener: () => void): () => void {
    let stopMember = followMember(listener);
    const stopSession = sessionStore.subscribe(() => {
      stopMember();
      stopMember = followMember(listener);
      listener();
    });
    return () => {
      stopSession();
      stopMember();
    };
  },
};

function followMember(listener: () => void): () => void {
  const session = sessionStore.get();
  return session.status === 'member' ? session.me.subscribe(listener) : () => undefined;
}

/** Applies a reply or an event to what is known of the signed-in member (`me.ts` has what each of them changes). */
export function updateMember<Event>(change: (me: Me, event: Event) => Me, event: Event): void {
  const session = sessionStore.get();
  if (session.status === 'member') session.me.set(change(session.me.get(), event));
}

export function useSession(): Session {
  return useStore(sessionStore, unknown);
}

/** Whether a member is signed in. Until the session is known, there is none. */
export function useIsMember(): boolean {
  return useSyncExternalStore(
    sessionStore.subscribe,
    () => sessionStore.get().status === 'member',
    () => false,
  );
}

/** The signed-in member, or what `select` takes of them. For parts that only members see. */
export function useMember(): Me;
export function useMember<T>(select: (me: Me) => T): T;
export function useMember<T>(select?: (me: Me) => T): T | Me {
  // What is still on the screen when the session ends goes on showing the member it was made for.
  const [madeFor] = useState(memberStore.get);
  const read = () => {
    const me = memberStore.get() ?? madeFor;
    return me && select ? select(me) : me;
  };
  const selected = useSyncExternalStore(memberStore.subscribe, read, () => undefined);
  if (!memberStore.get() && !madeFor) throw new Error('This part is for members only.');
  return selected as T | Me;
}

/** Whether the user may see members' pages. */
export function useIsVerified(): boolean {
  return useSyncExternalStore(memberStore.subscribe, isMemberVerified, () => false);
}

export function isMemberVerified(): boolean {
  const me = memberStore.get();
  return me !== undefined && isVerified(me);
}

/** Whether the questions after the sign-up are over. */
export function useIsIntroduced(): boolean {
  return useSyncExternalStore(
    memberStore.subscribe,
    () => memberStore.get()?.introduced ?? true,
    () => true,
  );
}

/** Whether the terms are to be accepted again. */
export function useMustAgreeAgain(): boolean {
  return useSyncExternalStore(memberStore.subscribe, isAskedAgain, () => false);
}

function isAskedAgain(): boolean {
  const me = memberStore.get();
  return me !== undefined && mustAgreeAgain(me);
}

/** The server does not know where the member lives, so they are asked before anything else. */
export function askForRegion(): void {
  updateMember(withoutRegion, undefined);
}

/** Finds out who is here. The code that asks the server is fetched only where there is a token to ask about. */
export async function startSession(): Promise<void> {
  if (!storage.get('token')) return becomeVisitor();
  sessionStore.set(unknown);
  try {
    const { verifyStoredToken } = await import('./member-session.ts');
    await verifyStoredToken();
  } catch {
    sessionStore.set({ status: 'unknown', problem: navigator.onLine ? 'fault' : 'offline' });
  }
}

/** What a tab remembers that belongs to no member: a sign-up or a way to Google that has begun, and the last reload. */
const TAB_KEEPS: ReadonlySet<string> = new Set(['signUpDraft', 'google', 'reloadedForNewVersion']);

const endHandlers = pageState(() => new Set<() => void>());

/** For what a module keeps in memory of the member. */
export function onSessionEnd(clear: () => void): void {
  endHandlers.add(clear);
}

/** The one end of a session, whatever has ended it: nothing of the member stays on the device. */
export function endSession(): void {
  becomeVisitor();
  clearTab();
  queryClientStore.get()?.clear();
  for (const clear of endHandlers) clear();
}

function clearTab(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (!TAB_KEEPS.has(name)) sessionStorage.removeItem(name);
    }
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

/** No member is signed in (any more). */
function becomeVisitor(): void {
  for (const key of Object.keys(storageKeys) as StorageKey[]) {
    if (storageKeys[key].scope === 'session') storage.remove(key);
  }
  delete document.documentElement.dataset['session'];
  sessionStore.set({ status: 'visitor' });
}

/** Leaves the account, on the server where it can be reached and here, and starts over at home. */
export async function signOut(): Promise<void> {
  await import('./member-session.ts')
    .then(({ endSessionOnServer }) => endSessionOnServer())
    .catch(() => undefined);
  endSession();
  location.assign(paths.home);
}

/** Follows what happens to the token in other tabs. */
export function followOtherTabs(): () => void {
  return storage.watch('token', (where) => {
    if (where === 'elsewhere') followToken();
  });
}

function followToken(): void {
  const signedIn = sessionStore.get().status === 'member';
  const hasToken = storage.get('token') !== undefined;
  if (signedIn && hasToken) void verifyAgain();
  else if (signedIn) {
    endSession();
    location.assign(paths.home);
  } else if (hasToken) void startSession();
}

/** A new session was opened elsewhere. For the same member the page goes on; for another it starts over. */
async function verifyAgain(): Promise<void> {
  const before = memberStore.get();
  await import('./member-session.ts')
    .then(({ verifyStoredToken }) => verifyStoredToken())
    .catch(() => undefined);
  const now = memberStore.get();
  if (before && now && before.trackerId !== now.trackerId) location.assign(paths.home);
}
