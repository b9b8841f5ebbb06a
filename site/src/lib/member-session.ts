import { authenticate, signOut, verify } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/accounts.ts';
import { Failure } from '../../../contract/errors.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { call, endSession } from './api.ts';
import { enterFlow, shellStore } from './boot.ts';
import { OfflineError } from './call.ts';
import { openPopup } from './popups.ts';
import { becomeVisitor, sessionStore } from './session.ts';
import { storage } from './storage.ts';

const LEAVE_PATIENCE_MS = 3_000;

/** Checks the stored token when the page starts. Throws where the server could not be asked. */
export async function verifyStoredToken(): Promise<void> {
  const token = storage.get('token');
  if (!token) return becomeVisitor();
  const outcome = await call(verify, { token, trackerId: storage.get('trackerId') ?? '' });
  switch (outcome.status) {
    case 'live':
      return becomeMember(outcome.user);
    case 'dead':
      return endSession(token);
    case 'disabled':
      becomeVisitor();
      openPopup({ name: 'account_disabled' });
  }
}

export type SignInOutcome = { ok: true } | { ok: false; code: ErrorCode | 'offline'; faultId?: string };

export async function signIn(given: { email: string; password: string }): Promise<SignInOutcome> {
  try {
    const { token, trackerId, user } = await call(authenticate, { ...given, ...whatTheLandingKnows() });
    storage.set('token', token);
    storage.set('trackerId', trackerId);
    await becomeMember(user);
    return { ok: true };
  } catch (error) {
    if (error instanceof OfflineError) return { ok: false, code: 'offline' };
    if (!(error instanceof Failure)) throw error;
    const { id } = (error.details ?? {}) as { id?: string };
    return { ok: false, code: error.code, ...(id && { faultId: id }) };
  }
}

/** Tells the server that the session is over. One that can't be reached forgets it in time. */
export async function endSessionOnServer(): Promise<void> {
  await call(signOut, {}, { keepalive: true, patience: LEAVE_PATIENCE_MS });
}

async function becomeMember(user: User): Promise<void> {
  // Without his flow the site still works; it only shows the one the page came with.
  await enterFlow(user.flowId).catch(() => undefined);
  document.documentElement.dataset['session'] = 'stored';
  sessionStore.set({ status: 'member', user });
}

function whatTheLandingKnows() {
  const shell = shellStore.get();
  const known = {
    trackerId: storage.get('trackerId'),
    country: shell?.brand.country,
    city: storage.get('city'),
    region: storage.get('region'),
    ip: storage.get('ip'),
    fingerprint: storage.get('fingerprint'),
    flowId: shell?.flow.id,
    host: location.host,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as {
    [K in keyof typeof known]?: NonNullable<(typeof known)[K]>;
  };
}
