import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRedis } from '../testing/redis.ts';
import type { TestRedis } from '../testing/redis.ts';
import { readConfig } from './config.ts';
import { limitNames, memoryLimits, networkOf, redisLimits } from './limits.ts';
import type { Limits } from './limits.ts';
import { createLogger } from './log.ts';

const { limits: allowed } = readConfig({
  LIMIT_LOGIN_ACCOUNT: '3',
  LIMIT_LOGIN_ADDRESS: '3',
  LIMIT_REQUESTS_ADDRESS: '3',
});
const config = { limits: allowed, secretKey: 'a secret' };

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

const stores: Record<string, () => Limits> = {
  memory: () => memoryLimits(config),
  redis: () => redisLimits(config, client, capturedLog().log),
};

describe.each(Object.entries(stores))('limits in %s', (store, open) => {
  const marco = `${store}:marco@example.com`;

  test('the last try passes, the next is told how long to wait', async () => {
    const limits = open();
    expect(await limits.check('loginAccount', marco)).toBe(3);
    for (let left = 2; left >= 0; left -= 1) {
      await limits.hit('loginAccount', marco);
      expect(await limits.check('loginAccount', marco)).toBe(left);
    }
    const refused = await limits.hit('loginAccount', marco).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'request.too_many', status: 429 });
    const { retryAfter } = (refused as { details: { retryAfter: number } }).details;
    expect(Number.isInteger(retryAfter)).toBe(true);
    expect(retryAfter).toBeGreaterThan(890);
    expect(retryAfter).toBeLessThanOrEqual(900);
    expect(await limits.check('loginAccount', marco)).toBe(0);
  });

  test('other keys and other limits are not touched', async () => {
    const limits = open();
    await limits.hit('loginAccount', `${marco}.a`, 3);
    expect(await limits.check('loginAccount', `${marco}.b`)).toBe(3);
    expect(await limits.check('resetEmail', `${marco}.a`)).toBe(3);
    await expect(limits.hit('loginAccount', `${marco}.a`)).rejects.toThrow('request.too_many');
    await limits.hit('loginAccount', `${marco}.b`);
  });

  test('a reset starts anew', async () => {
    const limits = open();
    await limits.hit('loginAccount', `${marco}.c`, 3);
    await limits.reset('loginAccount', `${marco}.c`);
    expect(await limits.check('loginAccount', `${marco}.c`)).toBe(3);
    await limits.reset('loginAccount', 'nobody');
  });

  test('an IPv6 network counts as one address', async () => {
    const limits = open();
    await limits.hit('loginAddress', '2001:db8:1:2::1');
    await limits.hit('loginAddress', '2001:db8:1:2:ffff::9');
    expect(await limits.check('loginAddress', '2001:0db8:0001:0002:0:0:0:5')).toBe(1);
    expect(await limits.check('loginAddress', '2001:db8:1:3::1')).toBe(3);
  });

  test('every limit has a size', async () => {
    const limits = open();
    for (const name of limitNames) expect(await limits.check(name, 'fresh')).toBeGreaterThan(0);
  });
});

test('nodes share their counts through Redis, which learns no addresses', async () => {
  const [one, two] = [
    redisLimits(config, client, capturedLog().log),
    redisLimits(config, client, capturedLog().log),
  ];
  await one.hit('loginAccount', 'lucia@example.com', 2);
  expect(await two.check('loginAccount', 'lucia@example.com')).toBe(1);
  const keys = await client.keys('*');
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => /lucia|example|192\.|2001/.test(key))).toEqual([]);
});

test('while Redis is away each node counts for itself, and says so once', async () => {
  const away = await startRedis();
  const connection = await connect(away);
  const { lines, log } = capturedLog();
  const limits = redisLimits(config, connection, log);
  await limits.hit('loginAccount', 'x');
  await away.stop();
  await expect.poll(() => connection.status, patiently).not.toBe('ready');
  for (let count = 0; count < 3; count += 1) await limits.hit('loginAccount', 'x');
  await expect(limits.hit('loginAccount', 'x')).rejects.toThrow('request.too_many');
  expect(await limits.check('loginAccount', 'x')).toBe(0);
  expect(lines.filter((line) => line.includes('Redis is away'))).toHaveLength(1);

  const back = await startRedis(Number(new URL(away.url).port));
  try {
    await expect.poll(() => connection.status, patiently).toBe('ready');
    await limits.hit('loginAccount', 'x');
    expect(await limits.check('loginAccount', 'x')).toBe(2);
    expect(lines.filter((line) => line.includes('Redis is back'))).toHaveLength(1);
  } finally {
    connection.disconnect();
    await back.stop();
  }
});

test('a Redis that hangs does not hang the site', async () => {
  const stuck = await startRedis();
  const connection = await connect(stuck);
  const limits = redisLimits(config, connection, capturedLog().log);
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

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:5::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['not an address', 'not an address'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
