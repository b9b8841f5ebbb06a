/** The brand that a person looks at: one of theirs, or all. It stands in the address, so that a link shows a colleague the same. */

import {
  type Path,
  type To,
  createPath,
  parsePath,
  useLocation,
  useMatches,
  useNavigate,
} from 'react-router';
import type { createBrowserRouter } from 'react-router';
import type { RouteHandle } from './page.tsx';
import { pages } from './paths.ts';

const PARAM = 'brand';

/** Undefined for all of them. A page about one thing is about that thing's brand, unless a list stands beside it. */
export function useBrandScope(): string | undefined {
  const { search } = useLocation();
  const match = useMatches().at(-1);
  const isInList = (match?.handle as RouteHandle | undefined)?.within !== undefined;
  return new URLSearchParams(search).get(PARAM) ?? (isInList ? undefined : match?.params[PARAM]);
}

/** Shows another brand, or all: on the same page, or in the list from which a page about one thing was opened. */
export function useChooseBrand(): (brand: string | undefined) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isAboutOne = useMatches().at(-1)?.params[PARAM] !== undefined;
  return (brand) => {
    const list = `/${pathname.split('/')[1]}`;
    const isList = Object.values<string>(pages).includes(list);
    const to = isAboutOne ? (isList ? list : pages.overview) : pathname;
    void navigate(
      { pathname: to, search: searchWith(isAboutOne ? '' : search, brand) },
      { state: { brandIsChosen: true } },
    );
  };
}

/** The same address, of this brand. */
export function inBrand(path: string, brand: string): string {
  const { search = '', ...rest } = parsePath(path);
  return createPath({ ...rest, search: searchWith(search, brand) });
}

function searchWith(search: string, brand: string | undefined): string {
  const next = new URLSearchParams(search);
  if (brand === undefined) next.delete(PARAM);
  else next.set(PARAM, brand);
  return String(next);
}

/** Where a link leads for a person who looks at one brand: to the same brand, unless the link names one. */
export function withinBrand(to: Partial<Path>, { search }: Pick<Path, 'search'>): Partial<Path> {
  const brand = new URLSearchParams(search).get(PARAM);
  if (brand === null || new URLSearchParams(to.search).has(PARAM)) return to;
  return { ...to, search: searchWith(to.search ?? '', brand) };
}

type DataRouter = ReturnType<typeof createBrowserRouter>;
type Navigate = (to: To | number | null, options?: { state?: unknown }) => Promise<void>;

/** Every link and every `navigate` stays with the brand, and only the choice of a brand changes it. */
export function keepBrand(router: DataRouter): DataRouter {
  const navigate = router.navigate.bind(router) as Navigate;
  const navigateWithinBrand: Navigate = (to, options) => {
    const isChoice = (options?.state as { brandIsChosen?: boolean } | null | undefined)?.brandIsChosen;
    if (to === null || typeof to === 'number' || isChoice) return navigate(to, options);
    const place = typeof to === 'string' ? parsePath(to) : to;
    return navigate(withinBrand(place, router.state.location), options);
  };
  router.navigate = navigateWithinBrand;
  return router;
}
