import { pageState } from '#client/page-state.ts';
import { authenticate, signOut, verify } from '#contract/account/sign-in.ts';
import type { SignedUp } from '#contract/account/sign-up.ts';
import type { SignedIn, User } from '#contract/account/user.ts';
import type { StorageKey, StoredValue } from '#contract/kernel/storage-keys.ts';
import { call, endDeadSession } from './api.ts';
import { shellStore } from './boot.ts';
import { enterFlow } from './flow.ts';
import { withUser, ownPicture, unreadNotifications, withUnreadMessages } from './me.ts';
import type { Me } from './me.ts';
import { openMember } from './member-query.ts';
import { openShutOut, popupStore } from './popups.ts';
import { endSession, memberStore, sessionStore, updateMember } from './session.ts';
import { storage } from './storage.ts';
import { cookieConsentId, visitStorage } from './tracking/consent.ts';
import { reportPixel } from './tracking/report-pixel.ts';
import { beginWelcome } from './welcome.ts';

const LEAVE_PATIENCE_MS = 3_000;

/** Checks the stored token when the page starts. Throws where the server could not be asked. */
export async function verifyStoredToken(): Promise<void> {
  const token = storage.get('token');
  if (!token) return endSession();
  const outcome = await call(verify, { token, trackerId: storage.get('trackerId') ?? '' });
  // Another member may have signed in meanwhile, by a link for instance.
  if (storage.get('token') !== token) return;
  switch (outcome.status) {
    case 'live':
      return becomeMember(outcome.user, token);
    case 'dead':
      return endDeadSession(token);
    case 'disabled':
      endSession();
      openShutOut(outcome.suspension);
  }
}

/** Says why a session has ended, where that is because the account was disabled. */
export async function explainEnd(given: { token: string; trackerId: string }): Promise<void> {
  const outcome = await call(verify, given);
  // The user may have gone on meanwhile.
  if (outcome.status === 'disabled' && popupStore.get()?.name === 'session_ended')
    openShutOut(outcome.suspension);
}

export async function signIn(given: { email: string; password: string }): Promise<void> {
  const deviceToken = storage.get('deviceToken');
  await adoptSession(await call(authenticate, { ...given, ...landingFacts(), deviceToken }));
}

/** From now on this browser is signed in. */
export async function adoptSession(
  { token, trackerId, user, deviceToken }: SignedIn,
  signUpGift: number | null = null,
): Promise<void> {
  // Other tabs hear of the token, and then look whose it is.
  storage.set('trackerId', trackerId);
  if (deviceToken !== undefined) storage.set('deviceToken', deviceToken);
  storage.set('token', token);
  await becomeMember(user, token, signUpGift);
}

/** Signed up, or in with Google: what that gave is shown as soon as what must be settled first is. */
export async function enterAfterSignUp(made: SignedUp): Promise<void> {
  const { user, optIn, gift, isNew } = made;
  markNewcomer();
  if (isNew) reportPixel('lead');
  await adoptSession({ ...made, user: { ...user, optIn } }, gift);
}

/** A member who has signed up or confirmed their address here is offered notifications, once on a device. */
export function markNewcomer(): void {
  if (storage.get('pushInvitation') === undefined) storage.set('pushInvitation', 'due');
}

/** Tells the server that the session is over. One that can't be reached forgets it in time. */
export async function endSessionOnServer(): Promise<void> {
  await call(signOut, {}, { keepalive: true, patience: LEAVE_PATIENCE_MS });
}

const mirror = pageState(() => ({ stop: () => {} }));

async function becomeMember(user: User, token: string, signUpGift: number | null = null): Promise<void> {
  // Without their flow the site still works; it only shows the one the page came with.
  await enterFlow(user.flowId).catch(() => undefined);
  if (storage.get('token') !== token) return;
  beginWelcome(user, signUpGift);
  document.documentElement.dataset['session'] = 'stored';
  if (memberStore.get()?.trackerId === user.trackerId) return updateMember(withUser, user);
  sessionStore.set({ status: 'member', me: openMember(user) });
  mirror.stop();
  mirror.stop = mirrorMember();
}

export function landingFacts() {
  const shell = shellStore.get();
  return withoutGaps({
    trackerId: storage.get('trackerId'),
    country: shell?.brand.country,
    city: storage.get('city'),
    region: storage.get('region'),
    ip: storage.get('ip'),
    fingerprint: storage.get('fingerprint'),
    flowId: shell?.flow.id,
    host: location.host,
  });
}

/** All that is known of the visitor's way here, for those who may be new. */
export function arrivalFacts() {
  const known = {
    source: storage.get('source'),
    campaignId: storage.get('campaignId'),
    clickCampaign: visitStorage.get('clickCampaign'),
    cookieConsentId: cookieConsentId(),
    userAgent: storage.get('userAgent'),
  };
  return { ...landingFacts(), ...withoutGaps(known) };
}

/** Without what is not known. */
function withoutGaps<T extends object>(facts: T) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

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
