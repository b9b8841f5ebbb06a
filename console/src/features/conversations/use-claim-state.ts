import { useEffect, useState } from 'react';
import { serverNow } from '#client/clock.ts';
import { useMe } from '#console/shell/api.ts';
import type { StaffConversation } from './conversation-data.ts';

/**
 * Whose the conversation is: this host's, another host's, free, or not to be taken because no member waits there or the
 * member cannot be written to.
 */
export type ClaimState = 'held' | 'taken' | 'free' | 'answered' | 'closed';

export function claimStateOf(
  { claim, list, closed }: StaffConversation,
  staffId: string | undefined,
  now: number,
): ClaimState {
  const holder = claim && claim.until > now ? claim.staffId : null;
  if (closed) return 'closed';
  if (holder !== null) return holder === staffId ? 'held' : 'taken';
  return list === null ? 'answered' : 'free';
}

/** The same, as time goes by. `lost` says that it was this host's and is no longer, without their doing. */
export function useClaimState(conversation: StaffConversation, left: boolean) {
  const { data: me } = useMe();
  const [now, setNow] = useState(serverNow);
  const until = conversation.claim?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, until - serverNow()));
    return () => clearTimeout(timer);
  }, [until]);
  const state = claimStateOf(conversation, me?.id, now);
  const [hadIt, setHadIt] = useState(false);
  if (state === 'held' && !hadIt) setHadIt(true);
  if (left && hadIt && state !== 'held') setHadIt(false);
  return { state, lost: hadIt && !left && (state === 'taken' || state === 'free') };
}
