import { createContext, useContext } from 'react';
import { paths } from './paths.ts';

/** What a screen may know about the address it is shown at. */
export interface CurrentRoute {
  path: string;
  /** In the page's language. */
  title: string;
  /** On a phone the title already stands in a member's top bar. */
  titleInTopBar: boolean;
  /** What is under way here must not be lost by a reload. */
  staysAsLeft: boolean;
}

export const CurrentRouteContext = createContext<CurrentRoute>({
  path: paths.home,
  title: '',
  titleInTopBar: false,
  staysAsLeft: false,
});

export function useCurrentRoute(): CurrentRoute {
  return useContext(CurrentRouteContext);
}
