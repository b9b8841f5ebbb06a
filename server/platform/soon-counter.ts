import { SECOND } from './clock.ts';
import { sumOf } from './security/limit-stores.ts';
import type { HitLog, Take, Taken } from './security/limit-stores.ts';

const SHARE_EVERY = 3 * SECOND;
const MOST_KEYS = 100_000;

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
  share(name: Name, takes: readonly Take[]): Promise<Taken[]>;
  onError(error: unknown): void;
}

export interface SoonCounter<Name> {
  /** Counts one, unless there were as many: then it answers with those. */
  add(name: Name, key: string, most: number): HitLog | undefined;
  stop(): Promise<void>;
}

/**
 * Counts in memory and tells the store in bundles, which answers with what other nodes have counted. So whatever is
 * counted costs nobody a question, and all nodes know of it within seconds. A node that starts, or has forgotten a key
 * to make room, knows of it again with the next bundle.
 */
export function createSoonCounter<Name extends string>(options: Options<Name>): SoonCounter<Name> {
  const kept = new Map<string, Kept<Name>>();
  let timer: NodeJS.Timeout | undefined;
  let sharing: Promise<void> = Promise.resolve();

  function find(name: Name, key: string): Kept<Name> {
    const id = `${name} ${key}`;
    const entry = kept.get(id) ?? { name, key, log: [], pending: 0 };
    kept.delete(id);
    kept.set(id, entry);
    if (kept.size > MOST_KEYS) dropOldest();
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
      const hits = [...sinceSlice(entry.log, first), slice, entry.pending];
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

function sinceSlice(log: HitLog, first: number): HitLog {
  return log.filter((_, at) => (log[at - (at % 2)] ?? 0) >= first);
}
