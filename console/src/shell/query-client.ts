import { queryClient as sharedClient } from '#client/query-client.ts';

const { queries, ...others } = sharedClient.getDefaultOptions();

/**
 * What the console has asked for. A page that is not open does not follow what it shows, so on the way back it shows
 * what was known at once and asks again, however lately it was read. What never changes says so by its own `staleTime`.
 */
export const queryClient = sharedClient;
queryClient.setDefaultOptions({ ...others, queries: { ...queries, staleTime: 0 } });
