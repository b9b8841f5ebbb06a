import { once } from 'node:events';
import type { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from 'ioredis';
import { backoff } from './backoff.ts';
import { StartupFault } from './config/startup-fault.ts';
import type { Logger } from './telemetry/log.ts';

const RECONNECT = { base: 200, cap: 5_000 };

/** Connects, and comes back by itself whenever the connection breaks later. */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  // Loaded where it is used: most installations are one node and never are.
  const { Redis: Connection } = await import('ioredis');
  const redis = new Connection(url, {
    lazyConnect: true,
    connectTimeout: 10_000,
    commandTimeout: 5_000,
    retryStrategy: (times) => backoff(RECONNECT, times),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'redis'));
  try {
    await redis.connect();
    await redis.ping();
    return redis;
  } catch {
    redis.disconnect();
    throw new StartupFault(
      `REDIS_URL: nothing useful answers at ${URL.parse(url)?.host ?? 'that address'}; is Redis running there?`,
    );
  }
}

/** How long one read waits for new entries. */
const WAIT_MS = 5_000;
/** Without any answer for this long the connection counts as broken. */
const SILENCE_MS = 20_000;

export interface FanOut {
  adapter: ReturnType<typeof createAdapter>;
  /**
   * Calls back when events may have been lost: those for this node's browsers, because it could not read for a while,
   * or those for the browsers of all nodes, because Redis did not take what it published.
   */
  onLoss(handler: (whose: 'own' | 'all') => void): void;
  /** Only after the adapter was closed, which would read on without pause otherwise. */
  close(): void;
}

/** Joins the sockets of all nodes through Redis. */
export async function openFanOut(redis: Redis, onError: (error: unknown) => void): Promise<FanOut> {
  // While Redis is away an event goes to this node's own browsers at once: nothing waits in a queue.
  const publisher = redis.duplicate({ enableOfflineQueue: false });
  publisher.on('error', onError);
  let noteLoss: (whose: 'own' | 'all') => void = () => {};
  let isLost = false;
  const taken = () => {
    if (!isLost) return;
    isLost = false;
    noteLoss('all');
  };
  const refused = (error: unknown) => {
    isLost = true;
    onError(error);
  };
  // The adapter waits for these before it turns to this node's own browsers, who would hear nothing while Redis is stuck.
  const send = async (command: string, given: readonly (string | number | Buffer)[]) =>
    publisher.call(command, ...given).then(taken, refused);
  Object.assign(publisher, {
    async xadd(entry: readonly (string | number)[]) {
      void send('xadd', entry);
      return '';
    },
    async publish(channel: string, message: Buffer) {
      void send('publish', [channel, message]);
      return 0;
    },
  });
  // The adapter takes its reading connections from here. They wait for Redis however long it is away, and a limit on
  // the time of a command would drop the entries that arrive just then.
  const patient = { commandTimeout: undefined, maxRetriesPerRequest: null, socketTimeout: SILENCE_MS };
  const readers: Redis[] = [];
  publisher.duplicate = () => {
    const reader = redis.duplicate(patient);
    keepPlace(reader);
    readers.push(reader);
    return reader;
  };
  await publisher.connect();
  const { createAdapter: adapt } = await import('@socket.io/redis-streams-adapter');
  const adapter = adapt(publisher, { blockTimeInMs: WAIT_MS });
  await Promise.all(readers.map((reader) => once(reader, 'ready')));
  publisher.on('ready', taken);
  for (const reader of readers) reader.on('ready', () => noteLoss('own'));
  return {
    adapter,
    onLoss(handler) {
      noteLoss = handler;
    },
    close() {
      for (const connection of [publisher, ...readers]) connection.disconnect();
    },
  };
}

type Entries = [name: string, entries: [id: string, fields: string[]][]][];

/**
 * Has it read a stream on from where it was. The adapter would wait for higher numbers than the last that it has read, and a
 * Redis that takes the place of another, with nothing in it and a clock that is behind, begins with lower ones.
 */
function keepPlace(reader: Redis): void {
  let place: string | undefined;
  let connections = 0;
  let placedIn = -1;
  reader.on('ready', () => {
    connections += 1;
  });
  async function findPlace(name: string): Promise<string> {
    const [newest] = await reader.xrevrange(name, '+', '-', 'COUNT', 1);
    const last = newest?.[0] ?? FIRST;
    return place !== undefined && isBefore(last, place) ? FIRST : (place ?? last);
  }
  Object.assign(reader, {
    async xread(...given: readonly (string | number)[]) {
      const name = String(given.at(-2));
      if (placedIn < connections) {
        const connection = connections;
        place = await findPlace(name);
        placedIn = connection;
      }
      const found = (await reader.call('xread', ...given.slice(0, -1), place ?? FIRST)) as Entries | null;
      place = found?.[0]?.[1].at(-1)?.[0] ?? place;
      return found;
    },
  });
}

/** Comes before every entry of a stream. */
const FIRST = '0-0';

/** Numbers of entries are a time and a count within it. */
function isBefore(one: string, other: string): boolean {
  const [time, count] = one.split('-').map(Number) as [number, number];
  const [otherTime, otherCount] = other.split('-').map(Number) as [number, number];
  return time === otherTime ? count < otherCount : time < otherTime;
}
