import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConversationRow } from '#contract/chat/conversations.ts';
import {
  type ConversationList,
  type RowNews,
  isComplete,
  rowsOf,
  totalUnread,
  withDeclined,
  withNews,
  withRead,
  withReceipt,
  withoutRow,
} from './conversation-list.ts';

function row(profileId: string, change: Partial<ConversationRow> = {}): ConversationRow {
  return {
    profileId,
    screenName: profileId,
    age: 41,
    kind: 'member',
    photo: null,
    type: 'theirs',
    number: 1,
    text: 'Ciao',
    blurred: null,
    hasPhoto: false,
    at: 1_000,
    unread: 0,
    read: false,
    delivered: true,
    notice: null,
    owed: true,
    ...change,
  };
}

function listOf(...pages: ConversationRow[][]): ConversationList {
  const unread = pages.flat().reduce((sum, one) => sum + (one.type === 'like' ? 0 : one.unread), 0);
  const owed = pages.flat().filter((one) => one.owed).length;
  return {
    pages: pages.map((rows) => ({ rows, unread, owed, next: null })),
    pageParams: pages.map(() => null),
  };
}

function news(profileId: string, change: Partial<RowNews> = {}): RowNews {
  return {
    profileId,
    type: 'theirs',
    number: 2,
    text: 'Come stai?',
    blurred: null,
    photo: null,
    at: 2_000,
    read: false,
    delivered: true,
    notice: null,
    ...change,
  };
}

const participant = { screenName: 'Carla', age: 50, kind: 'staff', portrait: '/carla.webp' } as const;
const ids = (list: ConversationList) => rowsOf(list).map(({ profileId }) => profileId);

describe('a message', () => {
  const list = listOf([row('anna', { at: 1_500 }), row('bea')], [row('carla', { at: 500 })]);

  test('moves its row up, from whatever page, and is counted', () => {
    const after = withNews(list, news('carla', { unread: 1 }));
    expect(ids(after)).toEqual(['carla', 'anna', 'bea']);
    expect(rowsOf(after)[0]).toMatchObject({ text: 'Come stai?', unread: 1, age: 41 });
    expect(totalUnread(after)).toBe(1);
  });

  test('is taken in once, however often it comes', () => {
    const once = withNews(list, news('bea', { unread: 1 }));
    expect(withNews(once, news('bea', { unread: 1 }))).toBe(once);
  });

  test('of one’s own moves the row up and leaves the counts', () => {
    const waiting = listOf([row('anna', { at: 1_500 }), row('bea', { unread: 2 })]);
    const after = withNews(waiting, news('bea', { type: 'own' }));
    expect(rowsOf(after)[0]).toMatchObject({ profileId: 'bea', type: 'own', unread: 2 });
    expect(totalUnread(after)).toBe(2);
  });

  test('of a stranger makes a row where it says who that is', () => {
    expect(isComplete(list, news('dora'))).toBe(false);
    expect(withNews(list, news('dora'))).toBe(list);
    const received = news('dora', { ...participant, unread: 1 });
    expect(isComplete(list, received)).toBe(true);
    expect(rowsOf(withNews(list, received))[0]).toMatchObject({ screenName: 'Carla', photo: '/carla.webp' });
  });

  test('takes the place of the like that came before it', () => {
    const liked = listOf([row('anna', { type: 'like', number: 0, unread: 1 })]);
    const after = withNews(liked, news('anna', { number: 1, unread: 1 }));
    expect(rowsOf(after)).toEqual([expect.objectContaining({ type: 'theirs', unread: 1 })]);
    expect(totalUnread(after)).toBe(1);
  });

  test('that is older than what is known changes nothing', () => {
    const later = listOf([row('anna', { number: 5, at: 5_000 })]);
    expect(withNews(later, news('anna', { number: 4, at: 9_000 }))).toBe(later);
  });
});

