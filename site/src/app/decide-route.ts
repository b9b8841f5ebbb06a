import { matchPath } from 'react-router';
import { paths } from '#site/shell/paths.ts';
import type { Redirect, RuleInput, Screen } from './route.ts';
import { type RouteEntry, notFound, routes } from './routes.ts';
import { screens } from './screens.ts';

export type Audience =
  /** The session has not been checked yet. */
  | 'unknown'
  /** No account, or one that is not verified. */
  | 'visitor'
  | 'member';

export interface Visit {
  pathname: string;
  search: string;
  audience: Audience;
  flow: RuleInput['flow'];
  /** The token of a link, where it has left the address bar. */
  linkToken?: string | undefined;
  paid?: boolean;
  /** The member has been through the questions after the sign-up, or wanted no more of them. */
  introduced?: boolean;
  /** Where the visitor wanted to go before they were sent to sign in. */
  from?: string | undefined;
}

export type Decision =
  | { kind: 'show'; route: RouteEntry; screen: Screen; provisional: boolean }
  /** Nothing may be shown before it is known who is here. */
  | { kind: 'wait'; route: RouteEntry }
  | ({ kind: 'redirect' } & Redirect);

export function findRoute(pathname: string): RouteEntry {
  return routes.find(({ path }) => matchPath(path, pathname)) ?? notFound;
}

/** Who sees what, at every address. */
export function decideRoute(visit: Visit): Decision {
  const { pathname, search, audience, flow, linkToken, paid = false, from, introduced = true } = visit;
  const route = findRoute(pathname);
  // The server prepares pages by path alone, so what depends on the rest waits until the page has started.
  if (audience !== 'unknown') {
    const query = new URLSearchParams(search);
    if (linkToken) query.set('token', linkToken);
    const verified = audience === 'member';
    const redirect = route.redirect?.({ pathname, query, search, flow, verified, paid });
    if (redirect) return { kind: 'redirect', ...redirect };
  }

  const show = (screen: Screen, provisional = false): Decision => ({
    kind: 'show',
    route,
    screen,
    provisional,
  });
  if (route.access === 'everybody') return show(route.screen);
  if (route.access === 'newcomer') {
    if (audience === 'member')
      return { kind: 'redirect', to: from ?? (introduced ? paths.memberHome(flow) : paths.introduction()) };
    return show(route.screen, audience === 'unknown');
  }
  if (audience === 'member') return show((flow.invites && route.screenWithInvites) || route.screen);
  if (audience === 'unknown' && !route.public) return { kind: 'wait', route };
  return show(screens.entry, audience === 'unknown');
}

/** The screen that a member sees at an address where a visitor sees another: the way in leads to their own first one. */
export function memberScreenOf(pathname: string, flow: RuleInput['flow']): Screen | undefined {
  const route = findRoute(pathname);
  if (route.access === 'everybody') return undefined;
  const { screen, screenWithInvites } = route.access === 'member' ? route : findRoute(paths.memberHome(flow));
  return (flow.invites && screenWithInvites) || screen;
}

/** Names the HTML of a decision: equal names, equal HTML. */
export function pageName(decision: Decision): string {
  if (decision.kind === 'show') return decision.route.path;
  return decision.kind === 'wait' ? `frame ${decision.route.path}` : 'frame';
}
