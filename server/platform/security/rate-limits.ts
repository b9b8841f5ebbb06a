import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Redis } from 'ioredis';
import { fail } from '#contract/kernel/errors.ts';
import { DAY, HOUR, MINUTE, SECOND, isWithin } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Batches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { createRedisGuard } from '../redis-guard.ts';
import type { Logger } from '../telemetry/log.ts';
import {
  databaseStore,
  memoryStore,
  redisStore,
  sumOf,
  createWriteBehindCounter,
} from './rate-limit-stores.ts';
import type { HitLog, LimitStore, Take } from './rate-limit-stores.ts';

/** How often something may be tried. What a key is depends on the limit: a device, an account, a network address. */
export interface Limits {
  /** Counts against the limit, and fails with `request.too_many` once it is used up. */
  hit(name: LimitName, key: string, points?: number): Promise<void>;
  /** The same, but says whether there was room. */
  tryHit(name: LimitName, key: string): Promise<boolean>;
  /**
   * Counts at once by what this node knows, and shares that with the others a few seconds later: for what comes too often
   * to ask about each time. Fails like `hit`.
   */
  hitLocally(name: LimitName, key: string): void;
  /** How often it was counted within the window. */
  count(name: LimitName, key: string): Promise<number>;
  /** What is left. Counts nothing. */
  check(name: LimitName, key: string): Promise<number>;
  /** How long ago the first of those that count was, in milliseconds. Where there is none this is the first. */
  waited(name: LimitName, key: string): Promise<number>;
  /** Takes hits back, as after a login that succeeded. */
  forgive(name: LimitName, key: string, points?: number): Promise<void>;
  /** Starts anew. Says whether anything was counted; of many concurrent callers only one gets a yes. */
  reset(name: LimitName, key: string): Promise<boolean>;
  /** Shares what was counted here. */
  stop(): Promise<void>;
}

export interface LimitsConfig extends Pick<Config, 'limits'> {
  /** Hides what is counted. All nodes that share a store must share it. */
  secretKey: string;
  clock: Clock;
  log: Logger;
}

interface Rule {
  /** How many; without it, as many as come. */
  setting?: keyof Config['limits'];
  most?: number;
  /** Within any stretch of time of this length. */
  within: number;
  byAddress?: boolean;
  /** How finely the window moves on. */
  slices?: number;
  /** Asked so often that without Redis each node counts for itself. */
  perNode?: boolean;
}

