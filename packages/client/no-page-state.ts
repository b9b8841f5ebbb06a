/** Stands in the place of `page-state.ts` where a server renders pages. */

import type * as InPages from './page-state.ts';

function refuse(): never {
  throw new TypeError('What a page keeps was touched by a server, which renders the pages of all brands.');
}

export const pageState: typeof InPages.pageState = (make) => {
  const first = make();
  const changers = ['set', 'add', 'delete', 'clear'].filter((name) => name in first);
  const isCollection = first instanceof Map || first instanceof Set;
  if (isCollection) for (const name of changers) Object.defineProperty(first, name, { value: refuse });
  return Object.freeze(first);
};

const untouchable = new Proxy({}, { get: refuse, set: refuse, has: refuse, ownKeys: refuse });

export const pageService = (() => untouchable) as typeof InPages.pageService;

export const pageCache: typeof InPages.pageCache = (make) => make;
