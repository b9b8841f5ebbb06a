import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '#testing/long-runs.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { createGate } from './gate.ts';
import type { GateLimits, Urgency } from './gate.ts';

const usual: GateLimits = { concurrency: 4, requestsPerSecond: 100, maxWaiting: 10, waitMs: 5_000 };
const ok = { kind: 'answered', status: 200, headers: new Headers(), text: '' } as const;
const lost = { kind: 'lost', why: 'time-out' } as const;

/** A gate whose time and calls move only when the test says so. */
function stage(limits: Partial<GateLimits> = {}) {
  const clock = new MovableClock();
  const now = () => clock.now().getTime();
  const timers = new Set<{ at: number; run: () => void }>();
  const gate = createGate(
    'adyen',
    { ...usual, ...limits },
    {
      now,
      ticks: now,
      later(ms, run) {
        const timer = { at: now() + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
  );
  const log: string[] = [];
  const running = new Map<string, () => void>();
  function call(name: string, urgency: Urgency, kind: 'charge' | 'other' = 'charge') {
    const { promise, resolve } = Promise.withResolvers<void>();
    running.set(name, resolve);
    void gate
      .pass({ kind, urgency }, () => {
        log.push(name);
        return promise;
      })
      .catch((error: Error) => log.push(`${name} refused: ${error.message.replace('adyen: ', '')}`));
  }
  /** Lets everything happen that can happen now. */
  const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    for (const timer of [...timers].filter(({ at }) => at <= now())) {
      timers.delete(timer);
      timer.run();
    }
    await settle();
  }
  async function end(...names: string[]): Promise<void> {
    for (const name of names) running.get(name)?.();
    await settle();
  }
  const fail = (times: number) => {
    for (let count = 0; count < times; count += 1) gate.answered(lost);
  };
  return { clock, gate, log, call, settle, pass, end, fail };
}

test('a member goes before renewals, renewals before polls, each in the order in which they came', async () => {
  const { call, log, end, settle } = stage({ concurrency: 1 });
  call('first', 'member');
  for (const name of ['poll 1', 'poll 2']) call(name, 'poll', 'other');
  for (const name of ['renewal 1', 'renewal 2']) call(name, 'renewal');
  for (const name of ['member 1', 'member 2']) call(name, 'member');
  await settle();
  const order = ['first', 'member 1', 'member 2', 'renewal 1', 'renewal 2', 'poll 1', 'poll 2'];
  for (const name of order) await end(name);
  expect(log).toEqual(order);
});

test('renewals and polls leave room for members, however many of them hang', async () => {
  const { call, gate, log, settle } = stage({ concurrency: 4 });
  expect([gate.free('poll'), gate.free('renewal')]).toEqual([2, 3]);
  for (const name of ['p1', 'p2', 'p3']) call(name, 'poll', 'other');
  for (const name of ['r1', 'r2']) call(name, 'renewal');
  await settle();
  expect(log).toEqual(['p1', 'p2', 'r1']);
  expect([gate.free('poll'), gate.free('renewal')]).toEqual([0, 0]);
  call('m1', 'member');
  await settle();
  expect(log.at(-1)).toBe('m1');
});

test('no more wait than may, the least urgent give way, and no call waits longer than it may', async () => {
  const { call, gate, log, pass, settle } = stage({ concurrency: 1, maxWaiting: 2 });
  call('first', 'member');
  call('renewal', 'renewal');
  call('poll', 'poll', 'other');
  call('second', 'member');
  await settle();
  expect(log).toEqual(['first', 'poll refused: too many wait']);
  call('another poll', 'poll', 'other');
  await settle();
  expect(log.at(-1)).toBe('another poll refused: too many wait');
  await pass(4_999);
  expect(gate.snapshot()).toMatchObject({ inFlight: 1, waiting: 2, refused: 2 });
  await pass(1);
  expect(log.slice(3)).toEqual(['renewal refused: waited too long', 'second refused: waited too long']);
  expect(gate.snapshot()).toMatchObject({ inFlight: 1, waiting: 0, refused: 4 });
});

test('the rate holds over every request, also those that a call makes besides its first', async () => {
  const { call, gate, log, pass, settle } = stage({ requestsPerSecond: 4, concurrency: 100 });
  for (let count = 1; count <= 6; count += 1) call(`c${count}`, 'member');
  await settle();
  expect(log).toEqual(['c1', 'c2', 'c3', 'c4']);
  for (let count = 0; count < 6; count += 1) gate.requesting();
  // Two requests more than calls: their tokens are to come back first.
  await pass(500);
  expect(log).toHaveLength(4);
  await pass(250);
  expect(log).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  await pass(250);
  expect(log).toHaveLength(6);
  expect(gate.free()).toBe(0);
  await pass(10_000);
  expect(gate.free()).toBe(4);
});

test('a provider that says it is asked too often gets a second’s rest', async () => {
  const { gate, pass } = stage({ requestsPerSecond: 10, concurrency: 100 });
  gate.answered({ ...ok, status: 429 });
  expect([gate.isOpen(), gate.free()]).toEqual([true, 0]);
  await pass(1_000);
  expect(gate.free()).toBe(0);
  await pass(1_000);
  expect(gate.free()).toBe(10);
});

describe('what counts as a failure of the provider', () => {
  const answered = (status: number) => ({ ...ok, status });
  test.for([
    ['lost', lost, false],
    ['not sent', { kind: 'not_sent', why: 'ECONNREFUSED' }, false],
    ['a fault of its own', answered(500), false],
    ['an outage', answered(503), false],
    ['a decline', answered(200), true],
    ['a request that it does not take', answered(422), true],
    ['too many requests', answered(429), true],
  ] as const)('%s', ([, sent, stays]) => {
    const { gate } = stage();
    for (let count = 0; count < 5; count += 1) gate.answered(sent);
    expect(gate.isOpen()).toBe(stays);
  });
});

test('one that fails is left alone, callers get an answer at once, then one tries, then all', async () => {
  const { call, gate, log, fail, pass, end, settle } = stage({ concurrency: 1 });
  call('hangs', 'member');
  call('waits', 'member');
  await settle();
  fail(5);
  await settle();
  expect(log).toEqual(['hangs', 'waits refused: the provider fails']);
  await end('hangs');
  call('too early', 'member');
  await settle();
  expect(log.at(-1)).toBe('too early refused: the provider fails');
  expect(gate.snapshot().state).toBe('closed');

  await pass(5_000);
  expect([gate.snapshot().state, gate.isOpen(), gate.free()]).toEqual(['trying', true, 1]);
  call('probe', 'poll', 'other');
  await settle();
  expect([log.at(-1), gate.isOpen(), gate.free()]).toEqual(['probe', false, 0]);
  call('beside it', 'member');
  await settle();
  expect(log.at(-1)).toBe('beside it refused: the provider fails');
  gate.answered(ok);
  await end('probe');
  expect([gate.snapshot().state, gate.isOpen()]).toEqual(['open', true]);
});

test('a probe that fails keeps it closed for longer', async () => {
  const { call, gate, fail, pass, end } = stage();
  fail(5);
  await pass(5_000);
  call('probe', 'renewal');
  fail(1);
  await end('probe');
  await pass(9_999);
  expect(gate.isOpen()).toBe(false);
  await pass(1);
  expect(gate.isOpen()).toBe(true);
});

describe('what an operator turns off', () => {
  test.for([
    ['nothing', { charge: true, other: true, requests: true, state: 'open' }],
    ['charges', { charge: false, other: true, requests: true, state: 'charges_off' }],
    ['everything', { charge: false, other: false, requests: false, state: 'off' }],
  ] as const)('%s', async ([what, expected]) => {
    const { call, gate, log, settle, end } = stage({ concurrency: 1 });
    call('first', 'member');
    call('waiting charge', 'member');
    await settle();
    gate.stop(what);
    await settle();
    const waits = log.length === 1;
    expect(waits).toBe(expected.charge);
    await end('first', 'waiting charge');
    expect({
      charge: gate.isOpen(),
      other: gate.isOpen('other'),
      requests: gate.requesting(),
      state: gate.snapshot().state,
    }).toEqual(expected);
    expect([gate.free('renewal') > 0, gate.free('poll') > 0]).toEqual([expected.charge, expected.other]);
  });
});

test('a call that has waited too long is not sent any more, also where its timer is late', async () => {
  const { call, log, settle, end, gate, clock } = stage({ concurrency: 1 });
  call('first', 'member');
  call('second', 'member');
  await settle();
  // Nothing ran for a while, and the answer to the first comes before the timer of the second.
  clock.advance(5_000);
  await end('first');
  expect(log).toEqual(['first', 'second refused: waited too long']);
  expect(gate.snapshot()).toMatchObject({ inFlight: 0, waiting: 0 });
});

const anyStep = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    urgency: fc.constantFrom('member' as const, 'renewal' as const, 'poll' as const),
  }),
  fc.record({ do: fc.constant('end' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(1, 400, 4_999, 5_000, 30_000) }),
  fc.record({ do: fc.constant('late' as const), ms: fc.constantFrom(1, 4_999, 5_000) }),
  fc.record({
    do: fc.constant('stop' as const),
    what: fc.constantFrom('nothing' as const, 'charges' as const, 'everything' as const),
  }),
  fc.record({ do: fc.constant('answer' as const), isGood: fc.boolean() }),
);

