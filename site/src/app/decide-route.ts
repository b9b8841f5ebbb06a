import { matchPath } from 'react-router';
import { type Redirect, type RouteEntry, type RuleInput, type ScreenName, routes } from './routes.ts';

export type Audience =
  /** Whoever it is has not been found out yet. */
  | 'unknown'
  /** No account, or one that is not verified. */
  | 'visitor'
  | 'member';

export interface Visit {
  pathname: string;
  search: string;
  audience: Audience;
  flow: RuleInput['flow'];
  paid?: boolean;
  /** Where somebody wanted to go before he was sent to sign in. */
  from?: string | undefined;
}

export type Decision =
  | { kind: 'show'; route: RouteEntry; screen: ScreenName; provisional: boolean }
  /** Nothing may be shown before it is known who is here. */
  | { kind: 'wait'; route: RouteEntry | undefined }
  | ({ kind: 'redirect' } & Redirect);

export function findRoute(pathname: string): RouteEntry | undefined {
  return routes.find(({ path }) => matchPath(path, pathname));
}

/** Where a member lands who asks for nothing in particular. */
export function memberHome({ invites }: { invites: boolean }): '/match' | '/find' {
  return invites ? '/match' : '/find';
}

/** Who sees what, at every address. */
export function decideRoute({ pathname, search, audience, flow, paid = false, from }: Visit): Decision {
  const route = findRoute(pathname);
  if (!route) {
    if (audience === 'unknown') return { kind: 'wait', route };
    return { kind: 'redirect', to: audience === 'member' ? '/find' : '/' };
  }
  // The server prepares pages by path alone, so what depends on the rest waits until the page has started.
  if (audience !== 'unknown') {
    const query = new URLSearchParams(search);
    const redirect = route.redirect?.({ query, search, flow, verified: audience === 'member', paid });
    if (redirect) return { kind: 'redirect', ...redirect };
  }

  const show = (screen: ScreenName, provisional = false): Decision => ({
    kind: 'show',
    route,
    screen,
    provisional,
  });
  if (route.access === 'everybody') return show(route.screen);
  if (route.access === 'newcomer') {
    if (audience === 'member') return { kind: 'redirect', to: from ?? memberHome(flow) };
    return show(route.screen, audience === 'unknown');
  }
  if (audience === 'member') return show(route.screen);
  if (audience === 'unknown' && !route.public) return { kind: 'wait', route };
  return show('entry', audience === 'unknown');
}

/** A path on this site that it is safe to go on to. */
export function safePath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : undefined;
}

/** Names the HTML of a decision: equal names, equal HTML. */
export function pageName(decision: Decision): string {
  return decision.kind === 'show' ? decision.route.path : 'frame';
}