const rules = {
  signupDevice: { setting: 'signupsPerDevice', within: HOUR },
  signupAddress: { setting: 'signupsPerAddress', within: HOUR, byAddress: true },
  /** One account from one network. */
  loginAccount: { setting: 'loginsPerAccount', within: 15 * MINUTE },
  /** One account from a device that was let in before. */
  loginDevice: { setting: 'loginsPerAccount', within: 15 * MINUTE },
  /** One account from anywhere. */
  loginAnywhere: { within: 15 * MINUTE },
  /** When somebody first had to wait. */
  loginWait: { most: 1, within: 30 * MINUTE, slices: 1_800 },
  loginAddress: { setting: 'loginsPerAddress', within: 15 * MINUTE, byAddress: true },
  /** One e-mail address from one network. */
  resetNetwork: { setting: 'resetsPerEmail', within: HOUR },
  /** Mails to one e-mail address. */
  resetEmail: { setting: 'resetsPerEmail', within: HOUR },
  resetAddress: { setting: 'resetsPerAddress', within: HOUR, byAddress: true },
  /** Links to refuse mails: to one e-mail address from one network, to it from anywhere, and to any. */
  unsubscribeNetwork: { setting: 'resetsPerEmail', within: HOUR },
  unsubscribeEmail: { setting: 'resetsPerEmail', within: HOUR },
  unsubscribeAddress: { setting: 'resetsPerAddress', within: HOUR, byAddress: true },
  confirmAccount: { setting: 'confirmationsPerAccount', within: HOUR },
  /** Mails that one person of the staff has sent to people who are to work here. */
  staffInvitations: { most: 60, within: HOUR },
  /** Drafts and translations that one host asks a model for. */
  draftStaff: { most: 120, within: HOUR },
  translationStaff: { most: 1_000, within: HOUR },
  /** Statements of a bank that one person brings. */
  statementStaff: { most: 60, within: HOUR },
  uploadAccount: { setting: 'uploadsPerAccount', within: HOUR },
  chatPhotoAccount: { setting: 'chatPhotosPerAccount', within: HOUR },
  exportAccount: { setting: 'exportsPerAccount', within: DAY },
  searchAccount: { setting: 'searchesPerAccount', within: MINUTE, perNode: true },
  searchAddress: { setting: 'searchesPerAddress', within: MINUTE, byAddress: true, perNode: true },
  /** Rows and lines that visitors leave behind: events, consents, faults of their browsers. */
  loggedRowsAddress: { setting: 'loggedRowsPerAddress', within: MINUTE, byAddress: true, perNode: true },
  reportAccount: { setting: 'reportsPerAccount', within: DAY },
  /** An account, or an address that somebody gives who has none. */
  contactWriter: { setting: 'contactsPerWriter', within: HOUR },
  contactAddress: { setting: 'contactsPerAddress', within: HOUR, byAddress: true },
  chargeAccount: { setting: 'chargesPerAccount', within: HOUR },
  chargeAddress: { setting: 'chargesPerAddress', within: HOUR, byAddress: true },
  passwordAccount: { setting: 'passwordsPerAccount', within: 15 * MINUTE },
  /** New passwords, each of which costs a hash. */
  passwordChange: { setting: 'passwordsPerAccount', within: 15 * MINUTE },
  /** How often the funnel counts that a member had no credits left. */
  creditsShortAccount: { most: 10, within: MINUTE, perNode: true },
  messageDay: { setting: 'messagesPerDay', within: DAY },
} as const satisfies Record<string, Rule>;

export type LimitName = keyof typeof rules;
export const limitNames = Object.keys(rules) as LimitName[];

/** For nodes that have only the database in common. */
export function databaseLimits(config: LimitsConfig, db: Database, batches: Batches): Limits {
  const [shared, own] = [databaseStore(db, batches), memoryStore()];
  return createLimits(config, ({ perNode }) => (perNode ? own : shared));
}

/**
 * For nodes with Redis. While Redis is away or stuck each node counts for itself, which is laxer but never lets all pass.
 */
export function redisLimits(config: LimitsConfig, redis: Redis): Limits {
  const { log } = config;
  const [shared, own] = [redisStore(redis), memoryStore()];
  const guard = createRedisGuard({
    onAway: (error) => log.error({ err: error }, 'Redis is away: this node counts rate limits for itself'),
    onReturn: () => log.info('Redis is back: rate limits are shared again'),
  });
  const store: LimitStore = {
    take: (takes) =>
      guard(
        () => shared.take(takes),
        () => own.take(takes),
      ),
    forget: (key) =>
      guard(
        () => shared.forget(key),
        () => own.forget(key),
      ),
  };
  return createLimits(config, () => store);
}

/** What stands for no limit: all that an integer of PostgreSQL holds. */
const ANY_NUMBER = 2_147_483_647;
const SLICES = 100;

