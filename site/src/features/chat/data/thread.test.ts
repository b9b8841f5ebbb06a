import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '#contract/chat/messages.ts';
import { sampleConversation, sampleMessage, samplePage } from '#site/testing/sample-chat.ts';
import {
  type Thread,
  isGap,
  threadOf,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withOwnRead,
  withReceipt,
  withRestored,
  withoutMessage,
} from './thread.ts';

/** Everything that was ever said, 1 to 200. */
const said = Array.from({ length: 200 }, (_, index) =>
  sampleMessage({ number: index + 1, type: index % 3 === 0 ? 'own' : 'theirs', at: 1_000 * index }),
);
/** Messages by their numbers, both ends included. */
const from = (first: number, last: number): Message[] => said.slice(first - 1, last);
const numbers = ({ messages }: Thread) => messages.map(({ number }) => number);
const count = (first: number, last: number) => from(first, last).map(({ number }) => number);

describe('a message of the moment', () => {
  const thread = threadOf(samplePage(from(1, 3)));

  test('comes last, and once', () => {
    const next = withMessage(thread, said[3]!);
    expect(numbers(next)).toEqual([1, 2, 3, 4]);
    expect(withMessage(next, said[3]!)).toBe(next);
  });

  test('is not shown before those that are missing', () => {
    expect(isGap(thread, 5)).toBe(true);
    expect(withMessage(thread, said[4]!)).toBe(thread);
  });

  test('that was deleted does not come back by being sent again', () => {
    const without = withoutMessage(thread, said[2]!.id);
    expect(withMessage(without, said[2]!)).toBe(without);
    expect(isGap(without, 4)).toBe(false);
  });

  test('breaks the ice: the next one costs a message credit', () => {
    const conversation = sampleConversation({ icebreaker: true, credit: 'icebreaker', cost: 1 });
    const empty = threadOf(samplePage([], { conversation }));
    const sent = withMessage(empty, sampleMessage({ type: 'own', number: 1 }));
    expect(sent.conversation).toMatchObject({ icebreaker: false, credit: 'message', cost: 1 });
  });

  test('answers an invitation only when the other one wrote it', () => {
    const conversation = sampleConversation({ invitationPending: true });
    const invited = threadOf(samplePage(from(1, 1), { conversation }));
    const insists = withMessage(invited, sampleMessage({ type: 'own', number: 2 }));
    expect(insists.conversation.invitationPending).toBe(true);
    const answered = withMessage(insists, sampleMessage({ type: 'theirs', number: 3 }));
    expect(answered.conversation.invitationPending).toBe(false);
  });

  test('may be a like, which has no number and leaves no gap', () => {
    const like = sampleMessage({ type: 'like', number: 0 });
    const next = withMessage(thread, like);
    expect(next.messages.at(-1)).toBe(like);
    expect(withMessage(next, like)).toBe(next);
    expect(next.upTo).toBe(3);
  });
});

describe('what is fetched', () => {
  test('older ones go before, unless the list has begun again meanwhile', () => {
    const thread = threadOf(samplePage(from(51, 100), { next: 'mark' }));
    const older = samplePage(from(1, 50));
    expect(numbers(withOlder(thread, older, 'mark'))).toEqual(count(1, 100));
    expect(withOlder(thread, older, 'another mark')).toBe(thread);
  });

  test('the newest again keeps what lies before, and forgets what was deleted elsewhere', () => {
    const known = threadOf(samplePage(from(1, 100)));
    const page = samplePage(
      from(60, 110).filter(({ number }) => number !== 70),
      { next: 'mark' },
    );
    const next = withNewest(known, page);
    expect(numbers(next)).toEqual(count(1, 110).filter((number) => number !== 70));
    expect(next.older).toBeNull();
  });

  test('the newest beyond a gap begins again', () => {
    const next = withNewest(threadOf(samplePage(from(1, 20))), samplePage(from(60, 110), { next: 'mark' }));
    expect(numbers(next)).toEqual(count(60, 110));
    expect(next.older).toBe('mark');
  });

  test('a message that came while the newest were on their way stays', () => {
    const known = threadOf(samplePage(from(1, 21)));
    expect(numbers(withNewest(known, samplePage(from(1, 20))))).toEqual(count(1, 21));
  });

  test('with a new level the old words are fetched again too', () => {
    const blurred = from(1, 100).map(({ id, number, type }) =>
      sampleMessage({ id, number, type, blurred: type === 'theirs' ? 'xxx' : null }),
    );
    const next = withNewest(threadOf(samplePage(blurred)), samplePage(from(60, 100), { next: 'mark' }));
    expect(next.messages.some((one) => one.blurred !== null)).toBe(false);
    expect(next.older).toBe('mark');
  });
});

test('however pages, events and answers interleave, everything is there once and in order', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('event' as const), number: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('newest' as const), upTo: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant('newer' as const), size: fc.integer({ min: 0, max: 10 }) }),
    fc.record({ kind: fc.constant('older' as const) }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      let thread = threadOf(samplePage(from(5, 10), { next: '5' }));
      for (const one of actions) {
        if (one.kind === 'event') thread = withMessage(thread, said[one.number - 1]!);
        if (one.kind === 'newest') {
          const first = Math.max(1, one.upTo - 5);
          thread = withNewest(
            thread,
            samplePage(from(first, one.upTo), { next: first > 1 ? `${first}` : null }),
          );
        }
        if (one.kind === 'newer')
          thread = withNewer(thread, samplePage(from(thread.upTo + 1, Math.min(40, thread.upTo + one.size))));
        if (one.kind === 'older' && thread.older !== null) {
          const last = Number(thread.older) - 1;
          const first = Math.max(1, last - 4);
          const page = samplePage(from(first, last), { next: first > 1 ? `${first}` : null });
          thread = withOlder(thread, page, thread.older);
        }
        const known = numbers(thread);
        // From the first to the last there is no hole and nothing twice.
        expect(known).toEqual(count(known[0]!, thread.upTo));
      }
    }),
  );
});

test('marks of what was received and read never go back', () => {
  const thread = withReceipt(threadOf(samplePage(from(1, 9))), { deliveredTo: 8, readTo: 5 });
  expect(withReceipt(thread, { deliveredTo: 6, readTo: 2 })).toBe(thread);
  expect(withReceipt(thread, { deliveredTo: 0, readTo: 9 }).conversation).toMatchObject({
    deliveredTo: 9,
    readTo: 9,
  });
});

test('what the reader has seen is no longer unread', () => {
  const conversation = sampleConversation({ unread: 4 });
  const thread = threadOf(samplePage(from(1, 6), { conversation }));
  expect(withOwnRead(thread, 3).conversation).toMatchObject({ ownReadTo: 3, unread: 2 });
  expect(withOwnRead(withOwnRead(thread, 6), 3).conversation).toMatchObject({ ownReadTo: 6, unread: 0 });
});

test('what is brought back stands in its old place', () => {
  const thread = threadOf(samplePage(from(1, 9)));
  const without = withoutMessage(thread, said[4]!.id);
  expect(numbers(withRestored(without, said[4]!))).toEqual(count(1, 9));
  expect(withRestored(thread, said[4]!)).toBe(thread);
});
