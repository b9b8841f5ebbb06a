import { QueryClient } from '@tanstack/react-query';
import { queryClientStore } from './query-provider.tsx';

/** What members' screens have asked for. Keys begin with the member's id, so that nobody sees another's. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `call` asks again by itself.
    queries: { retry: false, staleTime: 30_000 },
    // Without a network a click must fail at once and say so, not happen unseen an hour later.
    mutations: { networkMode: 'always' },
  },
});

queryClient.mount();
queryClientStore.set(queryClient);
