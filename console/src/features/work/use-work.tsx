import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { discardWork, listFailedWork, readWork, retryWork } from '#contract/staff/staff.ts';

export type Figures = ReplyOf<typeof readWork>['queues'][number];
export type FailedWork = ReplyOf<typeof listFailedWork>['failed'][number];

/** Work that has been due for so long needs an operator: either no worker runs or there are too few. */
const LATE_SECONDS = 600;

export const isLate = ({ waiting, oldestSeconds }: Figures) => waiting > 0 && oldestSeconds > LATE_SECONDS;

const LIVE_MS = 5_000;
const COUNTS_MS = 30_000;
const workKey = ['work'];

/** How each queue stands. Queues move by themselves, so the page looks again. */
export function useWork({ live = false } = {}) {
  return useQuery({
    queryKey: [...workKey, 'queues'],
    queryFn: ({ signal }) => call(readWork, {}, { signal }),
    refetchInterval: live ? LIVE_MS : COUNTS_MS,
  });
}

export function useFailedWork(queue: string) {
  return useQuery({
    queryKey: [...workKey, 'failed', queue],
    queryFn: ({ signal }) => call(listFailedWork, { queue }, { signal }),
    refetchInterval: LIVE_MS,
  });
}

/** What an operator may ask for: without a key of all that was given up. */
export type WorkAct =
  | { action: 'retry'; queue: string; key?: string }
  | { action: 'discard'; queue: string; key: string };

export function useWorkAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (act: WorkAct) => {
      if (act.action === 'discard') await call(discardWork, { queue: act.queue, key: act.key });
      else await call(retryWork, { queue: act.queue, ...(act.key !== undefined && { key: act.key }) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: workKey }),
  });
}

/** One after the other: what was tried again by itself meanwhile is none of it any more. */
export function useRetrySelected(queue: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (keys: readonly string[]) => {
      for (const key of keys) {
        try {
          // oxlint-disable-next-line no-await-in-loop
          await call(retryWork, { queue, key });
        } catch (error) {
          if (!(error instanceof Failure && error.code === 'work.not_found')) throw error;
        }
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: workKey }),
  });
}

/** How much was given up in all queues together. */
export function useGivenUp(): number | undefined {
  return useWork().data?.queues.reduce((sum, { givenUp }) => sum + givenUp, 0);
}

/** What was given up waits for an operator, so the menu says how much there is. */
export function GivenUpBadge() {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useGivenUp() ?? 0;
  if (count === 0) return null;
  return (
    <span className="rounded-badge bg-danger-soft px-1.5 text-xs font-semibold text-on-danger-soft tabular-nums">
      <span aria-hidden>{format.number(count)}</span>
      <span className="sr-only">{t('givenUp', { count })}</span>
    </span>
  );
}
