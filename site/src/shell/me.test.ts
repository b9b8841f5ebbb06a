import { describe, expect, test } from 'vitest';
import { sampleEntitlements, sampleUser } from '#client/testing/sample-boot.ts';
import { sampleNews } from '#site/testing/sample-people.ts';
import {
  type Me,
  firstMe,
  isVerified,
  likes,
  ownPicture,
  unreadNotifications,
  withCreditsLeft,
  withLike,
  withLikeCredits,
  withLikeTakenBack,
  withNavigation,
  withNews,
  withSeen,
  withUnreadMessages,
  withUser,
  withVisit,
  withoutLike,
  withoutRegion,
} from './me.ts';

const user = sampleUser({ messageCredits: 5, iceBreakerCredits: 3, likeCredits: 10, premiumLevel: 0 });
const me: Me = {
  ...user,
  unreadMessages: 2,
  unreadLikes: 1,
  unreadVisits: 1,
  liked: ['bea'],
  visited: ['carla', 'bea'],
  notLiked: [],
};

const navigation = {
  visited: ['dora'],
  liked: [],
  messageCredits: 7,
  planCredits: 7,
  iceBreakerCredits: 0,
  likeCredits: 1,
  canAffordMessage: true,
  canAffordLike: true,
  unreadMessages: 4,
  unreadLikes: 0,
  unreadVisits: 3,
};
const entitlements = sampleEntitlements({ messageCost: 10 });

test.each<[string, Me, Partial<Me>]>([
  ['a saved profile', withUser(me, { screenName: 'Marco' }), { screenName: 'Marco' }],
  [
    'the counts of the server',
    withNavigation(me, navigation),
    {
      visited: ['dora'],
      liked: [],
      messageCredits: 7,
      iceBreakerCredits: 0,
      likeCredits: 1,
      unreadMessages: 4,
      unreadLikes: 0,
      unreadVisits: 3,
    },
  ],
  [
    'a paid message',
    withCreditsLeft(me, { messageCredits: 4, iceBreakerCredits: 2 }),
    { messageCredits: 4, iceBreakerCredits: 2 },
  ],
  [
    'a purchase',
    withCreditsLeft(me, { messageCredits: 100, iceBreakerCredits: 3, level: 1, entitlements }),
    { messageCredits: 100, premiumLevel: 1, entitlements },
  ],
  ['a like that was paid', withLikeCredits(me, 9), { likeCredits: 9 }],
  ['a like', withLike(me, 'anna'), { liked: ['anna', 'bea'] }],
  ['the same like again', withLike(me, 'bea'), { liked: ['bea'] }],
  [
    'a like that was refused',
    withoutLike(withLike(me, 'anna'), 'anna'),
    { liked: ['bea'], notLiked: ['anna'] },
  ],
  [
    'a like that was taken back on another device',
    withLikeTakenBack(me, { profileId: 'bea', likeCredits: 11 }),
    { liked: [], notLiked: ['bea'], likeCredits: 11 },
  ],
  ['a like that was given again', withLike(withoutLike(me, 'bea'), 'bea'), { liked: ['bea'] }],
  ['a visit', withVisit(me, 'anna'), { visited: ['anna', 'carla', 'bea'] }],
  ['a visit to somebody known', withVisit(me, 'bea'), { visited: ['bea', 'carla'] }],
  ['a like of somebody else', withNews(me, { news: sampleNews(), likeCredits: 10 }), { unreadLikes: 2 }],
  [
    'a visit of somebody else',
    withNews(me, { news: sampleNews({ type: 'visit' }), likeCredits: 10 }),
    { unreadVisits: 2 },
  ],
  [
    'an own like on another device',
    withNews(me, { news: sampleNews({ type: 'own' }), likeCredits: 9 }),
    { liked: ['anna', 'bea'], likeCredits: 9 },
  ],
  ['a like that was seen', withSeen(me, { likes: 1, visits: 0 }), { unreadLikes: 0 }],
  [
    'everything seen',
    withSeen(me, { likes: Number.POSITIVE_INFINITY, visits: Number.POSITIVE_INFINITY }),
    { unreadLikes: 0, unreadVisits: 0 },
  ],
  ['messages that were read', withUnreadMessages(me, 0), { unreadMessages: 0 }],
  ['a count that cannot be', withUnreadMessages(me, -2), { unreadMessages: 0 }],
  ['a region that nobody knows', withoutRegion(me), { region: null, city: null }],
])('%s changes this and nothing else', (_, after, change) => {
  expect(after).toEqual({ ...me, ...change });
});

test('before the first answer the badges are those of the last page', () => {
  const first = firstMe(user, { unreadMessages: 3, unreadNotifications: 5 });
  expect(first.unreadMessages).toBe(3);
  expect(unreadNotifications(first)).toBe(5);
});

test('whom they like the latest word says, not what was fetched before it', () => {
  const bea = { id: 'bea', liked: true };
  expect(likes(me, bea)).toBe(true);
  expect(likes(withoutLike(me, 'bea'), bea)).toBe(false);
  expect(likes(withLike(withoutLike(me, 'bea'), 'bea'), { id: 'bea', liked: false })).toBe(true);
  expect(likes(me, { id: 'anna', liked: true })).toBe(true);
});

test('only so many visits are kept', () => {
  const visited = Array.from({ length: 1_000 }, (_, index) => `p${index}`);
  const after = withVisit({ ...me, visited }, 'anna').visited;
  expect(after).toHaveLength(1_000);
  expect(after[0]).toBe('anna');
});

test.each([
  [{ region: 'Lazio', accepted: true }, true],
  [{ region: null, accepted: true }, false],
  [{ region: 'Lazio', accepted: false }, false],
])('who has %o is verified: %s', (known, verified) => {
  expect(isVerified(known)).toBe(verified);
});

describe('the own picture', () => {
  const photo = { isDefault: true, isShown: false, name: 'a', status: 'pending', refusal: null } as const;
  const waiting = { ...photo, path: 'https://x/w.webp?until=1' };
  const shown = { ...photo, path: 'https://x/old.webp', status: 'approved', isShown: true } as const;

  test('is the one that others see, and none where they see none', () => {
    expect(ownPicture({ photos: [waiting, shown] })).toBe('https://x/old.webp');
    expect(ownPicture({ photos: [waiting] })).toBeUndefined();
  });
});
