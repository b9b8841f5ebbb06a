import { ACTIVE_LATELY_DAYS, NEW_HERE_DAYS } from '../../../contract/kernel/constants.ts';
import type { App } from '../../app.ts';
import { DAY, HOUR } from '../../platform/clock.ts';
import { transact } from '../../platform/database/database.ts';
import {
  dropVersions,
  lockList,
  readNewest,
  readStaleLists,
  takeChanges,
  tellOfList,
  writeVersion,
} from './queries.ts';
import type { ListName } from './queries.ts';

/** What is told on this channel when a list has a new version: brand and gender. */
export const LIST_MADE = 'search_list_made';
const VERSIONS_KEPT = HOUR;

type Builder = Pick<App, 'db' | 'clock'>;

/**
 * Brings a list up to date: people come and go, and those who were here lately come first. With `ifChanged` only
 * where somebody came, went or moved since it was last built.
 */
export function buildList(
  { db, clock }: Builder,
  list: ListName,
  { ifChanged = false }: { ifChanged?: boolean } = {},
): Promise<void> {
  return transact(db, async (tx) => {
    await lockList(tx, list);
    // Before the reading, so that a change which comes in between is built again rather than lost.
    const changed = await takeChanges(tx, list);
    if (ifChanged && !changed && (await readNewest(tx, list))) return;
    const now = clock.now();
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const moments = { now, newSince: ago(NEW_HERE_DAYS * DAY), activeSince: ago(ACTIVE_LATELY_DAYS * DAY) };
    const written = await writeVersion(tx, list, moments);
    await dropVersions(tx, list, ago(VERSIONS_KEPT));
    if (written) await tellOfList(tx, LIST_MADE, list);
  });
}

/** Builds every list that is missing or out of date, so that whoever comes first finds people. */
export async function buildStaleLists(builder: Builder): Promise<void> {
  for (const list of await readStaleLists(builder.db)) await buildList(builder, list, { ifChanged: true });
}
