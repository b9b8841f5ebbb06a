/** The rules by which a page leads elsewhere at once. */

import { readPaywallPath } from '#contract/brand/paywalls.ts';
import { paths } from '#site/shell/paths.ts';
import type { Redirect, RuleInput } from './route.ts';

/** Away, where the address lacks a parameter without which there is nothing to show. */
export const without =
  (parameter: string, to: string) =>
  ({ query }: RuleInput): Redirect | undefined =>
    query.get(parameter) ? undefined : { to };

/** The same for the token of a mail's link. */
export function withoutToken({ query }: RuleInput): Redirect | undefined {
  return query.get('token') ? undefined : { to: paths.find, uselessLink: true };
}

/** The address of a paywall opens it over the search. */
export function toPaywall({ pathname, verified }: RuleInput): Redirect | undefined {
  const found = readPaywallPath(pathname);
  if (!verified) return found ? undefined : { to: paths.home };
  // Nothing has gone wrong where a visitor only opens the address of an error.
  if (!found || found.paywall === 'error') return { to: paths.find };
  return { to: paths.find, paywall: found.paywall, about: found.profileId };
}
