import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import type { Navigation } from '#contract/profile/people.ts';
import { call } from './api.ts';
import { withLike, withNavigation, withUnreadMessages, withUser } from './me.ts';
import { meKey, meQuery, openMember, refreshCounts } from './member-query.ts';
import { mirrorMember } from './member-session.ts';
import { endSession, memberStore, sessionStore, updateMember } from './session.ts';
import { storage } from './storage.ts';

vi.mock('./api.ts', () => ({ call: vi.fn() }));

const navigation: Navigation = {
  visited: [],
  liked: [],
  messageCredits: 5,
  planCredits: 0,
  iceBreakerCredits: 0,
  likeCredits: 10,
  canAffordMessage: true,
  canAffordLike: true,
  unreadMessages: 4,
  unreadLikes: 1,
  unreadVisits: 2,
};

/** What a member's page asks the server for, as long as it is open. */
function openPage() {
  const observer = new QueryObserver(queryClient, meQuery('click-1'));
  onTestFinished(observer.subscribe(() => undefined));
}

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  storage.set('trackerId', 'click-1');
  vi.mocked(call).mockReset().mockResolvedValue({ navigation });
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'click-1' })) });
  onTestFinished(mirrorMember());
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test('hearts and badges are asked for though the member is known', async () => {
  openPage();
  await expect
    .poll(() => memberStore.get())
    .toMatchObject({ unreadMessages: 4, screenName: sampleUser().screenName });
});

test('what happens before the first answer does not stand for it', async () => {
  updateMember(withLike, 'anna');
  openPage();
  await expect.poll(() => memberStore.get()?.unreadMessages).toBe(4);
});

test('an answer that was on its way during an event is asked for again', async () => {
  const first = Promise.withResolvers<{ navigation: Navigation }>();
  vi.mocked(call).mockReturnValueOnce(first.promise);
  openPage();
  await expect.poll(() => vi.mocked(call).mock.calls.length).toBe(1);
  vi.mocked(call).mockResolvedValue({ navigation: { ...navigation, liked: ['anna'] } });
  updateMember(withLike, 'anna');
  first.resolve({ navigation });
  await expect.poll(() => vi.mocked(call).mock.calls.length).toBe(2);
  await expect.poll(() => memberStore.get()).toMatchObject({ liked: ['anna'], unreadMessages: 4 });
});

test('what was saved while the counts were fetched is not lost to them', async () => {
  vi.mocked(call).mockImplementationOnce(async () => {
    queryClient.setQueryData(meKey('click-1'), { ...memberStore.get(), screenName: 'Luca' });
    return { navigation };
  });
  openPage();
  await expect.poll(() => memberStore.get()).toMatchObject({ screenName: 'Luca', unreadMessages: 4 });
});

test('counts that are out of date stay so until they are fetched', () => {
  refreshCounts();
  updateMember(withUser, { screenName: 'Luca' });
  expect(queryClient.getQueryState(meKey('click-1'))?.isInvalidated).toBe(true);
});

test('a change shows in the badges of every tab', async () => {
  updateMember(withNavigation, { ...navigation, unreadLikes: 3, unreadVisits: 1, unreadMessages: 2 });
  await expect.poll(() => storage.get('unreadNotifications')).toBe(4);
  expect(storage.get('unreadMessages')).toBe(2);
});

test('a tab takes over what another one of the same member has read', () => {
  updateMember(withUnreadMessages, 3);
  storage.set('unreadMessages', 1);
  storage.changedElsewhere('messaggiNonLetti');
  expect(memberStore.get()?.unreadMessages).toBe(1);
});

test('nothing is changed for a visitor', () => {
  endSession();
  updateMember(withLike, 'anna');
  expect(memberStore.get()).toBeUndefined();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
