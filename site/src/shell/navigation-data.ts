import { useQuery } from '@tanstack/react-query';
import { type Navigation, readNavigation } from '../../../contract/profile/people.ts';
import { call } from './api.ts';
import { setBadge } from './badges.ts';
import { queryClient } from '../../../packages/client/query-client.ts';
import { sessionStore, updateMember, useMember } from './session.ts';

export const navigationKey = (trackerId: string) => [trackerId, 'navigation'] as const;

/** What every page of a member's shows: hearts, badges, balances. */
export function useNavigation(): Navigation | undefined {
  const { trackerId } = useMember();
  return useQuery(
    {
      queryKey: navigationKey(trackerId),
      queryFn: async ({ signal }) => {
        const { navigation } = await call(readNavigation, { trackerId }, { signal });
        show(navigation);
        return navigation;
      },
    },
    queryClient,
  ).data;
}

/** Changes what is known of it, before or after the server says so. */
export function changeNavigation(change: (known: Navigation) => Navigation): void {
  const session = sessionStore.get();
  if (session.status !== 'member') return;
  const key = navigationKey(session.user.trackerId);
  const known = queryClient.getQueryData<Navigation>(key);
  if (!known) return;
  const next = change(known);
  queryClient.setQueryData(key, next);
  show(next);
  // An answer that is on its way may not know of it yet.
  if (queryClient.isFetching({ queryKey: key }) > 0) void queryClient.invalidateQueries({ queryKey: key });
}

/** What the server says is left of the likes. */
export function setLikeCredits(likeCredits: number): void {
  changeNavigation((known) => ({ ...known, likeCredits }));
  updateMember({ likeCredits });
}

/** What the server says is left for messages. */
export function setMessageCredits(left: { messageCredits: number; iceBreakerCredits: number }): void {
  const { messageCredits, iceBreakerCredits } = left;
  changeNavigation((known) => ({ ...known, messageCredits, iceBreakerCredits }));
  updateMember({ messageCredits, iceBreakerCredits });
}

export function refreshNavigation(): void {
  const session = sessionStore.get();
  if (session.status === 'member')
    void queryClient.invalidateQueries({ queryKey: navigationKey(session.user.trackerId) });
}

function show(navigation: Navigation): void {
  const { messageCredits, iceBreakerCredits, likeCredits } = navigation;
  setBadge('messages', navigation.unreadMessages);
  setBadge('notifications', navigation.unreadLikes + navigation.unreadVisits);
  updateMember({ messageCredits, iceBreakerCredits, likeCredits });
}
