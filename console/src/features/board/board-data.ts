import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#console/shell/api.ts';
import { useLiveChanges } from '#console/shell/live.ts';
import { readBoard } from '#contract/staff/supervision.ts';

const boardKey = ['board'];
/** Presence and figures move without an event of their own. */
const REFRESH_MS = 15_000;

/** Who answers now, at one brand, or at all where none is named. */
export function useBoard(brand: string) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: boardKey });
  useLiveChanges('board', refresh);
  useLiveChanges('conversation', refresh);
  return useQuery({
    queryKey: [...boardKey, brand],
    queryFn: ({ signal }) => call(readBoard, brand ? { brand } : {}, { signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}
