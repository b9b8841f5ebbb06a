import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Batch, Batches } from '../database/batches.ts';

/**
 * What was counted of one key: moments and how often, in turn, the newest first. What comes within the same twentieth of a
 * window shares one entry and counts from its last, so that a log stays short and no window has more than is allowed.
 */
export type HitLog = number[];
const ENTRIES = 20;

export interface Take {
  now: number;
  /** The length of the window in milliseconds. */
  within: number;
  /** How many; fewer than none takes back the newest. */
  points: number;
  /** Nothing is counted where it would become more than this. */
  most: number;
}

/** Counts, each key in one step. A key is a hash of 32 bytes, from which what is counted cannot be read. */
export type LimitStore = (key: Buffer, take: Take) => Promise<Taken>;

interface Taken {
  /** Whether it was counted, or anything was taken back. */
  taken: boolean;
  log: HitLog;
}

/** Changes a log in memory. `take-limit.sql` and the script for Redis do the same. */
export function takeFrom(log: HitLog, { now, within, points, most }: Take): boolean {
  // What lies far ahead was counted before the clock was set back.
  while ((log[0] ?? now) - now >= within) log.splice(0, 2);
  while (now - (log.at(-2) ?? now) >= within) log.length -= 2;
  let back = -points;
  while (back > 0 && log.length > 0) {
    const [moment = 0, count = 0] = log.splice(0, 2);
    if (count > back) log.unshift(moment, count - back);
    back -= Math.min(back, count);
  }
  const taken = points < 0 ? back < -points : sumOf(log) + points <= most;
  if (points <= 0 || !taken) return taken;
  const [newest = -1] = log;
  // None is earlier than the one before it, whatever the clock says.
  const moment = Math.max(now, newest);
  const slice = within / ENTRIES;
  if (Math.floor(newest / slice) !== Math.floor(moment / slice)) log.unshift(moment, 0);
  log[0] = moment;
  log[1] = points + (log[1] ?? 0);
  return true;
}

export function sumOf(log: HitLog): number {
  let sum = 0;
  for (let at = 1; at < log.length; at += 2) sum += log[at] as number;
  return sum;
}

/** For one node. Where there are too many keys, those go that were not touched for longest. */
export function memoryStore(max = 50_000): LimitStore {
  const logs = new LRUCache<string, HitLog>({ max });
  return async (key, take) => {
    const name = key.toString('base64');
    const log = [...(logs.get(name) ?? [])];
    const taken = takeFrom(log, take);
    logs.set(name, log);
    return { taken, log: [...log] };
  };
}

const taking: Batch<Take & { key: Buffer }, Taken> = {
  async run(db, takes) {
    const list = <Name extends keyof (typeof takes)[0]>(name: Name) => takes.map((take) => take[name]);
    // In the order of their keys, so that no two statements wait for each other.
    const { rows } = await sql<{ n: number; answer: string[] }>`
      select t.n, take_limit(t.key, t.at, t.length, t.length / ${sql.lit(ENTRIES)}, t.points, t.most) as answer
      from (select * from unnest(${list('key')}::bytea[], ${list('now')}::bigint[], ${list('within')}::bigint[],
        ${list('points')}::int[], ${list('most')}::int[])
        with ordinality as u (key, at, length, points, most, n) order by key, n) as t`.execute(db);
    return rows.toSorted((one, other) => one.n - other.n).map(({ answer }) => toTaken(answer));
  },
};

const toTaken = ([taken, ...log]: readonly unknown[]): Taken => ({
  taken: Number(taken) > 0,
  log: log.map(Number),
});

/** For any number of nodes on one database. */
export function databaseStore(batches: Batches): LimitStore {
  return (key, take) => batches.add(taking, { key, ...take });
}

const TAKE = `
  local now, within, points, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local known, slice = cjson.decode(redis.call('get', KEYS[1]) or '[]'), within / ${ENTRIES}
  local log, total, back = {}, 0, math.max(0, -points)
  for at = 1, #known, 2 do
    local rest = math.abs(now - known[at]) < within and known[at + 1] or 0
    local gone = math.min(back, rest)
    back, rest, total = back - gone, rest - gone, total + rest - gone
    if rest > 0 then log[#log + 1], log[#log + 2] = known[at], rest end
  end
  local taken = (points < 0 and back + points < 0) or (points >= 0 and total + points <= most)
  if points > 0 and taken then
    now = math.max(now, log[1] or 0)
    if math.floor((log[1] or -slice) / slice) ~= math.floor(now / slice) then log = { now, 0, unpack(log) } end
    log[1], log[2] = now, log[2] + points
  end
  if #log > 0 then redis.call('set', KEYS[1], cjson.encode(log), 'PX', within) else redis.call('del', KEYS[1]) end
  return { taken and 1 or 0, unpack(log) }`;

/** For many nodes. Rejects while Redis is away. */
export function redisStore(redis: Redis): LimitStore {
  return async (key, { now, within, points, most }) => {
    if (redis.status !== 'ready') throw new Error('Redis is not ready');
    const name = `serenata:limit:${key.toString('base64url')}`;
    return toTaken((await redis.eval(TAKE, 1, name, now, within, points, most)) as number[]);
  };
}
