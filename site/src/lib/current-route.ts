import { createContext, useContext } from 'react';

/** What a screen may know about the address it is shown at. */
export interface CurrentRoute {
  path: string;
  /** In the page's language. */
  title: string;
}

export const CurrentRouteContext = createContext<CurrentRoute>({ path: '/', title: '' });

export function useCurrentRoute(): CurrentRoute {
  return useContext(CurrentRouteContext);
}
