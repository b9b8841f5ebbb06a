import { useQuery } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { listBrandStates } from '#contract/staff/brand-editing.ts';

export type BrandState = ReplyOf<typeof listBrandStates>['brands'][number];

/** The brands that the user may edit, also those that nothing was published of yet. */
export function useBrandStates() {
  return useQuery({
    queryKey: ['brand-states'],
    queryFn: async ({ signal }) => (await call(listBrandStates, {}, { signal })).brands,
  });
}
