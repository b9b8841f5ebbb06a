import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '#console/shell/api.ts';
import { TYPING_EVERY_MS } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  claimConversation,
  readStaffConversation,
  releaseConversation,
  typeAsProfile,
} from '#contract/staff/chat.ts';
import { queueKey } from './queue-data.ts';

/** Names a conversation by the brand's key and its own id, as the address does. */
export interface Place {
  brand: string;
  id: string;
}

export type StaffConversation = ReplyOf<typeof readStaffConversation>;
export type StaffMessage = StaffConversation['messages'][number];

const REFRESH_MS = 20_000;

export const cardsKey = ({ brand, id }: Place) => ['cards', brand, id] as const;
export const conversationKey = ({ brand, id }: Place) => ['conversation', brand, id] as const;

/** The messages: the newest page, and earlier pages on request. */
export function useConversation(place: Place) {
  return useInfiniteQuery({
    queryKey: conversationKey(place),
    queryFn: ({ pageParam, signal }) =>
      call(readStaffConversation, { ...place, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => {
      const [newest] = pages;
      return newest && { ...newest, messages: pages.toReversed().flatMap(({ messages }) => messages) };
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Reads again how a conversation and the lists stand. */
export function useRefresh(place: Place): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: conversationKey(place) }),
      client.invalidateQueries({ queryKey: queueKey }),
    ]);
  };
}

/** Takes the conversation, or keeps it for longer. */
export function useClaim(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({ mutationFn: () => call(claimConversation, { ...place }), onSettled: refresh });
}

export function useRelease(place: Place) {
  const refresh = useRefresh(place);
  return useMutation({ mutationFn: () => call(releaseConversation, { ...place }), onSettled: refresh });
}

interface Pages {
  pages: StaffConversation[];
  pageParams: unknown[];
}

/** Writing has prolonged the host's claim until this time. */
function setClaimUntil(client: QueryClient, place: Place, until: number): void {
  client.setQueryData<Pages>(conversationKey(place), (known) => {
    const [newest, ...earlier] = known?.pages ?? [];
    if (!known || !newest?.claim) return known;
    return { ...known, pages: [{ ...newest, claim: { ...newest.claim, until } }, ...earlier] };
  });
}

/** Says that the host writes, which keeps the conversation with them: at most every few seconds. */
export function useReportTyping(place: Place): () => void {
  const client = useQueryClient();
  const refresh = useRefresh(place);
  const last = useRef(0);
  return () => {
    const now = Date.now();
    if (now - last.current < TYPING_EVERY_MS) return;
    last.current = now;
    call(typeAsProfile, { ...place }).then(
      ({ until }) => setClaimUntil(client, place, until),
      // The claim may have ended, which the page must show. It shows a missing network by itself.
      () => void refresh(),
    );
  };
}
