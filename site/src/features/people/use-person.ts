import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { RESERVED_PROFILE_IDS } from '../../../../contract/kernel/constants.ts';
import { profileId, readPerson } from '../../../../contract/profile/people.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { call } from '../../shell/api.ts';
import { useShell } from '../../shell/boot.ts';
import { useMember } from '../../shell/session.ts';
import { knownPerson, personKey } from './known-people.ts';
import { noteVisit } from './visited.ts';

/** Whether it can be somebody's page at all. Nobody answers for the reserved ids. */
export function isSomebody(id: string): boolean {
  return profileId.safeParse(id).success && !RESERVED_PROFILE_IDS.some((reserved) => reserved === id);
}

/** Somebody's page, at first as a card has shown them. Null where there is nobody to be seen. */
export function usePerson(id: string) {
  const { trackerId, about } = useMember();
  const { country } = useShell().brand;
  return useQuery(
    {
      queryKey: personKey(trackerId, id),
      queryFn: async ({ signal }) => {
        const [found] = await call(readPerson, { id, country, seeks: about.seeks }, { signal });
        return found ?? null;
      },
      placeholderData: () => knownPerson(trackerId, id),
    },
    queryClient,
  );
}

/** Tells of the visit, once each time the page is opened and only where somebody was there. */
export function useVisit(id: string, found: boolean): void {
  const { trackerId } = useMember();
  const noted = useRef('');
  useEffect(() => {
    if (!found || noted.current === id) return;
    noted.current = id;
    noteVisit(trackerId, id);
  }, [trackerId, id, found]);
}

/** A photo that cannot be shown may have moved: whose it is is asked for once more, and only once. */
export function useOneMoreTry(refetch: () => unknown): () => void {
  const tried = useRef(false);
  return useCallback(() => {
    if (tried.current) return;
    tried.current = true;
    void refetch();
  }, [refetch]);
}
