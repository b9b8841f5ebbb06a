import { useQuery } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { queryClient } from '#client/query-client.ts';
import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import { profileId, readPerson, recordVisit } from '#contract/profile/people.ts';
import type { Person } from '#contract/profile/people.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { withVisit } from '#site/shell/me.ts';
import { refreshCounts } from '#site/shell/member-query.ts';
import { useMember, updateMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { measure } from '#site/shell/tracking/measure.ts';

/** Whether it can be the id of a person at all. The reserved ids have no page. */
export function isProfileId(id: string): boolean {
  return profileId.safeParse(id).success && !RESERVED_PROFILE_IDS.some((reserved) => reserved === id);
}

/** A person's page, at first as a card has shown them. Null where the member may not see them. */
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

/** Reports the visit, once each time the page is opened and only where the person was found. */
export function useVisit(id: string, found: boolean): void {
  const { trackerId } = useMember();
  const noted = useRef('');
  useEffect(() => {
    if (!found || noted.current === id) return;
    noted.current = id;
    reportVisit(trackerId, id);
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

/** Where a person's page is kept. */
export const personKey = (trackerId: string, id: string) => [trackerId, 'person', id];

/** A person as a card has shown them, from whatever was fetched before. */
function knownPerson(trackerId: string, id: string): Person | undefined {
  for (const [, data] of queryClient.getQueriesData({ queryKey: [trackerId] })) {
    const found = peopleIn(data).find((one) => one.id === id);
    if (found) return found;
  }
  return undefined;
}

/** A page of people, or pages of them. */
function peopleIn(data: unknown): readonly Person[] {
  const { people, pages } = (data ?? {}) as { people?: readonly Person[]; pages?: readonly unknown[] };
  if (Array.isArray(pages)) return pages.flatMap(peopleIn);
  return Array.isArray(people) ? people : [];
}

/**
 * Who may be seen has changed: what was fetched is forgotten, so that no hidden person is shown. A page that is open asks
 * again, and is empty until then: if what it waits for were taken away from it, it would wait for ever. The page of a
 * person who may be seen again goes on saying that they are not there until it knows better. An open conversation stays, and
 * is asked whether one may write there.
 */
export function forgetPeople(trackerId: string, backAgain?: string): void {
  const isAnother = ({ queryKey }: Query) => queryKey[2] !== backAgain;
  if (backAgain !== undefined)
    void queryClient.invalidateQueries({ queryKey: personKey(trackerId, backAgain) });
  void queryClient.resetQueries({ queryKey: [trackerId, 'person'], type: 'active', predicate: isAnother });
  for (const what of ['messages', 'conversations'])
    void queryClient.invalidateQueries({ queryKey: [trackerId, what], refetchType: 'active' });
  queryClient.removeQueries({
    queryKey: [trackerId],
    type: 'inactive',
    predicate: ({ queryKey: [, what] }) => what !== 'me',
  });
  refreshCounts();
}

const KEPT_HERE = 200;

/** Reports that the member has opened a person's page. A failure does not concern the member. */
function reportVisit(trackerId: string, visited: string): void {
  storage.set('visitedProfiles', newestFirst(storage.get('visitedProfiles') ?? [], visited, KEPT_HERE));
  updateMember(withVisit, visited);
  void call(recordVisit, { trackerId, profileId: visited }).catch(() => undefined);
  measure('profile_visited', { profileId: visited });
}

/** The list with this one first, and no longer than so many. */
export function newestFirst(ids: readonly string[], id: string, most: number): string[] {
  return [id, ...ids.filter((one) => one !== id)].slice(0, most);
}
