import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#client/query-client.ts';
import type { Store } from '#client/store.ts';
import type { User } from '#contract/account/user.ts';
import { fail } from '#contract/kernel/errors.ts';
import { saveOwnProfile } from '#contract/profile/own-profile.ts';
import { readNavigation } from '#contract/profile/people.ts';
import { call } from './api.ts';
import { type Me, firstMe, withNavigation, withUser } from './me.ts';
import { memberStore, updateMember, useMember } from './session.ts';
import { storage } from './storage.ts';

export const meKey = (trackerId: string) => [trackerId, 'me'] as const;

export const meQuery = (trackerId: string) => ({
  queryKey: meKey(trackerId),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { navigation } = await call(readNavigation, { trackerId }, { signal });
    // What has become known of them meanwhile stays.
    const me = queryClient.getQueryData<Me>(meKey(trackerId));
    return me ? withNavigation(me, navigation) : fail('session.missing');
  },
  gcTime: Number.POSITIVE_INFINITY,
});

/** Puts a member who has just signed in, or was recognised, into the query cache. */
export function openMember(user: User): Store<Me> {
  const queryKey = meKey(user.trackerId);
  const first = firstMe(user, {
    unreadMessages: storage.get('unreadMessages') ?? 0,
    unreadNotifications: storage.get('unreadNotifications') ?? 0,
  });
  const query = queryClient.getQueryCache().build(queryClient, meQuery(user.trackerId));
  // It is not as new as an answer: hearts and badges are still to be asked for.
  queryClient.setQueryData(queryKey, first, { updatedAt: 0 });
  return {
    get: () => queryClient.getQueryData<Me>(queryKey) ?? first,
    set(me) {
      const { dataUpdatedAt, isInvalidated, fetchStatus } = query.state;
      queryClient.setQueryData(queryKey, me, { updatedAt: dataUpdatedAt });
      // An answer that is on its way may not know of it yet.
      if (fetchStatus === 'fetching') void queryClient.invalidateQueries({ queryKey });
      else if (isInvalidated) query.invalidate();
    },
    subscribe: (listener) =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.query === query && event.type === 'updated' && event.action.type === 'success') listener();
      }),
  };
}

/** Keeps hearts, badges and balances right while a member's page is open. */
export function useMemberQuery(): void {
  useQuery(meQuery(useMember(({ trackerId }) => trackerId)), queryClient);
}

/** Hearts, badges and balances may have changed in a way that only the server knows. */
export function refreshCounts(): void {
  const me = memberStore.get();
  if (me) void queryClient.invalidateQueries({ queryKey: meKey(me.trackerId) });
}

/** Asks how the server sees the member now. Saving nothing tells, and changes nothing. */
export async function refreshUser(trackerId: string): Promise<void> {
  const { user } = await call(saveOwnProfile, { trackerId });
  updateMember(withUser, user);
}
