import { useQueries, useQuery } from '@tanstack/react-query';
import type { BrandState } from '#console/features/publishing/brand-states.ts';
import { type PartState, partKey, useCheck, useParts } from '#console/features/publishing/publishing-data.ts';
import { call } from '#console/shell/api.ts';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { planPart, readPart as kindOfPart } from '#contract/brand/parts.ts';
import { readPart } from '#contract/staff/brand-editing.ts';
import type { Problem, Proposal } from '#contract/staff/brand-editing.ts';
import { exportBrand } from '#contract/staff/brand-making.ts';
import type { Content } from './form/content.ts';
import { type KnownPlan, knownPlan } from './known-plan.ts';

/** The brand that the page is about: the chosen one, or the only one there is. */
export function useEditedBrand(states: readonly BrandState[] | undefined): string | undefined {
  const scope = useBrandScope();
  return scope ?? (states?.length === 1 ? states[0]?.brand : undefined);
}

interface KnownBrand {
  parts: readonly PartState[];
  /** What is live of each flow and plan, and of each plan that is drafted the draft. */
  plans: readonly KnownPlan[];
  flows: readonly Content[];
}

/** What the fields of one part say of others: names, prices, flows. */
export function useKnownBrand(brand: string): KnownBrand {
  const { data: { parts } = { parts: [] } } = useParts(brand);
  const { data: file } = useQuery({
    queryKey: ['brands', brand, 'file'],
    queryFn: async ({ signal }) => (await call(exportBrand, { brand }, { signal })).file,
    // Of a brand that was never published there is none.
    retry: false,
  });
  const drafted = parts.filter(({ kind, draft }) => kind === 'plan' && draft !== null);
  const drafts = useQueries({
    queries: drafted.map(({ part }) => ({
      queryKey: partKey(brand, part),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(readPart, { brand, part }, { signal }),
    })),
  });
  const contents = new Map<string, Content>(
    file?.plans.map((plan) => [planPart(String(plan['productId'])), plan]) ?? [],
  );
  for (const { data } of drafts) if (data?.draftContent) contents.set(data.part, data.draftContent);
  return {
    parts,
    flows: file?.flows ?? [],
    plans: parts
      .filter(({ kind }) => kind === 'plan')
      .map(({ part, name, live }) =>
        knownPlan({
          productId: kindOfPart(part).id,
          name,
          isLive: live !== null,
          content: contents.get(part) ?? {},
        }),
      ),
  };
}

/** What the server says of drafts; nothing is wrong with what is live. */
export function useDraftProblems(
  brand: string,
  known: readonly PartState[],
  parts: readonly string[],
): readonly Problem[] | undefined {
  const drafted = known.flatMap(({ part, draft }) =>
    draft && parts.includes(part) ? [{ part, revision: draft.revision }] : [],
  );
  const proposal: Proposal | null = drafted.length > 0 ? { of: 'drafts', parts: drafted } : null;
  const { data } = useCheck(brand, proposal);
  return proposal === null ? [] : data?.problems;
}
