import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '#console/shell/api.ts';
import { useLiveChanges } from '#console/shell/live.ts';
import { useThrottled } from '#console/shell/use-throttled.ts';
import { TYPING_BELIEVED_MS } from '#contract/kernel/constants.ts';
import type { Place } from './conversation-data.ts';
import { dropFromLists, queueKey } from './queue-data.ts';

/** Lists are read again at most this often, however many events arrive. */
const LISTS_EVERY_MS = 2_000;

/** Updates the lists and the open conversation as events arrive from the server. */
export function useLiveQueue(): void {
  const client = useQueryClient();
  const { data: me } = useMe();
  const refreshLists = useThrottled(
    () => void client.invalidateQueries({ queryKey: queueKey }),
    LISTS_EVERY_MS,
  );
  useLiveChanges('conversation', ({ change, brand, id, staffId }) => {
    if (change === 'typing') return;
    const isTaken = change === 'claimed' || change === 'transferred';
    if (isTaken && id !== null && staffId !== me?.id) dropFromLists(client, id);
    refreshLists();
    const which = brand === null ? [] : id === null ? [brand] : [brand, id];
    void client.invalidateQueries({ queryKey: ['conversation', ...which] });
  });
}

/** Whether the member of this conversation is writing just now. */
export function useMemberTyping({ brand, id }: Place): boolean {
  const [at, setAt] = useState(0);
  useLiveChanges('conversation', (change) => {
    if (change.id !== id || change.brand !== brand) return;
    setAt(change.change === 'typing' ? Date.now() : 0);
  });
  useEffect(() => {
    if (at === 0) return undefined;
    const timer = setTimeout(() => setAt(0), TYPING_BELIEVED_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return at > 0;
}
