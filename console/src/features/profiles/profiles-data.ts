import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, useMyBrands } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { readPages } from '#console/shell/list-table/read-pages.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { listTeams } from '#contract/staff/host-teams.ts';
import {
  findHouseTowns,
  listHouseProfiles,
  readHouseBasics,
  readHouseProfile,
} from '#contract/staff/house-profiles.ts';
import type { ProfileFilter } from './profile-filter.ts';

type Teams = ReplyOf<typeof listTeams>;
export type Team = Teams['teams'][number];
export type TeamHost = Teams['hosts'][number];

/** One profile of one brand. */
export interface ProfilePlace {
  brand: string;
  id: string;
}

export const profilesKey = ['house-profiles'] as const;
export const profileKey = ({ brand, id }: ProfilePlace) => [...profilesKey, 'one', brand, id] as const;
export const teamsKey = (brand: string) => ['host-teams', brand] as const;

export const useProfileBrands = () => useMyBrands('profiles.manage');

/** Profiles belong to one brand: without a choice it is the first. */
export function useProfileBrand(): string {
  const brands = useProfileBrands();
  const scope = useBrandScope();
  return (brands.find(({ key }) => key === scope) ?? brands[0])?.key ?? '';
}

export function useProfiles(brand: string, filter: ProfileFilter) {
  return useInfiniteQuery({
    queryKey: [...profilesKey, 'list', brand, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listHouseProfiles, { brand, ...filter, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ profiles }) => profiles),
    placeholderData: keepPreviousData,
    enabled: brand !== '',
  });
}

/** All that the filter finds, for an export. */
export function readAllProfiles(brand: string, filter: ProfileFilter) {
  return readPages(async (after) => {
    const { profiles, next } = await call(listHouseProfiles, {
      brand,
      ...filter,
      ...(after !== null && { after }),
    });
    return { rows: profiles, next };
  });
}

export function useProfile({ brand, id }: ProfilePlace) {
  return useQuery({
    queryKey: profileKey({ brand, id }),
    queryFn: ({ signal }) => call(readHouseProfile, { brand, id }, { signal }),
  });
}

export function useBasics(brand: string) {
  return useQuery({
    queryKey: ['house-basics', brand],
    queryFn: ({ signal }) => call(readHouseBasics, { brand }, { signal }),
    staleTime: Infinity,
    enabled: brand !== '',
  });
}

export function useTeams(brand: string) {
  return useQuery({
    queryKey: teamsKey(brand),
    queryFn: ({ signal }) => call(listTeams, { brand }, { signal }),
    enabled: brand !== '',
  });
}

/** Finds towns while one types; the same function as long as the brand is the same. */
export function useTownSearch(brand: string) {
  return useCallback(
    async (text: string, signal: AbortSignal) =>
      (await call(findHouseTowns, { brand, text: text.slice(0, 100) }, { signal })).towns,
    [brand],
  );
}
