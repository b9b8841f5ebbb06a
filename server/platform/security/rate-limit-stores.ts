import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import { SECOND } from '../clock.ts';
import type { Batch, Batches } from '../database/batches.ts';
import type { Database } from '../database/database.ts';

/**
 * What was counted of one key: moments and how often, one after the other. A moment is the number of a slice of time,
 * a hundredth of the window, so a log stays short however often something is tried. Whatever is older than the window
 * does not count, wherever that begins: no burst fits in twice around the turn of an hour.
 */
export type HitLog = readonly number[];

export interface Take {
  /** A hash of 32 bytes, from which nobody can read what is counted. */
  key: Buffer;
  /**
   * The first slice that still counts, and the one that is now. What lies further ahead than the window is long was counted
   * before the clock was set back, and counts no more.
   */
  first: number;
  slice: number;
  /** How many; fewer than none takes some back. */
  points: number;
  /** Nothing is counted where it would become more than this. */
  most: number;
  /** When nothing of it counts any more, in milliseconds from now. */
  livesFor: number;
}

interface Taken {
  taken: boolean;
  log: HitLog;
}

/** Counts, each key at one stroke. */
export interface LimitStore {
  take(takes: readonly Take[]): Promise<readonly Taken[]>;
  /** Whether there was anything to forget. */
  forget(key: Buffer): Promise<boolean>;
}

export function sumOf(log: HitLog): number {
  let sum = 0;
  for (let at = 1; at < log.length; at += 2) sum += log[at] ?? 0;
  return Math.max(0, sum);
}

function counts(moment: number, first: number, slice: number): boolean {
  return moment >= first && moment <= 2 * slice - first;
}

/** Of a log in memory. The stores outside do the same in their own words. */
function takeFrom(log: HitLog, { first, slice, points, most }: Omit<Take, 'key' | 'livesFor'>): Taken {
  const kept: number[] = [];
  for (let at = 0; at < log.length; at += 2) {
    const moment = log[at] ?? 0;
    if (counts(moment, first, slice)) kept.push(moment, log[at + 1] ?? 0);
  }
  if (sumOf(kept) + points > most) return { taken: false, log: kept };
  if (points !== 0) {
    if (kept.at(-2) === slice) kept[kept.length - 1] = (kept.at(-1) ?? 0) + points;
    else kept.push(slice, points);
  }
  return { taken: true, log: kept };
}

const MOST_KEYS = 100_000;

/** For one node. Where there are too many keys, those go that were not touched for longest. */
export function memoryStore(mostKeys = MOST_KEYS): LimitStore {
  const logs = new Map<string, HitLog>();
  return {
    async take(takes) {
      return takes.map((take) => {
        const key = take.key.toString('base64');
        const result = takeFrom(logs.get(key) ?? [], take);
        logs.delete(key);
        if (result.log.length > 0) logs.set(key, result.log);
        for (const oldest of logs.keys().take(Math.max(0, logs.size - mostKeys))) logs.delete(oldest);
        return result;
      });
    },
    async forget(key) {
      return logs.delete(key.toString('base64'));
    },
  };
}

const taking: Batch<Take, Taken> = {
  async run(db, takes) {
    const list = <T>(read: (take: Take) => T) => takes.map(read);
    // In the order of their keys, so that nobody waits for each other in a circle.
    const { rows } = await sql<{ n: number; answer: string[] }>`
      select t.n, take_limit(t.key, t.first, t.slice, t.points, t.most, t.lives_for) as answer
      from (select * from unnest(${list(({ key }) => key)}::bytea[], ${list(({ first }) => first)}::bigint[],
        ${list(({ slice }) => slice)}::bigint[], ${list(({ points }) => points)}::int[],
        ${list(({ most }) => most)}::int[], ${list(({ livesFor }) => Math.ceil(livesFor))}::bigint[])
        with ordinality as u (key, first, slice, points, most, lives_for, n) order by key, n) as t`.execute(
      db,
    );
    const byNumber = new Map(rows.map(({ n, answer }) => [n, readAnswer(answer)]));
    return takes.map((_, index) => byNumber.get(index + 1) ?? { taken: false, log: [] });
  },
};

/** For any number of nodes on one database. */
export function databaseStore(db: Database, batches: Batches): LimitStore {
  return {
    async take(takes) {
      const [one, ...others] = takes;
      return one && others.length === 0 ? [await batches.add(taking, one)] : taking.run(db, takes);
    },
    async forget(key) {
      const { numAffectedRows = 0n } = await sql`delete from rate_limit where key = ${key}`.execute(db);
      return numAffectedRows > 0n;
    },
  };
}

