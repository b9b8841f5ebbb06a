import type { User } from '../../../contract/account/user.ts';
import { forgetMember, keepMember, sharedKeys } from './kept-member.ts';
import { storage } from './storage.ts';
import { createStore, useStore } from '../../../packages/client/store.ts';
import { paths } from './paths.ts';

export type Session =
  /** Not known yet. `problem` says why it could not be found out. */
  | { status: 'unknown'; problem: 'offline' | 'fault' | null }
  | { status: 'visitor' }
  | { status: 'member'; user: User };

const unknown: Session = { status: 'unknown', problem: null };

export const sessionStore = createStore<Session>(unknown);

sessionStore.subscribe(() => {
  const session = sessionStore.get();
  if (session.status === 'member') keepMember(session.user);
  if (session.status === 'visitor') forgetMember();
});

export function useSession(): Session {
  return useStore(sessionStore, unknown);
}

/** The signed-in member. For parts that only members see. */
export function useMember(): User {
  const session = useSession();
  if (session.status !== 'member') throw new Error('This part is for members only.');
  return session.user;
}

/** Verified: a valid token, an active account, a region, and the terms accepted. */
export function isVerified(session: Session): boolean {
  return session.status === 'member' && session.user.region !== null && session.user.accepted;
}

/** What the server now says of the signed-in member. */
export function updateMember(change: Partial<User>): void {
  const session = sessionStore.get();
  if (session.status === 'member')
    sessionStore.set({ status: 'member', user: { ...session.user, ...change } });
}

/** The server does not know where the member lives, so he is asked before anything else. */
export function askForRegion(): void {
  updateMember({ region: null, city: null });
}

/** Nobody is signed in (any more). */
export function becomeVisitor(): void {
  delete document.documentElement.dataset['session'];
  sessionStore.set({ status: 'visitor' });
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

/** Follows what happens in other tabs: to the token, and to what the member has. */
export function followOtherTabs(): () => void {
  const stops = [
    storage.watch('token', (where) => {
      if (where === 'elsewhere') followToken();
    }),
    ...sharedKeys.map((key) =>
      storage.watch(key, (where) => {
        const value = storage.get(key);
        if (where === 'elsewhere' && value !== undefined && isStillHere()) updateMember({ [key]: value });
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function followToken(): void {
  const signedIn = sessionStore.get().status === 'member';
  const hasToken = storage.get('token') !== undefined;
  if (signedIn && hasToken) void meetAgain();
  else if (signedIn) location.assign(paths.home);
  else if (hasToken) void startSession();
}

/** Whether the other tabs are the same member's. */
function isStillHere(): boolean {
  const session = sessionStore.get();
  return session.status === 'member' && session.user.trackerId === storage.get('trackerId');
}

/** A new session was opened elsewhere. For the same member the page goes on; for another it starts over. */
async function meetAgain(): Promise<void> {
  const before = sessionStore.get();
  await import('./member-session.ts')
    .then(({ verifyStoredToken }) => verifyStoredToken())
    .catch(() => undefined);
  const now = sessionStore.get();
  if (before.status !== 'member' || now.status !== 'member') return;
  if (before.user.trackerId !== now.user.trackerId) location.assign(paths.home);
}

/** Leaves the account, here and where it can be reached on the server, and starts over at home. */
export async function signOut(): Promise<void> {
  await import('./member-session.ts')
    .then(({ endSessionOnServer }) => endSessionOnServer())
    .catch(() => undefined);
  for (const key of ['token', 'drafts', 'outbox'] as const) storage.remove(key);
  forgetMember();
  location.assign(paths.home);
}
