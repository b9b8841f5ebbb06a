import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { sampleUser } from '#client/testing/sample-boot.ts';
import { newestFirst } from '#site/features/people/person-data.ts';
import { withNavigation } from '#site/shell/me.ts';
import { openMember } from '#site/shell/member-query.ts';
import { endSession, memberStore, sessionStore, updateMember } from '#site/shell/session.ts';
import { sampleNews } from '#site/testing/sample-people.ts';
import { isUndisturbed } from './news-cards.tsx';
import { notificationOf, mergeNews } from './news.ts';
import { type NotificationList, rowsOf } from './notification-list-data.ts';

const me = 'click-1';
const known = () => memberStore.get();

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: me, likeCredits: 10 })) });
  updateMember(withNavigation, {
    visited: [],
    notLiked: [],
    liked: ['bea'],
    messageCredits: 5,
    planCredits: 0,
    iceBreakerCredits: 3,
    likeCredits: 10,
    canAffordMessage: true,
    canAffordLike: true,
    unreadMessages: 2,
    unreadLikes: 1,
    unreadVisits: 1,
  });
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe('news', () => {
  const list = (): NotificationList | undefined => queryClient.getQueryData([me, 'notifications', 'like']);
  const noLikes: NotificationList = {
    pages: [
      { notifications: [], next: null, unread: { likes: 0, visits: 0 }, total: { likes: 0, visits: 0 } },
    ],
    pageParams: [null],
  };

  test('of a like reach the badge and the list together', () => {
    queryClient.setQueryData([me, 'notifications', 'like'], noLikes);
    mergeNews(me, { news: sampleNews({ text: 'Ciao!' }), likeCredits: 10 });
    expect(known()?.unreadLikes).toBe(2);
    expect(rowsOf(list() ?? noLikes)).toEqual([
      expect.objectContaining({ profileId: 'anna', text: 'Ciao!', unread: true, category: null }),
    ]);
  });

  test('of a visit are counted as such', () => {
    mergeNews(me, { news: sampleNews({ type: 'visit' }), likeCredits: 10 });
    expect(known()).toMatchObject({ unreadLikes: 1, unreadVisits: 2 });
  });

  test('of the member’s own on another device only mark the heart', () => {
    mergeNews(me, { news: sampleNews({ type: 'own' }), likeCredits: 9 });
    expect(known()).toMatchObject({
      liked: ['anna', 'bea'],
      likeCredits: 9,
      unreadLikes: 1,
      unreadVisits: 1,
    });
  });

  test('of a like in answer to one’s own say so in the list', () => {
    expect(notificationOf({ ...sampleNews({ matched: true }), type: 'like' }).category).toBe('answer');
    expect(notificationOf({ ...sampleNews({ matched: true }), type: 'visit' }).category).toBeNull();
  });

  test.each([
    ['/chats', true],
    ['/chats/:angelId', true],
    ['/purchase/pay', true],
    ['/vip_plan/:hookType', true],
    ['/find', false],
    ['/user/:id', false],
    ['/chatsalot', false],
  ])('on %s they keep away: %s', (path, keepsAway) => {
    expect(isUndisturbed(path)).toBe(keepsAway);
  });
});

test('who was visited comes first, once, and only so many are kept', () => {
  expect(newestFirst(['a', 'b', 'c'], 'c', 3)).toEqual(['c', 'a', 'b']);
  expect(newestFirst(['a', 'b', 'c'], 'd', 3)).toEqual(['d', 'a', 'b']);
});
