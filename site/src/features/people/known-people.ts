import type { Person } from '../../../../contract/profile/people.ts';
import { queryClient } from '../../../../packages/client/query-client.ts';
import { refreshCounts } from '../../shell/member-query.ts';

/** Where somebody's own page is kept. */
export const personKey = (trackerId: string, id: string) => [trackerId, 'person', id];

/** Somebody as a card has shown them, from whatever was fetched before. */
export function knownPerson(trackerId: string, id: string): Person | undefined {
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

/** Who may be seen has changed: what was fetched is forgotten, so that nobody is shown who should not be. */
export function forgetPeople(trackerId: string): void {
  queryClient.removeQueries({
    queryKey: [trackerId],
    predicate: (query) => query.queryKey[1] === 'person' || (query.queryKey[1] !== 'me' && !query.isActive()),
  });
  refreshCounts();
}
