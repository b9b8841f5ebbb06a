import { isDeepStrictEqual } from 'node:util';
import type { Viewer } from '../../profiles/viewer.ts';

const MOST_KNOWN = 10_000;

/** Who searched lately, as he was then, by account. It is only believed: every search asks again. */
export interface KnownViewers {
  recall(accountId: string): Viewer | undefined;
  remember(accountId: string, viewer: Viewer): void;
}

export function createKnownViewers(): KnownViewers {
  // Most lately last.
  const viewers = new Map<string, Viewer>();
  return {
    recall: (accountId) => viewers.get(accountId),
    remember(accountId, viewer) {
      viewers.delete(accountId);
      viewers.set(accountId, viewer);
      const [oldest] = viewers.keys();
      if (viewers.size > MOST_KNOWN && oldest !== undefined) viewers.delete(oldest);
    },
  };
}

export function isSameViewer(one: Viewer, other: Viewer): boolean {
  return isDeepStrictEqual({ ...one, flow: one.flow?.id }, { ...other, flow: other.flow?.id });
}
