import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createStore, useStore } from './store.ts';

/** The query client, once a part that needs it has been loaded: a first visit to a page never does. */
export const queryClientStore = createStore<QueryClient | undefined>(undefined);

/**
 * Gives the whole page the query client as soon as there is one, and a render on the server its `own`. Nothing below is
 * mounted again for that.
 */
export function QueryProvider({ own, children }: { own?: QueryClient | undefined; children: ReactNode }) {
  const client = useStore(queryClientStore, own);
  return <QueryClientContext value={client}>{children}</QueryClientContext>;
}