test('in whatever order messages come, the last one is shown and all that are unread are counted', () => {
  const people = ['anna', 'bea', 'carla'];
  const arrival = fc.record({
    profileId: fc.constantFrom(...people),
    own: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 30 }), fc.array(fc.nat()), (arrivals, shuffle) => {
      const last = new Map<string, RowNews>();
      const received = arrivals.map(({ profileId, own }, index) => {
        const before = last.get(profileId);
        const message = news(profileId, {
          ...participant,
          type: own ? 'own' : 'theirs',
          number: (before?.number ?? 0) + 1,
          at: 1_000 + index,
          unread: (before?.unread ?? 0) + (own ? 0 : 1),
        });
        last.set(profileId, message);
        return message;
      });
      const shuffled = [...received, ...received].toSorted(
        (one, other) => (shuffle[one.number] ?? one.at) - (shuffle[other.number] ?? other.at),
      );
      const after = shuffled.reduce(withNews, listOf([]));
      expect(Object.fromEntries(rowsOf(after).map((one) => [one.profileId, one.number]))).toEqual(
        Object.fromEntries([...last].map(([id, { number }]) => [id, number])),
      );
      expect(totalUnread(after)).toBe([...last.values()].reduce((sum, { unread = 0 }) => sum + unread, 0));
    }),
  );
});

test('what was read is no longer counted', () => {
  const list = listOf([row('anna', { unread: 2 })], [row('bea', { unread: 3, at: 500 })]);
  const after = withRead(list, 'bea');
  expect(totalUnread(after)).toBe(2);
  expect(rowsOf(after).map(({ unread }) => unread)).toEqual([2, 0]);
  expect(withRead(after, 'bea')).toBe(after);
});

test('a receipt marks the member’s own last message, and no other', () => {
  const list = listOf([row('anna', { type: 'own', number: 4, delivered: false }), row('bea', { at: 500 })]);
  const far = { deliveredTo: 4, readTo: 4 };
  expect(withReceipt(list, { profileId: 'anna', deliveredTo: 3, readTo: 3 })).toBe(list);
  expect(withReceipt(list, { profileId: 'bea', ...far })).toBe(list);
  expect(rowsOf(withReceipt(list, { profileId: 'anna', ...far }))[0]).toMatchObject({
    delivered: true,
    read: true,
  });
});

test('a conversation that is emptied takes its unread messages along', () => {
  const after = withoutRow(listOf([row('anna', { unread: 2 }), row('bea', { unread: 1 })]), 'anna');
  expect(ids(after)).toEqual(['bea']);
  expect(totalUnread(after)).toBe(1);
});

test('a participant who moved up while pages were fetched stands there once', () => {
  const list = listOf([row('anna', { number: 2, at: 2_000 })], [row('anna'), row('bea', { at: 500 })]);
  expect(ids(list)).toEqual(['anna', 'bea']);
});

test('a conversation waits for the member until they answer or kindly leave it, and not again then', () => {
  const list = listOf([row('anna'), row('bea', { blurred: 'Xyxy', owed: false }), row('carla')]);
  const owedIn = (known: ConversationList) => [
    known.pages[0]?.owed,
    rowsOf(known)
      .filter((one) => one.owed)
      .map(({ profileId }) => profileId)
      .toSorted(),
  ];
  expect(owedIn(list)).toEqual([2, ['anna', 'carla']]);
  const answered = withNews(list, news('anna', { type: 'own' }));
  expect(owedIn(answered)).toEqual([1, ['carla']]);
  expect(owedIn(withNews(answered, news('anna', { number: 3, at: 3_000 })))).toEqual([2, ['anna', 'carla']]);
  const left = withDeclined(list, 'carla');
  expect(owedIn(left)).toEqual([1, ['anna']]);
  expect(owedIn(withNews(left, news('carla')))).toEqual([1, ['anna']]);
  // What cannot be read is owed no answer.
  expect(owedIn(withNews(list, news('bea', { blurred: 'Xyxy', text: '' })))).toEqual([2, ['anna', 'carla']]);
});
