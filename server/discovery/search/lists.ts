/** The lists of people that a node holds in memory. */

import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { Failure } from '#contract/kernel/errors.ts';
import { SECOND } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createFairQueue } from '#server/platform/fair-queue.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import type { Refresher } from '#server/platform/refresher.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { bytesOfColumns, fillColumns, makeColumns } from './columns.ts';
import { readChunk, readNewest, readVersion } from './lists.sql.ts';
import type { ListName } from './lists.sql.ts';
import { createVerdicts } from './verdicts.ts';
import type { KnownVerdicts } from './verdicts.ts';
import { centresOf, emptyAnswers, indexPlaces, roomForAnswers } from './views.ts';
import type { PeopleList } from './views.ts';

/** How long a version counts as the newest without a look, if no notification names another. */
const BELIEVED_FOR = 10 * SECOND;
const VIEWERS_KEPT = 10_000;
/** How much a list takes is known once its head is read; until then it counts as one byte, for which there is room. */
const MOST_LOADING = 1_000;

/**
 * The lists that this node needs, in memory. The ordinary way, an index by activity and `offset`, costs the database twice
 * as much for the first page and fifteen times for the 580th (decisions 21 and 61). Which version is the newest is cached only while notifications of new
 * versions arrive: the cache starts paused, and is paused while the connection that carries them is lost.
 */
export interface SearchLists {
  /** Who searched lately, as they were then, by account. It is only believed: every search asks again. */
  viewers: LRUCache<string, Viewer>;
  /** Whom members have decided on, and who likes them. */
  verdicts: KnownVerdicts;
  /** The version that is asked for, or the newest where that is gone. Undefined where there is none yet. */
  find(name: ListName, version?: number): Promise<PeopleList | undefined>;
  /** There is a new version of this list. */
  invalidate(name: ListName): void;
  /** Notifications of new versions stop arriving. */
  pause(): void;
  /** Notifications of new versions arrive from now on. */
  resume(): void;
  stop(): Promise<void>;
}

interface Options {
  db: Database;
  clock: Clock;
  log: Logger;
  /** How much to keep at most. One list is kept even if it is larger. */
  mostBytes: number;
}

interface Newest {
  version: number;
  readAt: number;
}

export function createSearchLists({ db, clock, log, mostBytes }: Options): SearchLists {
  const newest = new Map<string, Newest>();
  const refreshers = new Map<string, Refresher>();
  const kept = new LRUCache<string, Promise<PeopleList | undefined>>({ maxSize: mostBytes + MOST_LOADING });
  let paused = true;
  let changes = 0;
  // Requests for one old version after the other do not delay the newest.
  const enqueueOld = createFairQueue({
    concurrency: 2,
    concurrencyPerOwner: 1,
    maxWaiting: 10,
    maxWaitingPerOwner: 10,
  });

  function makeRoom(key: string, bytes: number): void {
    const list = kept.get(key);
    if (!list) return;
    // A value that stays the same keeps its size.
    kept.delete(key);
    kept.set(key, list, { size: Math.min(bytes, mostBytes) });
  }

  async function read(key: string, name: ListName, version: number): Promise<PeopleList | undefined> {
    const head = await readVersion(db, name, version);
    if (!head) return undefined;
    makeRoom(key, bytesOfColumns(head.total) + roomForAnswers(head.total));
    const columns = makeColumns(head.total);
    let filled = 0;
    // One at a time: in between, others are answered.
    for (let number = 0; filled < head.total; number += 1) {
      const chunk = await readChunk(db, name, version, number);
      // It was thrown away in between.
      if (!chunk) return undefined;
      filled = fillColumns(columns, filled, chunk);
    }
    return {
      ...columns,
      version,
      regions: indexPlaces(head.places),
      centres: centresOf(head.places),
      ...emptyAnswers(head.total),
    };
  }

  function load(name: ListName, version: number): Promise<PeopleList | undefined> {
    const key = `${keyOf(name)} ${version}`;
    const known = kept.get(key);
    if (known) return known;
    const list = read(key, name, version);
    kept.set(key, list, { size: 1 });
    const forget = () => {
      if (kept.peek(key) === list) kept.delete(key);
    };
    list.then((found) => found ?? forget(), forget);
    return list;
  }

  async function loadOld(name: ListName, version: number): Promise<PeopleList | undefined> {
    const known = kept.get(`${keyOf(name)} ${version}`);
    if (known || newest.get(keyOf(name))?.version === version) return load(name, version);
    try {
      return await enqueueOld(keyOf(name), () => load(name, version));
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }

  async function readNewestVersion(name: ListName): Promise<number | undefined> {
    const readAt = clock.now().getTime();
    const changesBefore = changes;
    const version = (await readNewest(db, name))?.version;
    // One that was made while this was on its way may be newer.
    if (version !== undefined && !paused && changes === changesBefore)
      newest.set(keyOf(name), { version, readAt });
    return version;
  }

  /** Until the newest one is here, the one before it answers. */
  async function refresh(name: ListName): Promise<void> {
    const readAt = clock.now().getTime();
    const version = (await readNewest(db, name))?.version;
    if (version === undefined) return;
    await load(name, version);
    if (!paused) newest.set(keyOf(name), { version, readAt });
  }

  function refreshSoon(name: ListName): void {
    const key = keyOf(name);
    const onError = (error: unknown) => log.warn({ err: error }, 'could not read a list of people again');
    const refresher = refreshers.get(key) ?? createRefresher(() => refresh(name), onError);
    refreshers.set(key, refresher);
    refresher.request();
  }

  function newestVersion(name: ListName): number | undefined | Promise<number | undefined> {
    const known = newest.get(keyOf(name));
    if (!known) return readNewestVersion(name);
    const age = clock.now().getTime() - known.readAt;
    if (age < 0 || age >= BELIEVED_FOR) refreshSoon(name);
    return known.version;
  }

  function forgetNewest(): void {
    changes += 1;
    newest.clear();
  }

  return {
    viewers: new LRUCache({ max: VIEWERS_KEPT }),
    verdicts: createVerdicts(),
    async find(name, version) {
      const asked = version === undefined ? undefined : await loadOld(name, version);
      if (asked) return asked;
      const last = await newestVersion(name);
      return last === undefined ? undefined : load(name, last);
    },
    invalidate(name) {
      changes += 1;
      if (newest.has(keyOf(name))) refreshSoon(name);
    },
    pause() {
      paused = true;
      forgetNewest();
    },
    resume() {
      paused = false;
      forgetNewest();
    },
    async stop() {
      await Promise.all([...refreshers.values()].map((refresher) => refresher.stop()));
    },
  };
}

function keyOf({ brandId, gender }: ListName): string {
  return `${brandId} ${gender}`;
}

export function isSameViewer(one: Viewer, other: Viewer): boolean {
  return isDeepStrictEqual({ ...one, flow: one.flow?.id }, { ...other, flow: other.flow?.id });
}
