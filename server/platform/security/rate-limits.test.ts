import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Failure } from '#contract/kernel/errors.ts';
import { expect, test } from '#testing/harness.ts';
import { MovableClock } from '#testing/movable-clock.ts';
import { limitLeft } from '#testing/platform/limit-left.ts';
import { memoryLimits } from '#testing/platform/memory-limits.ts';
import { startRedis } from '#testing/platform/redis.ts';
import type { TestRedis } from '#testing/platform/redis.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { createBatches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { createLogger } from '../telemetry/log.ts';
import { limitNames } from './limit-rules.ts';
import type { LimitName } from './limit-rules.ts';
import { memoryStore } from './rate-limit-stores.ts';
import { createLimits, createLocalRateLimiter, databaseLimits, redisLimits } from './rate-limits.ts';
import type { Limits } from './rate-limits.ts';

const { limits: allowed } = readConfig({
  LIMIT_LOGIN_ACCOUNT: '3',
  LIMIT_LOGIN_ADDRESS: '3',
  LIMIT_REQUESTS_ADDRESS: '3',
  LIMIT_MESSAGE_DAY: '5',
});
const clock = new MovableClock();
const config = { limits: allowed, secretKey: 'a secret', clock, log: capturedLog().log };

const left = (limits: Limits, name: LimitName, key: string) => limitLeft({ limits, config }, name, key);

const patiently = { timeout: 10_000 };

function capturedLog() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ logLevel: 'info', logFormat: 'json' }, destination);
  return { lines, log };
}

async function connect({ url }: TestRedis): Promise<Redis> {
  const connection = new Redis(url, { retryStrategy: () => 20 });
  connection.on('error', () => {});
  await connection.ping();
  return connection;
}

async function waitOf(hit: Promise<void>): Promise<number> {
  const refusal = await hit.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toMatchObject({ code: 'request.too_many' });
  return (refusal as Failure<'request.too_many'>).details.retryAfter;
}

let redis: TestRedis;
let client: Redis;
beforeAll(async () => {
  redis = await startRedis();
  client = await connect(redis);
});
afterAll(async () => {
  client.disconnect();
  await redis.stop();
});

const stores: Record<string, (db: Database) => Limits> = {
  memory: () => memoryLimits(config),
  database: (db) => databaseLimits(config, createBatches(db)),
  redis: () => redisLimits(config, client),
};

