import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#client/query-client.ts';
import {
  readSpending,
  setSpendingLimit,
  type Spending,
  type SpendingPeriod,
  type SpendingWindow,
} from '#contract/billing/spending.ts';
import { call } from '#site/shell/api.ts';
import { memberStore, useMember } from '#site/shell/session.ts';

const spendingKey = (trackerId: string) => [trackerId, 'spending'] as const;

/** What the member has spent, and what they allow themselves. */
export function useSpending({ enabled = true } = {}) {
  const { trackerId } = useMember();
  return useQuery(
    {
      queryKey: spendingKey(trackerId),
      queryFn: ({ signal }) => call(readSpending, { trackerId }, { signal }),
      staleTime: 0,
      enabled,
    },
    queryClient,
  );
}

/** The answer to a change says how everything stands. */
export function takeSpending(trackerId: string, spending: Spending): void {
  queryClient.setQueryData(spendingKey(trackerId), spending);
}

export async function saveLimit(
  trackerId: string,
  period: SpendingPeriod,
  limitCents: number | null,
): Promise<void> {
  takeSpending(trackerId, await call(setSpendingLimit, { trackerId, period, limitCents }));
}

export async function refreshSpending(): Promise<void> {
  const me = memberStore.get();
  if (me) await queryClient.invalidateQueries({ queryKey: spendingKey(me.trackerId) });
}

/** Whether a pause of the member's own is in the way: then no form is shown whose button could only be refused. */
export function isPaused(spending: Spending | undefined, amountCents: number): boolean {
  return spending !== undefined && spending.pausedUntil !== null && amountCents > 0;
}

type Limited = SpendingWindow & { limitCents: number; leftCents: number };

/** The limit that lets through least, where there is one. The server decides; this is what is said before it is asked. */
export function tightestLimit({ windows }: Spending): Limited | undefined {
  return windows
    .filter((window): window is Limited => window.limitCents !== null && window.leftCents !== null)
    .toSorted((one, other) => one.leftCents - other.leftCents || other.endsAt - one.endsAt)[0];
}
