/**
 * What an app keeps outside React as long as its page is open. Every module that keeps something says so by one of these,
 * because a server renders the pages of all brands in one process: there nothing of one page may reach another. The build
 * of the server's pages puts `no-page-state.ts` in this file's place, and `scripts/render-state.ts` finds what keeps
 * something without saying so.
 */

/** A plain object, a map or a set that changes while the page is open. A render sees it as it begins and cannot change it. */
export function pageState<T extends object>(make: () => T): T {
  return make();
}

/** Something with a life of its own, such as a query client. A render cannot touch it at all. */
export function pageService<T extends object>(make: () => T): T {
  return make();
}

/** Keeps what was made once for each key. A render makes its own. */
export function pageCache<V>(make: (key: string) => V): (key: string) => V {
  const known = new Map<string, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
