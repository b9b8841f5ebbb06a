import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '#console/shell/api.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { moderationKinds } from '#contract/moderation/cases.ts';
import type { CaseKey, ModerationCase, ModerationKind } from '#contract/moderation/cases.ts';
import {
  claimCase,
  giveVerdicts,
  listCases,
  moderationFigures,
  nextCase,
  releaseCase,
  undoVerdicts,
} from '#contract/moderation/moderation.ts';
import type { TakenCase } from '#contract/moderation/moderation.ts';

/** What of the queue is shown. It stands in the address, and goes with it from case to case. */
export interface CaseFilter {
  kind?: ModerationKind;
  brand?: string;
}

export function useFilter(): CaseFilter {
  const [search] = useSearchParams();
  const kind = moderationKinds.find((each) => each === search.get('kind'));
  const brand = search.get('brand');
  return { ...(kind && { kind }), ...(brand && { brand }) };
}

/** The address of the same page with another filter. */
export const searchOf = (filter: CaseFilter) => {
  const search = new URLSearchParams({ ...filter }).toString();
  return search && `?${search}`;
};

const REFRESH_MS = 60_000;
export const casesKey = ['moderation-cases'] as const;
export const figuresKey = ['moderation-figures'] as const;
export const caseKeyOf = ({ brand, kind, id }: CaseKey) => ['moderation-case', brand, kind, id] as const;
export const caseName = ({ kind, id }: Pick<CaseKey, 'kind' | 'id'>) => `${kind}:${id}`;

type Page = ReplyOf<typeof listCases>;

export function useCases(filter: CaseFilter) {
  return useInfiniteQuery({
    queryKey: [...casesKey, filter],
    queryFn: ({ pageParam, signal }) =>
      call(listCases, { ...filter, ...(pageParam && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ cases }) => cases),
    refetchInterval: REFRESH_MS,
  });
}

/** Takes cases out of every list that is shown, before the server is asked again. */
export function dropCases(client: QueryClient, names: ReadonlySet<string>): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: casesKey }, (data) => data && without(data, names));
}

export function without(data: InfiniteData<Page>, names: ReadonlySet<string>): InfiniteData<Page> {
  const pages = data.pages.map((page) => ({
    ...page,
    cases: page.cases.filter((each) => !names.has(caseName(each))),
  }));
  return { ...data, pages };
}

export function useFigures(brand?: string) {
  return useQuery({
    queryKey: [...figuresKey, brand],
    queryFn: ({ signal }) => call(moderationFigures, brand === undefined ? {} : { brand }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Opening a case takes it. What `next` has handed over is there already. */
export function useTakenCase(key: CaseKey) {
  return useQuery({
    queryKey: caseKeyOf(key),
    queryFn: ({ signal }) => call(claimCase, { ...key }, { signal }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Gives a case back; also from a page that is being closed. */
export function release(key: CaseKey): void {
  const { brand, kind, id } = key;
  // It is given back by itself after a while where this does not arrive.
  call(releaseCase, { brand, kind, id }, { keepalive: true }).catch(() => {});
}

export function useNextCase() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<typeof nextCase>) => (await call(nextCase, input)).taken,
    onSuccess: (taken) => {
      if (taken) client.setQueryData<TakenCase>(caseKeyOf(taken.case), taken);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: casesKey }),
  });
}

type Given = Omit<InputOf<typeof giveVerdicts>, 'cases'>;
export type VerdictInput = Given & { cases: readonly ModerationCase[] };

export function useGiveVerdicts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ cases, ...given }: VerdictInput) =>
      call(giveVerdicts, {
        ...given,
        cases: cases.map(({ brand, kind, id, version }) => ({ brand, kind, id, version })),
      }),
    onSuccess: ({ outcomes }, { cases }) => {
      const gone = cases.filter((_, index) => outcomes[index]?.problem !== 'changed');
      dropCases(client, new Set(gone.map(caseName)));
    },
    onSettled: () => refreshQueues(client),
  });
}

export function useUndoVerdicts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<typeof undoVerdicts>) => (await call(undoVerdicts, input)).undone,
    onSettled: () => refreshQueues(client),
  });
}

export async function refreshQueues(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: casesKey }),
    client.invalidateQueries({ queryKey: figuresKey }),
  ]);
}