describe.each(Object.entries(stores))('limits in %s', (store, open) => {
  const marco = `${store}:marco@example.com`;

  test('the last try passes, the next learns how long to wait', async ({ db }) => {
    const limits = open(db);
    expect(await left(limits, 'loginAccount', marco)).toBe(3);
    for (let count = 2; count >= 0; count -= 1) {
      await limits.hit('loginAccount', marco);
      expect(await left(limits, 'loginAccount', marco)).toBe(count);
    }
    const refused = await limits.hit('loginAccount', marco).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'request.too_many', status: 429 });
    const { retryAfter } = (refused as { details: { retryAfter: number } }).details;
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(890);
    expect(retryAfter).toBeLessThanOrEqual(900);
    expect(await left(limits, 'loginAccount', marco)).toBe(0);
  });

  test('other keys and other limits are not touched', async ({ db }) => {
    const limits = open(db);
    await limits.hit('loginAccount', `${marco}.a`, 3);
    expect(await left(limits, 'loginAccount', `${marco}.b`)).toBe(3);
    expect(await left(limits, 'resetEmail', `${marco}.a`)).toBe(3);
    await expect(limits.hit('loginAccount', `${marco}.a`)).rejects.toThrow('request.too_many');
    await limits.hit('loginAccount', `${marco}.b`);
  });

  test('a reset starts again', async ({ db }) => {
    const limits = open(db);
    await limits.hit('loginAccount', `${marco}.c`, 3);
    await limits.reset('loginAccount', `${marco}.c`);
    expect(await left(limits, 'loginAccount', `${marco}.c`)).toBe(3);
    await limits.reset('loginAccount', 'nobody');
  });

  test('an IPv6 network counts as one address', async ({ db }) => {
    const limits = open(db);
    await limits.hit('loginAddress', '2001:db8:1:2::1');
    await limits.hit('loginAddress', '2001:db8:1:2:ffff::9');
    expect(await left(limits, 'loginAddress', '2001:0db8:0001:0002:0:0:0:5')).toBe(1);
    expect(await left(limits, 'loginAddress', '2001:db8:1:3::1')).toBe(3);
  });

  test('every limit has a size', async ({ db }) => {
    const limits = open(db);
    for (const name of limitNames) expect(await left(limits, name, 'fresh')).toBeGreaterThan(0);
  });

  test('the window moves with time: no burst fits in twice around the turn of it', async ({ db }) => {
    const limits = open(db);
    const key = `${marco}.d`;
    await limits.hit('loginAccount', key);
    clock.advance(14 * MINUTE);
    await limits.hit('loginAccount', key, 2);
    expect(await waitOf(limits.hit('loginAccount', key))).toSatisfy((wait) => wait > 50 && wait <= 60);
    clock.advance(MINUTE);
    await limits.hit('loginAccount', key);
    expect(await waitOf(limits.hit('loginAccount', key))).toSatisfy((wait) => wait > 830 && wait <= 840);
    clock.advance(14 * MINUTE);
    expect(await left(limits, 'loginAccount', key)).toBe(2);
  });

  test('a clock that is set back keeps no caller waiting for it to catch up', async ({ db }) => {
    const limits = open(db);
    const key = `${marco}.g`;
    await limits.hit('loginAccount', key, 3);
    clock.advance(-HOUR);
    await limits.hit('loginAccount', key, 3);
    expect(await waitOf(limits.hit('loginAccount', key))).toBeLessThanOrEqual(15 * 60);
    clock.advance(HOUR);
  });

  test('of many at once as many pass as there is room for', async ({ db }) => {
    const limits = open(db);
    const tries = Array.from({ length: 20 }, () => limits.tryHit('loginAccount', `${marco}.e`));
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
    const resets = Array.from({ length: 10 }, () => limits.reset('loginAccount', `${marco}.e`));
    expect((await Promise.all(resets)).filter(Boolean)).toHaveLength(1);
  });

  test('what is forgiven may be tried again, and a wait is counted from its first moment', async ({ db }) => {
    const limits = open(db);
    await limits.hit('loginAccount', `${marco}.f`, 3);
    await limits.forgive('loginAccount', `${marco}.f`);
    expect(await limits.count('loginAccount', `${marco}.f`)).toBe(2);
    expect(await limits.waited('loginWait', `${marco}.f`)).toBe(0);
    clock.advance(7 * SECOND);
    expect(await limits.waited('loginWait', `${marco}.f`)).toBe(7 * SECOND);
  });

  test('messages of a day are counted at once, shared within seconds and not forgotten by a restart', async ({
    db,
  }) => {
    const [one, two] = [open(db), open(db)];
    const key = `${marco}.g`;
    for (let count = 0; count < 5; count += 1) one.hitLocally('messageDay', key);
    expect(() => one.hitLocally('messageDay', key)).toThrow('request.too_many');
    expect(() => one.hitLocally('messageDay', `${marco}.h`)).not.toThrow();
    await one.stop();
    // The other one finds out with its first bundle.
    two.hitLocally('messageDay', key);
    await two.stop();
    if (store !== 'memory') expect(() => two.hitLocally('messageDay', key)).toThrow('request.too_many');
    clock.advance(DAY);
    one.hitLocally('messageDay', key);
  });
});

test('a caller who waits as long as the answer says is let in', async () => {
  const limits = memoryLimits(config);
  const story = fc.asyncProperty(
    fc.array(fc.nat(10 * MINUTE), { minLength: 3, maxLength: 20 }),
    async (pauses) => {
      const key = newId();
      for (const pause of pauses) {
        clock.advance(pause);
        const refused = await limits.hit('loginAccount', key).catch((error: unknown) => error as Failure);
        if (!refused) continue;
        const { retryAfter } = (refused as Failure<'request.too_many'>).details;
        clock.advance((retryAfter - 1) * SECOND);
        expect(await limits.tryHit('loginAccount', key)).toBe(false);
        clock.advance(SECOND);
        await limits.hit('loginAccount', key);
      }
    },
  );
  await fc.assert(story);
});

