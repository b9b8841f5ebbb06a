/** When lists of people are built again: after changes, and every ten minutes. */

import { z } from 'zod';
import { ACTIVE_LATELY_DAYS, NEW_HERE_DAYS } from '#contract/kernel/constants.ts';
import type { App } from '#server/app.ts';
import { SECOND, DAY, HOUR } from '#server/platform/clock.ts';
import { transact } from '#server/platform/database/database.ts';
import { cronJob, handle, jobKind, schedule } from '#server/platform/jobs/jobs.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { createRefresher } from '#server/platform/refresher.ts';
import type { Refresher } from '#server/platform/refresher.ts';
import {
  readNewest,
  readStaleLists,
  dropVersions,
  lockList,
  isNewestReadable,
  takeChanges,
  notifyListBuilt,
  writeVersion,
} from './lists.sql.ts';
import type { ListName } from './lists.sql.ts';

/** What the triggers of the database send on a channel of this name: brand and gender. */
export const LIST_CHANGED = 'search_changed';

const genders = ['female', 'male'] as const;
const listName = z.object({ brandId: z.uuid(), gender: z.enum(genders) });
const listToBuild = listName.extend({ ifChanged: z.boolean().optional() });
const buildListJob = jobKind('discovery.buildList', listToBuild, { maxAttempts: 5 });

/** One after the other: building takes the database's time, of which others need the most. */
const LINE = 'search';
const LONGEST_BUILD_SECONDS = 300;
const PEOPLE_A_SECOND = 20_000;
/** By how much our clock may be behind the database's. */
const CLOCKS_DIFFER = SECOND / 4;

type Queue = Pick<App, 'db'>;

function queueBuild({ db }: Queue, list: ListName, ifChanged: boolean, runAt = new Date()): Promise<Date> {
  const key = `${list.brandId} ${list.gender} ${ifChanged ? 'if changed' : 'always'}`;
  return schedule(db, buildListJob, { ...list, ifChanged }, { key, keepTime: true, line: LINE, runAt });
}

async function queueAllLists(app: App): Promise<void> {
  for (const { id: brandId } of app.brands.all()) {
    for (const gender of genders) await queueBuild(app, { brandId, gender }, false);
  }
}

async function queueStaleLists(queue: Queue): Promise<void> {
  for (const list of await readStaleLists(queue.db)) await queueBuild(queue, list, true);
}

export const searchJobs: JobHandler[] = [
  handle(buildListJob, buildList, { timeoutSeconds: LONGEST_BUILD_SECONDS }),
  cronJob('discovery', queueAllLists, { match: '*/10 * * * *', maxAttempts: 2, backfillMinutes: 10 }),
  cronJob('discovery', queueStaleLists, { match: '* * * * *', maxAttempts: 1, backfillMinutes: 1 }),
];

/** Reads a notification on the channels of lists. Undefined where it says only that something may be missed. */
export function listFrom(payload: string): ListName | undefined {
  const [brandId, gender] = payload.split(' ', 2);
  return listName.safeParse({ brandId, gender }).data;
}

/**
 * Queues builds of lists whose people changed: the first change is built at once, then there is a pause that
 * grows with the list, and what comes meanwhile is built at its end.
 */
export function scheduleBuilds(app: Pick<App, 'db' | 'log'>): {
  handleChange(payload: string): void;
  stop(): Promise<void>;
} {
  const builds = new Map<string, Refresher>();
  const onError = (error: unknown) => app.log.warn({ err: error }, 'could not queue a list of people');

  function refresherFor(list: ListName): Refresher {
    let due = 0;
    return createRefresher(async () => {
      const now = Date.now();
      // What is still to begin will see this change too.
      if (due > now + CLOCKS_DIFFER) return;
      const { total = 0 } = (await readNewest(app.db, list)) ?? {};
      const soonest = due + Math.max(1, total / PEOPLE_A_SECOND) * SECOND;
      due = (await queueBuild(app, list, true, new Date(Math.max(now, soonest)))).getTime();
    }, onError);
  }

  return {
    handleChange(payload) {
      const list = listFrom(payload);
      const key = list ? payload : '';
      const refresher =
        builds.get(key) ?? (list ? refresherFor(list) : createRefresher(() => queueStaleLists(app), onError));
      builds.set(key, refresher);
      refresher.request();
    },
    async stop() {
      await Promise.all([...builds.values()].map((refresher) => refresher.stop()));
    },
  };
}

/** The channel on which a list's new version is announced: brand and gender. */
export const LIST_MADE = 'search_list_made';
const VERSIONS_KEPT = HOUR;

type Builder = Pick<App, 'db' | 'clock'>;

/**
 * Updates a list: people come and go, and those who were here lately come first. With `ifChanged` only
 * where a person came, went or moved since it was last built.
 */
export function buildList(
  { db, clock }: Builder,
  { ifChanged = false, ...list }: z.output<typeof listToBuild>,
): Promise<void> {
  return transact(db, async (tx) => {
    await lockList(tx, list);
    // Before the reading, so that a change which comes in between is built again rather than lost.
    const changed = await takeChanges(tx, list);
    if (ifChanged && !changed && (await isNewestReadable(tx, list))) return;
    const now = clock.now();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const moments = { now, newSince: ago(NEW_HERE_DAYS * DAY), activeSince: ago(ACTIVE_LATELY_DAYS * DAY) };
    const written = await writeVersion(tx, list, moments);
    await dropVersions(tx, list, ago(VERSIONS_KEPT));
    if (written) await notifyListBuilt(tx, LIST_MADE, list);
  });
}

/** Builds every list that is missing or out of date, so that the first search finds people. */
export async function buildStaleLists(builder: Builder): Promise<void> {
  for (const list of await readStaleLists(builder.db)) await buildList(builder, { ...list, ifChanged: true });
}
