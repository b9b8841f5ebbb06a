import type { QueryClient } from '@tanstack/react-query';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, meKey } from '#console/shell/api.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  type Proposal,
  checkProposal,
  listParts,
  listPublications,
  listVersions,
  readDifference,
  readPart,
} from '#contract/staff/brand-editing.ts';
import { listSchedules } from '#contract/staff/brand-schedule.ts';

export type PartState = ReplyOf<typeof listParts>['parts'][number];
export type ReadPart = ReplyOf<typeof readPart>;
export type DifferentPart = ReplyOf<typeof readDifference>['parts'][number];
export type Publication = ReplyOf<typeof listPublications>['publications'][number];

/** Everything that is known of a brand's parts begins with this key. */
export const brandKey = (brand: string) => ['brands', brand];
export const partKey = (brand: string, part: string) => [...brandKey(brand), 'part', part];

/** Another person may edit the same: how often it is looked. */
const LOOK_AGAIN_MS = 15_000;

export function usePart(brand: string, part: string) {
  return useQuery({
    queryKey: partKey(brand, part),
    queryFn: ({ signal }) => call(readPart, { brand, part }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: 0,
  });
}

export const partsKey = (brand: string) => [...brandKey(brand), 'parts'];

export function useParts(brand: string) {
  return useQuery({
    queryKey: partsKey(brand),
    queryFn: ({ signal }) => call(listParts, { brand }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function useDifference(brand: string, proposal: Proposal | null) {
  return useQuery({
    queryKey: [...brandKey(brand), 'difference', proposal],
    queryFn: ({ signal }) => call(readDifference, { brand, proposal: proposal as Proposal }, { signal }),
    enabled: proposal !== null,
  });
}

export function useCheck(brand: string, proposal: Proposal | null) {
  return useQuery({
    queryKey: [...brandKey(brand), 'check', proposal],
    queryFn: ({ signal }) => call(checkProposal, { brand, proposal: proposal as Proposal }, { signal }),
    enabled: proposal !== null,
  });
}

/** All that was published of the brand, or of one part of it. */
export function useHistory(brand: string, part: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...brandKey(brand), 'history', part],
    async queryFn({ pageParam, signal }) {
      const before = pageParam === null ? {} : { before: pageParam };
      if (part === undefined) return call(listPublications, { brand, ...before }, { signal });
      const { versions, next } = await call(listVersions, { brand, part, ...before }, { signal });
      const publications = versions.map(
        ({ publication, publishedAt, publishedBy, note, version }): Publication => ({
          publication,
          publishedAt,
          publishedBy,
          note,
          parts: [{ part, version }],
        }),
      );
      return { publications, next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ publications }) => publications),
  });
}

export function useSchedules(brand: string) {
  return useQuery({
    queryKey: [...brandKey(brand), 'schedules'],
    queryFn: ({ signal }) => call(listSchedules, { brand }, { signal }),
  });
}

/** After whatever changes what is live or drafted. */
export async function refreshBrand(client: QueryClient, brand: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: brandKey(brand) }),
    client.invalidateQueries({ queryKey: ['brand-states'] }),
    client.invalidateQueries({ queryKey: ['preview', brand] }),
    // A brand that goes live has a title in every menu.
    client.invalidateQueries({ queryKey: meKey }),
  ]);
}