/** Limits by the rules above, counted wherever the store of a rule is. */
export function createLimits(config: LimitsConfig, storeFor: (rule: Rule) => LimitStore): Limits {
  const { clock, log, limits } = config;
  const ruleOf = (name: LimitName): Rule => rules[name];
  const mostOf = (name: LimitName) => {
    const { setting, most } = ruleOf(name);
    return most ?? (setting === undefined ? ANY_NUMBER : limits[setting]);
  };
  const widthOf = (name: LimitName) => ruleOf(name).within / (ruleOf(name).slices ?? SLICES);
  const windowOf = (name: LimitName) => {
    const now = clock.now().getTime();
    const width = widthOf(name);
    const first = Math.floor((now - ruleOf(name).within) / width) + 1;
    return { first, slice: Math.floor(now / width) };
  };
  const plan = (name: LimitName, key: string, points: number, most: number): Take => ({
    ...windowOf(name),
    key: hideKey(config, name, key),
    points,
    most,
    livesFor: ruleOf(name).within + widthOf(name),
  });
  async function take(name: LimitName, key: string, points: number, most = mostOf(name)) {
    const [answer = { taken: false, log: [] }] = await storeFor(ruleOf(name)).take([
      plan(name, key, points, most),
    ]);
    return answer;
  }
  const momentOf = (name: LimitName, slice: number) => slice * widthOf(name);

  /** When there is room again, in milliseconds from now. */
  function waitFor(name: LimitName, hits: HitLog, points: number): number {
    const { within } = ruleOf(name);
    let sum = sumOf(hits);
    for (let at = 0; at < hits.length; at += 2) {
      sum -= hits[at + 1] ?? 0;
      if (sum + points <= mostOf(name)) return momentOf(name, hits[at] ?? 0) + within - clock.now().getTime();
    }
    return within;
  }
  const refuse = (name: LimitName, hits: HitLog, points: number) =>
    fail('request.too_many', { retryAfter: Math.max(1, Math.ceil(waitFor(name, hits, points) / SECOND)) });

  const soon = createWriteBehindCounter<LimitName>({
    windowOf,
    plan: (name, key, points) => plan(name, key, points, ANY_NUMBER),
    share: (name, takes) => storeFor(ruleOf(name)).take(takes),
    onError: (error) => log.warn({ err: error }, 'what was counted here could not be shared yet'),
  });

  return {
    async hit(name, key, points = 1) {
      const { taken, log: hits } = await take(name, key, points);
      if (!taken) refuse(name, hits, points);
    },
    async tryHit(name, key) {
      return (await take(name, key, 1)).taken;
    },
    hitLocally(name, key) {
      const hits = soon.add(name, key, mostOf(name));
      if (hits) refuse(name, hits, 1);
    },
    async count(name, key) {
      return sumOf((await take(name, key, 0)).log);
    },
    async check(name, key) {
      return Math.max(0, mostOf(name) - sumOf((await take(name, key, 0)).log));
    },
    async waited(name, key) {
      const { log: hits } = await take(name, key, 1);
      return Math.max(0, clock.now().getTime() - momentOf(name, hits[0] ?? Infinity));
    },
    async forgive(name, key, points = 1) {
      await take(name, key, -points);
    },
    reset: (name, key) => storeFor(ruleOf(name)).forget(hideKey(config, name, key)),
    stop: () => soon.stop(),
  };
}

/** No store must learn anybody's e-mail or network address. */
function hideKey({ secretKey }: LimitsConfig, name: LimitName, key: string): Buffer {
  const rule: Rule = rules[name];
  const counted = rule.byAddress ? networkOf(key) : key;
  return createHmac('sha256', secretKey).update(`${name}:${counted}`).digest();
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

const MOST_KEYS = 100_000;

/** How often each key has come in the window that it began, and when that was. */
export type RateWindows = Map<string, { count: number; since: number }>;

/**
 * Counts in memory and without waiting: it stands before every request and event. What a node lets through is felt by
 * that node alone, so nodes need not share the count. A window begins with the first that comes; where there are too many
 * keys, those whose window began first make room. A connection hands in windows of its own. What costs more weighs more.
 */
export function createLocalRateLimiter(
  most: number,
  windowMs: number,
  mostKeys = MOST_KEYS,
): (key: string, now: number, options?: { windows?: RateWindows; weight?: number | undefined }) => void {
  const shared: RateWindows = new Map();
  return (key, now, { windows = shared, weight = 1 } = {}) => {
    const seen = windows.get(key);
    if (seen && isWithin(now, seen.since, windowMs)) {
      seen.count += weight;
      if (seen.count > most)
        fail('request.too_many', {
          retryAfter: Math.max(1, Math.ceil((seen.since + windowMs - now) / SECOND)),
        });
      return;
    }
    windows.delete(key);
    for (const oldest of windows.keys().take(Math.max(0, windows.size + 1 - mostKeys)))
      windows.delete(oldest);
    windows.set(key, { count: weight, since: now });
  };
}
