import { useQuery } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import { listSnippets } from '#contract/staff/writing.ts';

export const snippetsKey = (brand: string) => ['snippets', brand] as const;

/** The ready texts of a brand, by name. */
export function useSnippets(brand: string) {
  return useQuery({
    queryKey: snippetsKey(brand),
    queryFn: async ({ signal }) => (await call(listSnippets, { brand }, { signal })).snippets,
    enabled: brand !== '',
  });
}
