import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { fail } from '../../contract/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from './clock.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

/** How often something may be tried. What a key is depends on the limit: a device, an account, a network address. */
export interface Limits {
  /** Counts against the limit, and fails with `request.too_many` once it is used up. */
  hit(name: LimitName, key: string, points?: number): Promise<void>;
  /** What is left. Counts nothing. */
  check(name: LimitName, key: string): Promise<number>;
  /** Takes one hit back, as after a login that succeeded. */
  forgive(name: LimitName, key: string): Promise<void>;
  /** Starts anew. */
  reset(name: LimitName, key: string): Promise<void>;
}

interface LimitsConfig extends Pick<Config, 'limits'> {
  /** Hides what is counted. All nodes that share a store must share it. */
  secretKey: string;
}

const rules = {
  signupDevice: { setting: 'signupsPerDevice', within: HOUR, byAddress: false },
  signupAddress: { setting: 'signupsPerAddress', within: HOUR, byAddress: true },
  loginAccount: { setting: 'loginsPerAccount', within: 15 * MINUTE, byAddress: false },
  loginAddress: { setting: 'loginsPerAddress', within: 15 * MINUTE, byAddress: true },
  resetEmail: { setting: 'resetsPerEmail', within: HOUR, byAddress: false },
  resetAddress: { setting: 'resetsPerAddress', within: HOUR, byAddress: true },
  confirmAccount: { setting: 'confirmationsPerAccount', within: HOUR, byAddress: false },
  uploadAccount: { setting: 'uploadsPerAccount', within: HOUR, byAddress: false },
  chatPhotoAccount: { setting: 'chatPhotosPerAccount', within: HOUR, byAddress: false },
  exportAccount: { setting: 'exportsPerAccount', within: DAY, byAddress: false },
  searchAccount: { setting: 'searchesPerAccount', within: MINUTE, byAddress: false },
  searchAddress: { setting: 'searchesPerAddress', within: MINUTE, byAddress: true },
  reportAccount: { setting: 'reportsPerAccount', within: DAY, byAddress: false },
  chargeAccount: { setting: 'chargesPerAccount', within: HOUR, byAddress: false },
  chargeAddress: { setting: 'chargesPerAddress', within: HOUR, byAddress: true },
  passwordAccount: { setting: 'passwordsPerAccount', within: 15 * MINUTE, byAddress: false },
} as const satisfies Record<string, { setting: keyof Config['limits']; within: number; byAddress: boolean }>;

export type LimitName = keyof typeof rules;
export const limitNames = Object.keys(rules) as LimitName[];

interface Limiter {
  consume(key: string, points: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  reward(key: string, points: number): Promise<RateLimiterRes>;
  delete(key: string): Promise<boolean>;
}
type Limiters = Record<LimitName, Limiter>;
/** Runs a question on the store at hand. */
type Ask = <T>(name: LimitName, question: (limiter: Limiter) => Promise<T>) => Promise<T>;

/** For one node. */
export function memoryLimits(config: LimitsConfig): Limits {
  const limiters = inMemory(config);
  return limitsOf(config, (name, question) => question(limiters[name]));
}

const REDIS_PATIENCE = SECOND / 2;
const REDIS_REST = 2 * SECOND;

/**
 * For many nodes. While Redis is away or stuck each node counts for itself, which is laxer but never lets all pass.
 */
export function redisLimits(config: LimitsConfig, redis: Redis, log: Logger): Limits {
  const shared = makeLimiters(
    config,
    (options) => new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }),
  );
  const own = inMemory(config);
  let away = false;
  let restsUntil = 0;
  return limitsOf(config, async (name, question) => {
    if (performance.now() < restsUntil) return question(own[name]);
    try {
      const answer = await withPatience(question(shared[name]));
      if (away) log.info('Redis is back: rate limits are shared again');
      away = false;
      return answer;
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      if (!away) log.error({ err: error }, 'Redis is away: this node counts rate limits for itself');
      away = true;
      // A stuck Redis must not make every request wait.
      if (error instanceof RedisStuck) restsUntil = performance.now() + REDIS_REST;
      return question(own[name]);
    }
  });
}

function limitsOf(config: LimitsConfig, ask: Ask): Limits {
  const hidden = (name: LimitName, key: string) => hideKey(config, name, key);
  return {
    async hit(name, key, points = 1) {
      try {
        await ask(name, (limiter) => limiter.consume(hidden(name, key), points));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        fail('request.too_many', { retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / SECOND)) });
      }
    },
    async check(name, key) {
      const state = await ask(name, (limiter) => limiter.get(hidden(name, key)));
      return state ? Math.max(0, state.remainingPoints) : config.limits[rules[name].setting];
    },
    async forgive(name, key) {
      await ask(name, (limiter) => limiter.reward(hidden(name, key), 1));
    },
    async reset(name, key) {
      await ask(name, (limiter) => limiter.delete(hidden(name, key)));
    },
  };
}

interface LimiterOptions {
  keyPrefix: string;
  points: number;
  /** Seconds. */
  duration: number;
}

function makeLimiters({ limits }: LimitsConfig, make: (options: LimiterOptions) => Limiter): Limiters {
  const made = limitNames.map((name) => {
    const { setting, within } = rules[name];
    return [
      name,
      make({ keyPrefix: `serenata:limit:${name}`, points: limits[setting], duration: within / SECOND }),
    ];
  });
  return Object.fromEntries(made) as Limiters;
}

function inMemory(config: LimitsConfig): Limiters {
  return makeLimiters(config, (options) => new RateLimiterMemory(options));
}

/** Redis must not learn anybody's e-mail or network address. */
function hideKey({ secretKey }: LimitsConfig, name: LimitName, key: string): string {
  const counted = rules[name].byAddress ? networkOf(key) : key;
  return createHmac('sha256', secretKey).update(`${name}:${counted}`).digest('base64url');
}

/** Whoever has one IPv6 address has its whole /64, so that counts as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [ip = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  // A URL writes the address in its shortest form, without an IPv4 tail.
  const short = new URL(`http://[${ip}]/`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

class RedisStuck extends Error {
  override readonly name = 'RedisStuck';
}

async function withPatience<T>(answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new RedisStuck('Redis does not answer')), REDIS_PATIENCE);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