test('a call is done once or refused once, whatever happens while it waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const limits = { concurrency: 2, requestsPerSecond: 3, maxWaiting: 4 };
      const { call, clock, gate, log, end, fail, pass, settle } = stage(limits);
      const names: string[] = [];
      for (const step of steps) {
        if (step.do === 'call') {
          names.push(`c${names.length}`);
          call(names.at(-1) ?? '', step.urgency, step.urgency === 'poll' ? 'other' : 'charge');
        }
        if (step.do === 'end') await end(names[step.which] ?? '');
        if (step.do === 'pass') await pass(step.ms);
        if (step.do === 'late') clock.advance(step.ms);
        if (step.do === 'stop') gate.stop(step.what);
        if (step.do === 'answer') {
          if (step.isGood) gate.answered(ok);
          else fail(5);
        }
        await settle();
        expect(gate.snapshot().inFlight).toBeLessThanOrEqual(limits.concurrency);
        expect(gate.snapshot().waiting).toBeLessThanOrEqual(limits.maxWaiting);
      }
      gate.stop('nothing');
      for (let round = 0; round < names.length; round += 1) {
        await end(...names);
        await pass(5_000);
      }
      await end(...names);
      expect(log.map((line) => line.split(' ')[0]).toSorted()).toEqual(names.toSorted());
      expect(gate.snapshot()).toMatchObject({ inFlight: 0, waiting: 0 });
    }),
    propertyRuns(200, 5_000),
  );
});
