import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Notification, NotificationPage } from '#contract/notification/notifications.ts';
import { type NotificationList, countUnread, rowsOf, withNews, withSeen } from './notification-list-data.ts';

function like(profileId: string, at: number, change: Partial<Notification> = {}): Notification {
  return {
    type: 'like',
    category: null,
    screenName: profileId,
    profileId,
    age: 40,
    kind: 'member',
    photo: null,
    text: '',
    blurred: false,
    at,
    unread: true,
    ...change,
  };
}

const visit = (profileId: string, at: number) => like(profileId, at, { type: 'visit' });

function listOf(...pages: readonly Notification[][]): NotificationList {
  const counts = { likes: pages.flat().length, visits: 0 };
  const describePage = (notifications: Notification[]): NotificationPage => ({
    notifications,
    next: null,
    unread: counts,
    total: counts,
  });
  return { pages: pages.map(describePage), pageParams: pages.map(() => null) };
}

const names = (list: NotificationList) => rowsOf(list).map(({ profileId }) => profileId);

test('what is new stands at the top, and is counted', () => {
  const list = withNews(listOf([like('anna', 2), like('bea', 1)]), 'like', like('carla', 3));
  expect(names(list)).toEqual(['carla', 'anna', 'bea']);
  expect(list.pages[0]?.total.likes).toBe(3);
});

test('who comes again moves up and is counted once', () => {
  const seen = like('bea', 1, { unread: false });
  const list = withNews(listOf([like('anna', 2)], [seen]), 'like', like('bea', 3));
  expect(names(list)).toEqual(['bea', 'anna']);
  expect(rowsOf(list)[0]).toMatchObject({ at: 3, unread: true });
  expect(list.pages[0]?.total.likes).toBe(2);
});

test('news that the reply already knew of changes nothing', () => {
  const list = listOf([like('anna', 2, { unread: false })]);
  expect(withNews(list, 'like', like('anna', 2))).toBe(list);
});

test('a visit is no like, but the list of likes knows that there is one', () => {
  const list = withNews(listOf([like('anna', 1)]), 'like', visit('anna', 2));
  expect(rowsOf(list)).toEqual([like('anna', 1)]);
  expect(list.pages[0]?.total).toEqual({ likes: 1, visits: 1 });
});

test('reply and news give the same list, whichever comes first and however often', () => {
  const person = fc.record({
    profileId: fc.constantFrom('anna', 'bea', 'carla', 'dora'),
    at: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(person, { maxLength: 12 }), fc.nat(), (given, seed) => {
      const likes = given.map(({ profileId, at }) => like(profileId, at));
      const turned = [
        ...likes.slice(seed % (likes.length + 1)),
        ...likes.slice(0, seed % (likes.length + 1)),
      ];
      const byReply = listOf(likes);
      const byNews = turned.reduce((list, one) => withNews(list, 'like', one), listOf([]));
      const moments = (list: NotificationList) =>
        Object.fromEntries(rowsOf(list).map(({ profileId, at }) => [profileId, at]));
      expect(moments(byNews)).toEqual(moments(byReply));
      const times = rowsOf(byNews).map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
    }),
  );
});

describe('what has been seen', () => {
  const list = listOf([like('anna', 3), like('bea', 2)], [like('carla', 1)]);

  test('may be one person’s', () => {
    expect(countUnread(list, { profileId: 'bea', type: 'like' })).toBe(1);
    const seen = withSeen(list, { profileId: 'bea', type: 'like' });
    expect(rowsOf(seen).filter(({ unread }) => unread)).toHaveLength(2);
    expect(countUnread(seen, { profileId: 'bea' })).toBe(0);
  });

  test('may be all of a type, on every page', () => {
    expect(countUnread(withSeen(list, { type: 'like' }), {})).toBe(0);
    expect(countUnread(withSeen(list, { type: 'visit' }), {})).toBe(3);
  });

  test('may be everything', () => {
    expect(countUnread(withSeen(list, {}), {})).toBe(0);
  });
});