const TAKE = `
  local log = cjson.decode(redis.call('get', KEYS[1]) or '[]')
  local first, slice, points, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
  local kept, sum, taken = {}, 0, 0
  for at = 1, #log, 2 do
    if log[at] >= first and log[at] <= 2 * slice - first then
      kept[#kept + 1] = log[at]
      kept[#kept + 1] = log[at + 1]
      sum = sum + log[at + 1]
    end
  end
  if math.max(sum, 0) + points <= most then
    taken = 1
    if points ~= 0 then
      if kept[#kept - 1] == slice then
        kept[#kept] = kept[#kept] + points
      else
        kept[#kept + 1] = slice
        kept[#kept + 1] = points
      end
    end
  end
  if #kept > 0 then redis.call('set', KEYS[1], cjson.encode(kept), 'PX', ARGV[5]) end
  table.insert(kept, 1, taken)
  return kept`;

/** For many nodes. Rejects while Redis is away. */
export function redisStore(redis: Redis): LimitStore {
  const nameOf = (key: Buffer) => `serenata:limit:${key.toString('base64url')}`;
  return {
    async take(takes) {
      if (redis.status !== 'ready') throw new Error('Redis is not ready');
      return Promise.all(
        takes.map(async ({ key, first, slice, points, most, livesFor }) => {
          const given = [first, slice, points, most, Math.ceil(livesFor)];
          return readAnswer((await redis.eval(TAKE, 1, nameOf(key), ...given)) as number[]);
        }),
      );
    },
    async forget(key) {
      if (redis.status !== 'ready') throw new Error('Redis is not ready');
      return (await redis.del(nameOf(key))) > 0;
    },
  };
}

function readAnswer([taken, ...log]: readonly (number | string)[]): Taken {
  return { taken: Number(taken) === 1, log: log.map(Number) };
}

const SHARE_EVERY = 3 * SECOND;
const MOST_PENDING_KEYS = 100_000;

interface Kept<Name> {
  name: Name;
  key: string;
  /** What all nodes had counted when this one last asked. */
  log: HitLog;
  /** What this node has counted since. */
  pending: number;
}

interface Options<Name> {
  /** The first slice of time that counts, and the one that is now. */
  windowOf(name: Name): { first: number; slice: number };
  plan(name: Name, key: string, points: number): Take;
  share(name: Name, takes: readonly Take[]): Promise<readonly Taken[]>;
  onError(error: unknown): void;
}

interface WriteBehindCounter<Name> {
  /** Counts one, unless there were as many: then it answers with those. */
  add(name: Name, key: string, most: number): HitLog | undefined;
  stop(): Promise<void>;
}

/**
 * Counts in memory and writes to the store in batches, which answers with what other nodes have counted. So whatever is
 * counted costs nobody a question, and all nodes know of it within seconds. A node that starts, or has forgotten a key
 * to make room, knows of it again with the next bundle.
 */
export function createWriteBehindCounter<Name extends string>(
  options: Options<Name>,
): WriteBehindCounter<Name> {
  const kept = new Map<string, Kept<Name>>();
  let timer: NodeJS.Timeout | undefined;
  let sharing: Promise<void> = Promise.resolve();

  function find(name: Name, key: string): Kept<Name> {
    const id = `${name} ${key}`;
    const entry = kept.get(id) ?? { name, key, log: [], pending: 0 };
    kept.delete(id);
    kept.set(id, entry);
    if (kept.size > MOST_PENDING_KEYS) dropOldest();
    return entry;
  }

  /** One that the store knows as well. */
  function dropOldest(): void {
    for (const [id, { pending }] of kept) {
      if (pending > 0) continue;
      kept.delete(id);
      return;
    }
  }

  async function share(): Promise<void> {
    const entries = [...kept.values()].filter(({ pending }) => pending > 0);
    for (const name of new Set(entries.map((entry) => entry.name))) {
      const some = entries.filter((entry) => entry.name === name);
      const told = some.map(({ pending }) => pending);
      const answers = await options.share(
        name,
        some.map(({ key, pending }) => options.plan(name, key, pending)),
      );
      for (const [index, entry] of some.entries()) {
        entry.log = answers[index]?.log ?? entry.log;
        entry.pending -= told[index] ?? 0;
      }
    }
  }

  function shareLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      sharing = share().catch((error: unknown) => {
        options.onError(error);
        shareLater();
      });
    }, SHARE_EVERY).unref();
  }

  return {
    add(name, key, most) {
      const entry = find(name, key);
      const { first, slice } = options.windowOf(name);
      const hits = [...countedOf(entry.log, first, slice), slice, entry.pending];
      if (sumOf(hits) >= most) return hits;
      entry.pending += 1;
      shareLater();
      return undefined;
    },
    async stop() {
      clearTimeout(timer);
      await sharing;
      await share().catch(options.onError);
    },
  };
}

function countedOf(log: HitLog, first: number, slice: number): HitLog {
  return log.filter((_, at) => counts(log[at - (at % 2)] ?? 0, first, slice));
}
