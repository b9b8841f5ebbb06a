import { queryClient as sharedClient } from '#client/query-client.ts';

const { queries, ...others } = sharedClient.getDefaultOptions();

/**
 * What the console has asked for. While a page was not open nobody followed what it shows, so whoever comes back to it sees
 * what was known at once and asks again, however lately it was read. What never changes says so by its own `staleTime`.
 */
export const queryClient = sharedClient;
queryClient.setDefaultOptions({ ...others, queries: { ...queries, staleTime: 0 } });
