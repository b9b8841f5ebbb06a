import type { Redis } from 'ioredis';
import { createRedisGuard } from '../redis-guard.ts';

type LeftHandler = (brandId: string, accountId: string) => void;

/** Who is connected, on any node. */
export interface Presence {
  /** Answers with every connection of the account, oldest first. */
  came(brandId: string, accountId: string, socketId: string): Promise<readonly string[]>;
  left(brandId: string, accountId: string, socketId: string): void;
  online(brandId: string, accountIds: readonly string[]): Promise<Set<string>>;
  /** Whether the account has a connection to this node. */
  isHere(brandId: string, accountId: string): boolean;
  /** Calls back when the last connection of an account to this node has closed. */
  onLeft(handler: LeftHandler): void;
  close(): void;
}

export function memoryPresence(): Presence {
  const sockets = new Map<string, Set<string>>();
  const keyOf = (brandId: string, accountId: string) => `${brandId}:${accountId}`;
  let noteLeft: LeftHandler = () => {};
  return {
    async came(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = sockets.get(key) ?? new Set();
      sockets.set(key, open.add(socketId));
      return [...open];
    },
    left(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = sockets.get(key);
      if (!open?.delete(socketId) || open.size > 0) return;
      sockets.delete(key);
      noteLeft(brandId, accountId);
    },
    online: async (brandId, accountIds) =>
      new Set(accountIds.filter((id) => sockets.has(keyOf(brandId, id)))),
    isHere: (brandId, accountId) => sockets.has(keyOf(brandId, accountId)),
    onLeft(handler) {
      noteLeft = handler;
    },
    close() {},
  };
}

const LIVES_SECONDS = 60;
const REFRESH_MS = 20_000;

/**
 * Presence in Redis, of which a node knows its own connections alone while Redis is away or stuck: a sorted set for each account, one member a connection, scored by when it runs out. A node
 * renews its own, so what a dead node held is gone within a minute. A member begins with the time it came.
 */
export function redisPresence(redis: Redis, onError: (error: unknown) => void): Presence {
  /** For each key this node's own connections, and their members in Redis. */
  const own = new Map<string, Map<string, string>>();
  const keyOf = (brandId: string, accountId: string) => `presence:${brandId}:${accountId}`;
  const expiry = () => Date.now() + LIVES_SECONDS * 1_000;

  function write(key: string, members: Iterable<string>) {
    const pipeline = redis.pipeline();
    for (const member of members) pipeline.zadd(key, expiry(), member);
    return pipeline.zremrangebyscore(key, 0, Date.now()).expire(key, LIVES_SECONDS * 2);
  }

  const guard = createRedisGuard({ onAway: onError });
  /** Rejects while Redis is away, which would keep a question until it is back. */
  async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
    if (redis.status !== 'ready') throw new Error('Redis is not ready');
    return ask();
  }

  async function readAll(key: string, member: string): Promise<readonly string[]> {
    const results = await write(key, [member]).zrange(key, '0', '-1').exec();
    return (results?.at(-1)?.[1] ?? []) as string[];
  }

  async function findOnline(brandId: string, accountIds: readonly string[]): Promise<Set<string>> {
    const pipeline = redis.pipeline();
    for (const id of accountIds) pipeline.zcount(keyOf(brandId, id), Date.now(), '+inf');
    const counts = (await pipeline.exec()) ?? [];
    return new Set(accountIds.filter((_, index) => Number(counts[index]?.[1] ?? 0) > 0));
  }

  function renew(): void {
    for (const [key, open] of own) write(key, open.values()).exec().catch(onError);
  }

  let noteLeft: LeftHandler = () => {};
  const timer = setInterval(renew, REFRESH_MS);
  timer.unref();
  // A Redis that comes back may have forgotten all connections.
  redis.on('ready', renew);

  return {
    async came(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const member = `${Date.now()} ${socketId}`;
      const open = own.get(key) ?? new Map<string, string>();
      own.set(key, open.set(socketId, member));
      const known = await guard(
        () => whenReady(() => readAll(key, member)),
        () => [],
      );
      const all = new Set([...known, ...open.values()]);
      const byAge = [...all].sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
      return byAge.map((each) => each.slice(each.indexOf(' ') + 1));
    },
    left(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = own.get(key);
      const member = open?.get(socketId);
      if (!open || member === undefined) return;
      open.delete(socketId);
      redis.zrem(key, member).catch(onError);
      if (open.size > 0) return;
      own.delete(key);
      noteLeft(brandId, accountId);
    },
    async online(brandId, accountIds) {
      if (accountIds.length === 0) return new Set();
      return guard(
        () => whenReady(() => findOnline(brandId, accountIds)),
        () => new Set(accountIds.filter((id) => own.has(keyOf(brandId, id)))),
      );
    },
    isHere: (brandId, accountId) => own.has(keyOf(brandId, accountId)),
    onLeft(handler) {
      noteLeft = handler;
    },
    close() {
      clearInterval(timer);
      redis.off('ready', renew);
    },
  };
}
