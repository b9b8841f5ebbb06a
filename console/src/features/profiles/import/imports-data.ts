import { useQuery } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import type { ImportProgress } from '#contract/staff/profile-imports.ts';
import { listImports, readImport } from '#contract/staff/profile-imports.ts';

export const importsKey = (brand: string) => ['profile-imports', brand] as const;
export const importKey = (brand: string, importId: string) => [...importsKey(brand), importId] as const;

/** So often it is asked how far an import is that is being made. */
const LOOK_EVERY_MS = 1_500;

export const isWorking = ({ state, waiting }: ImportProgress) => state !== 'open' && waiting > 0;

export function useImport(brand: string, importId: string) {
  return useQuery({
    queryKey: importKey(brand, importId),
    queryFn: ({ signal }) => call(readImport, { brand, importId }, { signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? LOOK_EVERY_MS : false),
  });
}

export function useImports(brand: string) {
  return useQuery({
    queryKey: importsKey(brand),
    queryFn: async ({ signal }) => (await call(listImports, { brand }, { signal })).imports,
  });
}
