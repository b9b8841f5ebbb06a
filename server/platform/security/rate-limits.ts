import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { fail } from '#contract/kernel/errors.ts';
import { SECOND } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Batches } from '../database/batches.ts';
import { networkOf } from '../network.ts';
import { createRedisGuard } from '../redis-guard.ts';
import type { Logger } from '../telemetry/log.ts';
import { limitRules } from './limit-rules.ts';
import type { LimitName, Rule } from './limit-rules.ts';
import { databaseStore, memoryStore, redisStore, sumOf, takeFrom } from './rate-limit-stores.ts';
import type { HitLog, LimitStore, Take } from './rate-limit-stores.ts';

export interface LimitsConfig extends Pick<Config, 'limits'> {
  /** Hides what is counted. All nodes that share a store must share it. */
  secretKey: string;
  clock: Clock;
  log: Logger;
}

/** For nodes that have only the database in common. */
export function databaseLimits(config: LimitsConfig, batches: Batches) {
  const [shared, own] = [databaseStore(batches), memoryStore()];
  return createLimits(config, ({ perNode }) => (perNode ? own : shared));
}

/** While Redis is away or stuck each node counts for itself, which is laxer but never lets all pass. */
export function redisLimits(config: LimitsConfig, redis: Redis) {
  const { log } = config;
  const [shared, own] = [redisStore(redis), memoryStore()];
  const guard = createRedisGuard({
    onAway: (err) => log.error({ err }, 'Redis is away: this node counts rate limits for itself'),
    onReturn: () => log.info('Redis is back: rate limits are shared again'),
  });
  const store: LimitStore = async (...asked) =>
    guard(
      () => shared(...asked),
      () => own(...asked),
    );
  return createLimits(config, () => store);
}

/** What stands for no limit: all that an integer of PostgreSQL holds. */
const ANY_NUMBER = 2_147_483_647;
const SHARE_EVERY = 3 * SECOND;
const LOCAL_KEYS = 50_000;

export function createLimits(
  { clock, log, limits, secretKey }: LimitsConfig,
  storeFor: (rule: Rule) => LimitStore,
) {
  const plan = (name: LimitName, points: number): Take => {
    const { setting, most = setting ? limits[setting] : ANY_NUMBER, within }: Rule = limitRules[name];
    return { now: clock.now().getTime(), within, points, most };
  };
  function take(name: LimitName, key: string, wanted: Take) {
    const rule: Rule = limitRules[name];
    // No store must learn the e-mail or network address of a person.
    const hidden = createHmac('sha256', secretKey).update(`${name}:${rule.byAddress ? networkOf(key) : key}`);
    return storeFor(rule)(hidden.digest(), wanted);
  }

  const local = new LRUCache<string, HitLog>({ max: LOCAL_KEYS });
  const unshared = new Map<string, { name: LimitName; key: string; points: number }>();
  let timer: NodeJS.Timeout | undefined;
  let sharing = Promise.resolve();
  function shareLater(id: string, name: LimitName, key: string, points: number): void {
    unshared.set(id, { name, key, points: points + (unshared.get(id)?.points ?? 0) });
    timer ??= setTimeout(() => void share(), SHARE_EVERY).unref();
  }
  /** Learns by the same statements what other nodes have counted. */
  async function shareAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const sent = [...unshared].map(async ([id, { name, key, points }]) => {
      unshared.delete(id);
      try {
        const { log: hits } = await take(name, key, { ...plan(name, points), most: ANY_NUMBER });
        takeFrom(hits, { ...plan(name, unshared.get(id)?.points ?? 0), most: ANY_NUMBER });
        local.set(id, hits);
      } catch (error) {
        shareLater(id, name, key, points);
        throw error;
      }
    });
    await Promise.all(sent).catch((err: unknown) =>
      log.warn({ err }, 'what was counted here could not be shared yet'),
    );
  }
  const share = () => (sharing = sharing.then(shareAll));

  return {
    /** Counts against the limit, and fails with `request.too_many` once it is used up. */
    async hit(name: LimitName, key: string, points = 1): Promise<void> {
      const wanted = plan(name, points);
      const { taken, log: hits } = await take(name, key, wanted);
      if (!taken) refuse(hits, wanted);
    },
    /** The same, but says whether there was room. */
    tryHit: async (name: LimitName, key: string) => (await take(name, key, plan(name, 1))).taken,
    /** Counts by what this node knows and shares it with the others seconds later: for what comes too often to ask about. */
    hitLocally(name: LimitName, key: string): void {
      const id = `${name} ${key}`;
      hitIn(local, id, plan(name, 1));
      shareLater(id, name, key, 1);
    },
    /** How often it was counted within the window. */
    count: async (name: LimitName, key: string) => sumOf((await take(name, key, plan(name, 0))).log),
    /** How many milliseconds ago the first was counted. Where there is none, this is the first. */
    async waited(name: LimitName, key: string): Promise<number> {
      const wanted = plan(name, 1);
      const { log: hits } = await take(name, key, wanted);
      return Math.max(0, wanted.now - (hits.at(-2) ?? wanted.now));
    },
    /** Takes the newest hits back, as after a login that succeeded. */
    forgive: async (name: LimitName, key: string, points = 1) =>
      void (await take(name, key, plan(name, -points))),
    /** Takes all back. Says whether anything was counted; of many concurrent callers only one gets a yes. */
    reset: async (name: LimitName, key: string) => (await take(name, key, plan(name, -ANY_NUMBER))).taken,
    /** Shares what was counted here. */
    stop: () => share().then(() => clearTimeout(timer)),
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** Says in how many seconds there is room again: once the newest entry that takes it has left the window. */
function refuse(log: HitLog, { now, within, points, most }: Take): never {
  let left = most - points;
  const at = log.findIndex((value, index) => index % 2 === 1 && (left -= value) < 0);
  const wait = (log[at - 1] ?? now) + within - now;
  return fail('request.too_many', { retryAfter: Math.max(1, Math.ceil(wait / SECOND)) });
}

export interface HitLogs {
  get(key: string): HitLog | undefined;
  set(key: string, log: HitLog): unknown;
}

/**
 * Counts in memory and without waiting: it stands before every request and event. What a node lets through is felt by
 * that node alone, so nodes need not share the count. A connection hands in logs of its own. What costs more weighs more.
 */
export function createLocalRateLimiter(most: number, within: number, max = 20_000) {
  const shared: HitLogs = new LRUCache<string, HitLog>({ max });
  return (key: string, now: number, points = 1, logs = shared): void =>
    hitIn(logs, key, { now, within, points, most });
}

function hitIn(logs: HitLogs, key: string, wanted: Take): void {
  const known = logs.get(key);
  const log = known ?? [];
  if (!takeFrom(log, wanted)) refuse(log, wanted);
  if (!known) logs.set(key, log);
}
