import { positionsOf } from './entries.ts';
import { NOBODY } from './views.ts';
import type { PeopleList, Positions } from './views.ts';

const VIEWERS_KEPT = 500;

/** Where those stand whom this viewer must not see. They are looked for once in a version, until they change. */
export function skipPeople(list: PeopleList, viewerId: string, ids: readonly string[]): Positions {
  if (ids.length === 0) return NOBODY;
  const { skipped } = list;
  const known = skipped.get(viewerId);
  skipped.delete(viewerId);
  const entry = known && isSame(known.ids, ids) ? known : { ids, positions: positionsOf(list, ids) };
  skipped.set(viewerId, entry);
  const [oldest] = skipped.keys();
  if (skipped.size > VIEWERS_KEPT && oldest !== undefined) skipped.delete(oldest);
  return entry.positions;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((id, index) => id === others[index]);
}
