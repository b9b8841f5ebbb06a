import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { COOKIE_CHOICE_MS, EVENTS_KEPT_OFFLINE } from '#contract/kernel/constants.ts';
import { openPage } from '#site/testing/session-page.ts';
import { shellOf, shellStore } from '../boot.ts';
import { storage } from '../storage.ts';
import {
  chooseCookies,
  chosenBefore,
  cookieConsentId,
  everything,
  isAllowed,
  logCookieChoice,
  nothing,
  visitStorage,
} from './consent.ts';
import { addEvent, flush } from './event-queue.ts';

/** The queue listens once, to the first page. */
const listeners = new Map<string, () => void>();
const listen = (name: string, listener: () => void) => void listeners.set(name, listener);

const ok = () => ({ body: { result: 'OK' } });
const tooMany = () => ({
  status: 429,
  body: { error: { code: 'request.too_many', message: '', retryAfter: 5 } },
});

/** A page of a brand that asks about cookies, and what was sent from it. */
async function openTrackedPage({ policyVersion = '2026-11', online = true, busy = false, signal = {} } = {}) {
  const state = { online, busy };
  const page = await openPage({
    '/api/log/events': () => (state.busy ? tooMany() : state.online ? ok() : 'cut'),
    '/api/log/consent': ok,
  });
  const { brand, ...boot } = sampleBoot(page.origin);
  shellStore.set(shellOf({ ...boot, brand: { ...brand, cookieConsent: { policyVersion } } }));
  const beacons: unknown[] = [];
  vi.stubGlobal('location', { origin: page.origin, pathname: '/', search: '', host: 'lunaria.example' });
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('document', {
    addEventListener: listen,
    visibilityState: 'visible',
    getElementById: () => null,
  });
  vi.stubGlobal('navigator', {
    get onLine() {
      return state.online;
    },
    sendBeacon(address: URL, body: Blob) {
      void body.text().then((text) => beacons.push([address.pathname, JSON.parse(text)]));
      return true;
    },
    ...signal,
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const sent = () =>
    page.asked
      .filter(({ url }) => url === '/api/log/events')
      .map(({ body }) => body as { clickid: string; events: { type: string; ago: number }[] });
  return { ...page, state, beacons, sent, leave: () => listeners.get('pagehide')?.() };
}

const loggedAs = () => (JSON.parse(storage.get('cookieChoice') ?? '{}') as { logged?: string }).logged;

beforeEach(() => {
  for (const key of ['cookieChoice', 'pendingEvents', 'analyticsClient', 'token'] as const)
    storage.remove(key);
});

test('nothing is allowed until the visitor has said so, for this policy and for half a year', async () => {
  await openTrackedPage();
  expect([isAllowed('measurement'), isAllowed('advertising'), chosenBefore()]).toEqual([
    false,
    false,
    nothing,
  ]);
  chooseCookies({ measurement: true, advertising: false }, 'sheet');
  expect([isAllowed('measurement'), isAllowed('advertising')]).toEqual([true, false]);
  await expect.poll(loggedAs).toBe('visitor');
  vi.setSystemTime(Date.now() + COOKIE_CHOICE_MS - 60_000);
  onTestFinished(() => void vi.useRealTimers());
  expect(isAllowed('measurement')).toBe(true);
  vi.setSystemTime(Date.now() + 60_000);
  expect([isAllowed('measurement'), cookieConsentId()]).toEqual([false, undefined]);
  vi.useRealTimers();
  expect(isAllowed('measurement')).toBe(true);
  await openTrackedPage({ policyVersion: '2027-01' });
  expect(isAllowed('measurement')).toBe(false);
});

test('a choice goes into the log once, and once more after signing in', async () => {
  const { asked } = await openTrackedPage();
  chooseCookies(everything, 'notice');
  const sent = () =>
    asked
      .filter(({ url }) => url === '/api/log/consent')
      .map(({ headers, body }) => [headers['authorization'], body]);
  const choice = { id: cookieConsentId(), ...everything, policyVersion: '2026-11', way: 'notice' };
  await expect.poll(sent).toEqual([[undefined, choice]]);
  await expect.poll(loggedAs).toBe('visitor');
  await logCookieChoice();
  storage.set('token', 't');
  await logCookieChoice();
  await logCookieChoice();
  expect(sent()).toEqual([
    [undefined, choice],
    ['Bearer t', choice],
  ]);
});

test('of the advert that led here nothing is stored before a yes, and nothing after a no', async () => {
  await openTrackedPage();
  visitStorage.set('clickCampaign', 'banner-7');
  visitStorage.set('source', 'orion');
  expect([visitStorage.get('clickCampaign'), storage.get('clickCampaign'), storage.get('source')]).toEqual([
    'banner-7',
    undefined,
    'orion',
  ]);
  chooseCookies({ measurement: true, advertising: false }, 'sheet');
  expect(storage.get('clickCampaign')).toBeUndefined();
  chooseCookies(everything, 'notice');
  expect(storage.get('clickCampaign')).toBe('banner-7');
  chooseCookies(nothing, 'sheet');
  expect(storage.get('clickCampaign')).toBeUndefined();
});

test('events go together, and nothing goes without a yes', async () => {
  const page = await openTrackedPage();
  const at = Date.now() - 1_000;
  addEvent({ type: 'plans_seen', at, detail: 'all' });
  await flush();
  expect(page.sent()).toEqual([]);
  chooseCookies(everything, 'notice');
  addEvent({ type: 'profile_visited', at, profileId: 'p1' });
  addEvent({ type: 'liked_from_home', at, profileId: 'p2' });
  await flush();
  expect(page.sent()).toMatchObject([
    {
      clickid: 'click-1',
      consenso: cookieConsentId(),
      events: [
        { type: 'visita_profilo', angelId: 'p1' },
        { type: 'like_da_home', angelId: 'p2' },
      ],
    },
  ]);
  expect(page.sent()[0]?.events[0]?.ago).toBeGreaterThanOrEqual(1_000);
  // What is left when the page is, the browser sends by itself.
  addEvent({ type: 'checkout_seen', at });
  page.leave();
  await expect
    .poll(() => page.beacons)
    .toMatchObject([['/api/log/events', { clickid: 'click-1', events: [{ type: 'checkout' }] }]]);
});

test('events wait for the log of consent, without which the server keeps none; another choice says which one it replaces', async () => {
  const page = await openTrackedPage();
  const choices = () =>
    page.asked
      .filter(({ url }) => url === '/api/log/consent')
      .map(({ body }) => body as { id: string; replaces?: string });
  chooseCookies(everything, 'notice');
  addEvent({ type: 'plans_seen', at: Date.now(), detail: 'all' });
  page.leave();
  expect(JSON.parse(storage.get('pendingEvents') ?? '[]')).toMatchObject([{ type: 'plans_seen' }]);
  await flush();
  expect(page.sent()).toMatchObject([{ consenso: cookieConsentId(), events: [{ type: 'plan_list' }] }]);
  await expect.poll(loggedAs).toBe('visitor');
  const first = cookieConsentId();
  chooseCookies(nothing, 'sheet');
  await expect.poll(choices).toContainEqual(expect.objectContaining({ measurement: false, replaces: first }));
  expect(choices()[0]).not.toHaveProperty('replaces');
});

test('without a network events wait, not too many, and go with the next page; a no forgets them', async () => {
  const page = await openTrackedPage({ online: false });
  chooseCookies(everything, 'notice');
  const at = Date.now();
  for (let count = 0; count < EVENTS_KEPT_OFFLINE + 20; count += 1)
    addEvent({ type: 'profile_shown', at, profileId: `p${count}` });
  await flush();
  page.leave();
  const stored = () => JSON.parse(storage.get('pendingEvents') ?? '[]') as { profileId: string }[];
  await expect.poll(stored).toHaveLength(EVENTS_KEPT_OFFLINE);
  expect(stored().at(-1)?.profileId).toBe(`p${EVENTS_KEPT_OFFLINE + 19}`);
  chooseCookies(nothing, 'sheet');
  expect(stored()).toEqual([]);
});

test('events that the server has no room for just now wait as well', async () => {
  await openTrackedPage({ busy: true });
  chooseCookies(everything, 'notice');
  addEvent({ type: 'profile_shown', at: Date.now(), profileId: 'while-busy' });
  await flush();
  expect(JSON.parse(storage.get('pendingEvents') ?? '[]')).toContainEqual(
    expect.objectContaining({ profileId: 'while-busy' }),
  );
});
