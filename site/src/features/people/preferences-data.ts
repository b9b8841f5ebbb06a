import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { countPeople, readPreferences, savePreferences } from '#contract/discovery/preferences.ts';
import type { Preferences } from '#contract/discovery/preferences.ts';
import { call } from '#site/shell/api.ts';
import { useMember } from '#site/shell/session.ts';

const keyOf = (trackerId: string) => [trackerId, 'preferences'];

export function usePreferences() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: keyOf(trackerId),
    queryFn: ({ signal }) => call(readPreferences, { trackerId }, { signal }),
  });
}

/** A choice shows at once and goes back where the server does not agree. */
export function useSavePreferences() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = keyOf(trackerId);
  return useMutation({
    // One after another: two quick choices must end as the second one says.
    scope: { id: queryKey.join() },
    mutationFn: (change: Partial<Preferences>) => call(savePreferences, { trackerId, ...change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Preferences>(queryKey);
      client.setQueryData<Preferences>(queryKey, (known) => known && { ...known, ...change });
      return { before };
    },
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
    // Who is found depends on it.
    onSettled: () => client.invalidateQueries({ queryKey: [trackerId] }),
  });
}

/** The filters among the preferences. */
export type OwnFilters = Pick<Preferences, 'ageFrom' | 'ageTo' | 'distance' | 'intentions' | 'dealbreakers'>;

const COUNTED_AFTER_MS = 250;

/** How many are left by filters that are being chosen, and what each of them costs. */
export function usePeopleCount(ownFilters: OwnFilters, region: string | null) {
  const { trackerId } = useMember();
  const settled = useSettled(ownFilters);
  return useQuery({
    queryKey: [trackerId, 'people count', region, settled],
    queryFn: ({ signal }) => call(countPeople, { trackerId, region, preferences: settled }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A value once it has stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), COUNTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
