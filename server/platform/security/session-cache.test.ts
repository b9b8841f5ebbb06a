import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MovableClock } from '#testing/movable-clock.ts';
import { DAY, SECOND } from '../clock.ts';
import { BELIEVED_FOR, cacheKey, createSessionCache } from './sessions.ts';

const marco = {
  sessionId: 's1',
  accountId: 'marco',
  trackerId: 'click-1',
  profileId: 'p',
  accepted: true,
  hasRegion: true,
  walks: false,
  proven: true,
};
const key = cacheKey('brand', 'token');
const later = new Date('2027-01-01T00:00:00Z');

function openCache() {
  const clock = new MovableClock();
  const cache = createSessionCache(clock);
  cache.resume();
  return { clock, cache };
}

test('what was read is believed for a minute and no longer', () => {
  const { clock, cache } = openCache();
  cache.startReading()(key, marco, later);
  clock.advance(BELIEVED_FOR - 1);
  expect(cache.find(key)).toEqual(marco);
  expect(cache.find(cacheKey('brand', 'tokem'))).toBeUndefined();
  expect(cache.find(cacheKey('elsewhere', 'token'))).toBeUndefined();
  clock.advance(1);
  expect(cache.find(key)).toBeUndefined();
});

test('a session that runs out is not believed, nor is anything when the clock is set back', () => {
  const { clock, cache } = openCache();
  cache.startReading()(key, marco, new Date(clock.now().getTime() + 5 * SECOND));
  clock.advance(5 * SECOND);
  expect(cache.find(key)).toBeUndefined();
  cache.startReading()(key, marco, later);
  clock.advance(-DAY);
  expect(cache.find(key)).toBeUndefined();
});

test('a change concerns one account and all of its sessions', () => {
  const { cache } = openCache();
  const ofPaolo = { ...marco, accountId: 'paolo' };
  const keys = ['a', 'b', 'c'].map((token) => cacheKey('brand', token));
  for (const [index, one] of keys.entries()) cache.startReading()(one, index < 2 ? marco : ofPaolo, later);
  cache.forget('marco');
  expect(keys.map((one) => cache.find(one))).toEqual([undefined, undefined, ofPaolo]);
});

test('it never holds more than so many sessions, and lets go of those read first', () => {
  const { cache } = openCache();
  const keyOf = (count: number) => cacheKey('brand', `token ${count}`);
  for (let count = 0; count <= 50_000; count += 1) cache.startReading()(keyOf(count), marco, later);
  expect(cache.find(keyOf(0))).toBeUndefined();
  expect(cache.find(keyOf(1))).toEqual(marco);
});

type Step =
  | 'read'
  | 'arrive'
  | 'commit'
  | 'answer'
  | 'other node commits'
  | 'notify'
  | 'lose'
  | 'back'
  | 'wait';

/**
 * A session that ends once, here or on another node, while rows and notifications are on their way in any order.
 * `knownDead` is when callers may rely on it: this node has answered, or has been notified. Answers with the steps
 * after which it was believed all the same.
 */
function play(steps: readonly Step[]): number[] {
  const { clock, cache } = openCache();
  const reads: (() => void)[] = [];
  let live = true;
  let ending = false;
  let isNotified = true;
  let isListening = true;
  let knownDead = false;
  const acts: Record<Step, () => void> = {
    read() {
      const keep = cache.startReading();
      const sawItLive = live;
      reads.push(() => sawItLive && keep(key, marco, later));
    },
    arrive: () => reads.shift()?.(),
    commit() {
      if (!live) return;
      live = false;
      ending = true;
      isNotified = false;
    },
    answer() {
      if (!ending) return;
      cache.forget('marco');
      ending = false;
      knownDead = true;
    },
    'other node commits'() {
      if (!live) return;
      live = false;
      isNotified = false;
    },
    notify() {
      if (isNotified || !isListening) return;
      cache.forget('marco');
      isNotified = true;
      knownDead = true;
    },
    lose() {
      isListening = false;
      cache.pause();
    },
    back() {
      if (isListening) return;
      isListening = true;
      cache.resume();
      // What was sent meanwhile is lost for good.
      isNotified = true;
      knownDead ||= !live;
    },
    wait: () => clock.advance(SECOND),
  };
  return steps.flatMap((step, index) => {
    acts[step]();
    return (knownDead || !isListening) && cache.find(key) ? [index] : [];
  });
}

test('however reads, changes and notifications overtake each other, a dead session is never believed', () => {
  const step = fc.constantFrom<Step[]>(
    'read',
    'read',
    'arrive',
    'arrive',
    'commit',
    'answer',
    'other node commits',
    'notify',
    'lose',
    'back',
    'wait',
  );
  const property = fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
    expect(play(steps)).toEqual([]);
  });
  fc.assert(property, { numRuns: 5_000 });
});
