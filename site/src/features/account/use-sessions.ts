import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type OwnSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '../../../../contract/account/own-account.ts';
import { call } from '../../shell/api.ts';
import { useMember } from '../../shell/session.ts';

export const sessionsKey = (trackerId: string) => [trackerId, 'sessions'];

export function useSessions() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: sessionsKey(trackerId),
    queryFn: async ({ signal }) => (await call(listOwnSessions, { trackerId }, { signal })).sessions,
    staleTime: 0,
  });
}

/** Ends one session, or all but this one where none is named. They leave the list at once. */
export function useEndSessions() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = sessionsKey(trackerId);
  return useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId ? call(endOwnSession, { trackerId, sessionId }) : call(endOtherSessions, { trackerId }),
    onMutate: async (sessionId) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<OwnSession[]>(queryKey);
      client.setQueryData<OwnSession[]>(queryKey, (known) =>
        known?.filter(({ id, current }) => (sessionId ? id !== sessionId : current)),
      );
      return { before };
    },
    onError: (_error, _sessionId, kept) => client.setQueryData(queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
