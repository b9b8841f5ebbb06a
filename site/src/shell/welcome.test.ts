import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from '#client/store.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import type { User } from '#contract/account/user.ts';
import { WELCOME_POPUP_MS } from '#contract/kernel/constants.ts';
import { openDialogs } from '#ui/open-dialogs.ts';
import { firstMe, withUser } from './me.ts';
import { closePopup, openPopup, popupStore, quietStore } from './popups.ts';
import { endSession, sessionStore, updateMember } from './session.ts';
import { storage } from './storage.ts';
import { beginWelcome, invitePushLater, offerPasskeyLater, showFrameLater } from './welcome.ts';

let people = 0;

/** A new member comes in, and the page has arrived where they go. */
function comeIn({ gift = null, ...change }: Partial<User> = {}): void {
  people += 1;
  const user = sampleUser({ trackerId: `click-${people}`, ...change });
  quietStore.set(true);
  beginWelcome(user, gift);
  const me = firstMe(user, { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
  quietStore.set(false);
}

const shown = () => popupStore.get()?.name;
const wait = () => vi.advanceTimersByTime(WELCOME_POPUP_MS);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  endSession();
  closePopup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who has nothing to settle is left in peace', () => {
  comeIn();
  wait();
  expect(shown()).toBeUndefined();
});

test('a gift is announced after half a second, once', () => {
  comeIn({ gift: 5 });
  vi.advanceTimersByTime(WELCOME_POPUP_MS - 1);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(popupStore.get()).toMatchObject({ name: 'gift', count: 5 });
  closePopup();
  wait();
  expect(shown()).toBeUndefined();
});

test('over a photo that is looked at nothing opens, and it comes once the photo is closed', () => {
  comeIn({ optIn: 'double', emailConfirmed: false });
  openDialogs.set(1);
  wait();
  expect(shown()).toBeUndefined();
  openDialogs.set(0);
  wait();
  expect(shown()).toBe('confirm_email');
});

test('a member who comes back with a gift is welcomed with it, once', () => {
  const user = sampleUser({ trackerId: 'click-back', gift: 20 });
  beginWelcome(user);
  const me = firstMe(user, { unreadMessages: 0, unreadNotifications: 0 });
  sessionStore.set({ status: 'member', me: createStore(me) });
  quietStore.set(false);
  wait();
  expect(popupStore.get()).toMatchObject({ name: 'welcome_back', count: 20 });
  closePopup();
  // The same member is known better meanwhile.
  beginWelcome({ ...user, gift: null });
  wait();
  expect(shown()).toBeUndefined();
});

test('everything at once comes one after the other, in order', () => {
  const later = Date.now() + 86_400_000;
  comeIn({ closesAt: later, accepted: false, region: null, optIn: 'double', emailConfirmed: false, gift: 5 });
  offerPasskeyLater();
  wait();
  expect(shown()).toBe('closing');
  updateMember(withUser, { closesAt: null });
  expect(shown()).toBe('accept_terms');
  updateMember(withUser, { accepted: true });
  expect(shown()).toBe('set_region');
  // The server tells of a gift once, so later answers do not name it.
  updateMember(withUser, { region: 'Lazio', gift: null });
  wait();
  expect(shown()).toBe('confirm_email');
  closePopup();
  wait();
  expect(shown()).toBe('gift');
  closePopup();
  wait();
  expect(shown()).toBe('offer_passkey');
  closePopup();
  wait();
  expect(shown()).toBeUndefined();
});

test('a member who agreed to terms that have changed is asked again, in words of its own', () => {
  comeIn({ accepted: false, agreedTerms: '2026-11-15' });
  expect(shown()).toBe('agree_again');
  closePopup();
  expect(shown()).toBe('agree_again');
  updateMember(withUser, { accepted: true, agreedTerms: null });
  expect(shown()).toBeUndefined();
});

describe('what is required', () => {
  test('comes back if it is closed', () => {
    comeIn({ accepted: false });
    expect(shown()).toBe('accept_terms');
    closePopup();
    expect(shown()).toBe('accept_terms');
  });

  test('comes back after a popup that took its place', () => {
    comeIn({ region: null });
    openPopup({ name: 'notice' });
    expect(shown()).toBe('notice');
    closePopup();
    expect(shown()).toBe('set_region');
  });
});

test('an address that was never to be confirmed twice is not asked about', () => {
  comeIn({ optIn: 'single', emailConfirmed: false });
  wait();
  expect(shown()).toBeUndefined();
});

test('a popup closes when what it asks for is done elsewhere', () => {
  comeIn({ optIn: 'double', emailConfirmed: false });
  wait();
  expect(shown()).toBe('confirm_email');
  updateMember(withUser, { emailConfirmed: true });
  expect(shown()).toBeUndefined();
});

test('nothing disturbs a page that is to be read, and it comes afterwards', () => {
  comeIn({ accepted: false });
  closePopup();
  quietStore.set(true);
  popupStore.set(null);
  expect(shown()).toBeUndefined();
  quietStore.set(false);
  expect(shown()).toBe('accept_terms');
});

test('what one has closed, the next still sees', () => {
  comeIn({ gift: 5 });
  wait();
  closePopup();
  comeIn({ gift: 3 });
  wait();
  expect(popupStore.get()).toMatchObject({ name: 'gift', count: 3 });
});

test('after signing out nothing more comes', () => {
  comeIn({ gift: 5 });
  endSession();
  wait();
  expect(shown()).toBeUndefined();
});

test('the page that a flow names is shown once a session, after everything else', () => {
  comeIn({ gift: 5 });
  showFrameLater('/legal/features');
  wait();
  expect(shown()).toBe('gift');
  closePopup();
  wait();
  expect(popupStore.get()).toMatchObject({ name: 'frame', address: '/legal/features' });
  closePopup();
  comeIn();
  showFrameLater('/legal/features');
  wait();
  expect(shown()).toBeUndefined();
});

test('notifications are offered after everything that must be settled, once on a device', () => {
  storage.set('pushInvitation', 'due');
  comeIn({ gift: 5 });
  invitePushLater();
  wait();
  expect(shown()).toBe('gift');
  expect(storage.get('pushInvitation')).toBe('due');
  closePopup();
  wait();
  expect(shown()).toBe('invite_push');
  expect(storage.get('pushInvitation')).toBe('shown');
  closePopup();
  wait();
  expect(shown()).toBeUndefined();
});
