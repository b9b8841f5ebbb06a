import type { Redis } from 'ioredis';

/** Who is connected, on any node. */
export interface Presence {
  came(brandId: string, accountId: string, socketId: string): void;
  left(brandId: string, accountId: string, socketId: string): void;
  online(brandId: string, accountIds: readonly string[]): Promise<Set<string>>;
  close(): void;
}

export function memoryPresence(): Presence {
  const sockets = new Map<string, Set<string>>();
  const keyOf = (brandId: string, accountId: string) => `${brandId}:${accountId}`;
  return {
    came(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = sockets.get(key);
      if (open) open.add(socketId);
      else sockets.set(key, new Set([socketId]));
    },
    left(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = sockets.get(key);
      open?.delete(socketId);
      if (open?.size === 0) sockets.delete(key);
    },
    online: async (brandId, accountIds) => new Set(accountIds.filter((id) => sockets.has(keyOf(brandId, id)))),
    close() {},
  };
}

const LIVES_SECONDS = 60;
const REFRESH_MS = 20_000;

/**
 * Presence in Redis: a sorted set for each account, one member a connection, scored by when it runs out. A node
 * renews its own, so what a dead node held is gone within a minute.
 */
export function redisPresence(redis: Redis, onError: (error: unknown) => void): Presence {
  const own = new Map<string, Set<string>>();
  const keyOf = (brandId: string, accountId: string) => `presence:${brandId}:${accountId}`;
  const expiry = () => Date.now() + LIVES_SECONDS * 1_000;

  function write(key: string, socketIds: Iterable<string>): void {
    const pipeline = redis.pipeline();
    for (const id of socketIds) pipeline.zadd(key, expiry(), id);
    pipeline.zremrangebyscore(key, 0, Date.now()).expire(key, LIVES_SECONDS * 2).exec().catch(onError);
  }

  const timer = setInterval(() => {
    for (const [key, ids] of own) write(key, ids);
  }, REFRESH_MS);
  timer.unref();

  return {
    came(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = own.get(key) ?? new Set();
      own.set(key, open.add(socketId));
      write(key, [socketId]);
    },
    left(brandId, accountId, socketId) {
      const key = keyOf(brandId, accountId);
      const open = own.get(key);
      open?.delete(socketId);
      if (open?.size === 0) own.delete(key);
      redis.zrem(key, socketId).catch(onError);
    },
    async online(brandId, accountIds) {
      if (accountIds.length === 0) return new Set();
      const pipeline = redis.pipeline();
      for (const id of accountIds) pipeline.zcount(keyOf(brandId, id), Date.now(), '+inf');
      const counts = (await pipeline.exec()) ?? [];
      return new Set(accountIds.filter((_, index) => Number(counts[index]?.[1] ?? 0) > 0));
    },
    close: () => clearInterval(timer),
  };
}
