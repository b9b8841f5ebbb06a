import { useQuery } from '@tanstack/react-query';
import { listSnippets } from '../../../../contract/staff/writing.ts';
import { call } from '../../shell/api.ts';

export const snippetsKey = (brand: string) => ['snippets', brand] as const;

/** The ready texts of a brand, by name. */
export function useSnippets(brand: string) {
  return useQuery({
    queryKey: snippetsKey(brand),
    queryFn: async ({ signal }) => (await call(listSnippets, { brand }, { signal })).snippets,
    enabled: brand !== '',
  });
}
