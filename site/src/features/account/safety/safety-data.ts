import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endPause, readSafety, saveSafety, startPause } from '#contract/account/safety.ts';
import type { SafetySettings } from '#contract/account/safety.ts';
import { listOwnReports } from '#contract/moderation/reports.ts';
import { call } from '#site/shell/api.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';

const settingsKey = (trackerId: string) => [trackerId, 'safety'];

export function useSafety() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: settingsKey(trackerId),
    queryFn: ({ signal }) => call(readSafety, { trackerId }, { signal }),
  });
}

/** What is chosen shows at once, and goes back where it could not be saved. */
export function useSaveSafety() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = settingsKey(trackerId);
  return useMutation({
    mutationFn: (change: Partial<SafetySettings>) => call(saveSafety, { trackerId, ...change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<SafetySettings>(queryKey);
      client.setQueryData<SafetySettings>(queryKey, (known) => known && { ...known, ...change });
      return { before };
    },
    onSuccess: ({ settings }) => client.setQueryData(queryKey, settings),
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
  });
}

/** Begins a break, or ends it: the member is what changes. */
export function usePause() {
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: (pause: { days: number | null } | null) =>
      pause ? call(startPause, { trackerId, ...pause }) : call(endPause, { trackerId }),
    onSuccess: ({ user }) => updateMember(withUser, user),
  });
}

export function useOwnReports() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: [trackerId, 'reports'],
    queryFn: async ({ signal }) => (await call(listOwnReports, { trackerId }, { signal })).reports,
    staleTime: 0,
  });
}