test('a node that stops waits until all that it counted is shared', async () => {
  const gate = Promise.withResolvers<void>();
  const shared: number[] = [];
  const limits = createLimits(config, () => async (_, { points }) => {
    await gate.promise;
    shared.push(points);
    return { taken: true, log: [] };
  });
  limits.hitLocally('messageDay', 'marco');
  limits.hitLocally('messageDay', 'marco');
  void limits.stop();
  const stopped = limits.stop().then(() => shared.push(0));
  await setImmediate();
  gate.resolve();
  await stopped;
  expect(shared).toEqual([2, 0]);
});

test('where there are too many keys the oldest make room, and no other is forgotten', async () => {
  const store = memoryStore(3);
  const take = async (name: string) => {
    const key = Buffer.from(name);
    const { log } = await store(key, { now: 100, within: 100, points: 1, most: 10 });
    return log[1];
  };
  for (const name of ['a', 'b', 'c', 'b', 'c', 'd']) await take(name);
  expect([await take('c'), await take('d')]).toEqual([3, 2]);
  expect(await take('a')).toBe(1);

  const guard = createLocalRateLimiter(1, 1_000, 2);
  guard('a', 0);
  guard('b', 1);
  guard('c', 2);
  expect(() => guard('b', 3)).toThrow('request.too_many');
  expect(() => guard('a', 4)).not.toThrow();
});

test('nodes share their counts through Redis, which learns no addresses', async () => {
  const [one, two] = [redisLimits(config, client), redisLimits(config, client)];
  await one.hit('loginAccount', 'lucia@example.com', 2);
  expect(await left(two, 'loginAccount', 'lucia@example.com')).toBe(1);
  const keys = await client.keys('*');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => /lucia|example|192\.|2001/.test(key))).toEqual([]);
});

test('while Redis is away each node counts for itself, and says so once', async () => {
  const away = await startRedis();
  const connection = await connect(away);
  const { lines, log } = capturedLog();
  const limits = redisLimits({ ...config, log }, connection);
  await limits.hit('loginAccount', 'x');
  await away.stop();
  await expect.poll(() => connection.status, patiently).not.toBe('ready');
  for (let count = 0; count < 3; count += 1) await limits.hit('loginAccount', 'x');
  await expect(limits.hit('loginAccount', 'x')).rejects.toThrow('request.too_many');
  expect(await left(limits, 'loginAccount', 'x')).toBe(0);
  expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1);

  const back = await startRedis(Number(new URL(away.url).port));
  try {
    await expect.poll(() => connection.status, patiently).toBe('ready');
    await limits.hit('loginAccount', 'x');
    expect(await left(limits, 'loginAccount', 'x')).toBe(2);
    expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1);
  } finally {
    connection.disconnect();
    await back.stop();
  }
});

test('a Redis that hangs does not hang the site', async () => {
  const stuck = await startRedis();
  const connection = await connect(stuck);
  const limits = redisLimits(config, connection);
  await limits.hit('loginAccount', 'x');
  stuck.pause();
  try {
    await limits.hit('loginAccount', 'x', 3);
    await expect(limits.hit('loginAccount', 'x')).rejects.toThrow('request.too_many');
  } finally {
    connection.disconnect();
    await stuck.stop();
  }
});

test('what a node counts by itself begins again where its clock is set back', () => {
  const check = createLocalRateLimiter(2, 10 * SECOND);
  const now = clock.now().getTime();
  const twice = (at: number) => [check('marco', at), check('marco', at)];
  twice(now);
  expect(() => check('marco', now)).toThrow('request.too_many');
  twice(now - HOUR);
  expect(() => check('marco', now - HOUR + 9 * SECOND)).toThrow('request.too_many');
  twice(now - HOUR + 10 * SECOND);
});
