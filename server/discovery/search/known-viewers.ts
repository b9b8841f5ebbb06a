import { isDeepStrictEqual } from 'node:util';
import type { MemberContext } from '../../app.ts';
import type { Viewer } from '../../profiles/viewer.ts';
import type { SearchLists } from './lists.ts';

const MOST_KNOWN = 10_000;

/** Who searched lately, as he was then; most lately last. It is only believed: every search asks again. */
const known = new WeakMap<SearchLists, Map<string, Viewer>>();

export function recallViewer({ searchLists, accountId }: MemberContext): Viewer | undefined {
  return known.get(searchLists)?.get(accountId);
}

export function rememberViewer({ searchLists, accountId }: MemberContext, viewer: Viewer): void {
  const viewers = known.get(searchLists) ?? new Map<string, Viewer>();
  known.set(searchLists, viewers);
  viewers.delete(accountId);
  viewers.set(accountId, viewer);
  const [oldest] = viewers.keys();
  if (viewers.size > MOST_KNOWN && oldest !== undefined) viewers.delete(oldest);
}

export function isSameViewer(one: Viewer, other: Viewer): boolean {
  return isDeepStrictEqual({ ...one, flow: one.flow?.id }, { ...other, flow: other.flow?.id });
}
