import { QueryClient, QueryClientContext } from '@tanstack/react-query';
import { useContext } from 'react';
import { pageService } from './page-state.ts';
import { queryClientStore } from './query-provider.tsx';

/** What members' screens have asked for. Keys begin with the member's id, so that no member sees another's. */
export const queryClient = pageService(() => {
  const client = new QueryClient({
    defaultOptions: {
      // `call` asks again by itself.
      queries: { retry: false, staleTime: 30_000 },
      // Without a network a click must fail at once and say so, not happen unseen an hour later.
      mutations: { networkMode: 'always' },
    },
  });
  client.mount();
  queryClientStore.set(client);
  return client;
});

/** For screens that a server renders as well: there it is the render's own. */
export function useQueryClientOfPage(): QueryClient {
  return useContext(QueryClientContext) ?? queryClient;
}
