import { queryClient } from '#client/query-client.ts';
import { emit } from '#client/socket-events.ts';
import { type ConversationRow, clearConversation, listConversations } from '#contract/chat/conversations.ts';
import { reportReceipt } from '#contract/chat/live.ts';
import { unsendMessage } from '#contract/chat/message-actions.ts';
import { closeKindly } from '#contract/chat/turns.ts';
import { call } from '#site/shell/api.ts';
import { withUnreadMessages } from '#site/shell/me.ts';
import { refreshCounts } from '#site/shell/member-query.ts';
import { updateMember } from '#site/shell/session.ts';
import {
  type ConversationList,
  type RowNews,
  isComplete,
  totalUnread,
  withDeclined,
  withNews,
  withRead,
  withReceipt,
  withoutRow,
} from './conversation-list.ts';

const conversationsKey = (trackerId: string) => [trackerId, 'conversations'] as const;

/** A member's conversations, page by page. */
export function conversationsQuery(trackerId: string) {
  return {
    queryKey: conversationsKey(trackerId),
    queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const before = pageParam ?? undefined;
      const page = await call(listConversations, { trackerId, ...(before && { before }) }, { signal });
      showTotal(page.unread);
      return page;
    },
    initialPageParam: null,
    getNextPageParam: ({ next }: { next: string | null }) => next,
  };
}

/** Takes a message into the list: one that came over the connection, or one that was just sent here. */
export function mergeRow(trackerId: string, news: RowNews): void {
  const list = knownList(trackerId);
  // Without the list only the server knows how many are unread; of a stranger only it knows who it is.
  if (!list) return refreshCounts();
  if (!isComplete(list, news)) return refreshConversations(trackerId);
  change(trackerId, (known) => withNews(known, news));
}

/** The member has seen what this person wrote, which the server has yet to be notified of. */
export function showRead(trackerId: string, profileId: string): void {
  change(trackerId, (known) => withRead(known, profileId));
}

/** The member has read what this person wrote. `total` is how many unread messages are left, where the server said so. */
export function noteRead(trackerId: string, profileId: string, total?: number): void {
  showRead(trackerId, profileId);
  if (total !== undefined) showTotal(total);
  else if (!knownList(trackerId)) refreshCounts();
}

/** This person has received or read what the member wrote. */
export function noteReceipt(
  trackerId: string,
  receipt: { profileId: string; deliveredTo: number; readTo: number },
): void {
  change(trackerId, (known) => withReceipt(known, receipt));
}

/** Marks a conversation as read without opening it: here at once, then on the server. */
export async function markRead(
  trackerId: string,
  { profileId, number }: Pick<ConversationRow, 'profileId' | 'number'>,
): Promise<void> {
  noteRead(trackerId, profileId);
  try {
    const { unread } = await emit(reportReceipt, {
      trackerId,
      profileId,
      deliveredTo: number,
      readTo: number,
    });
    showTotal(unread);
  } catch (error) {
    refreshConversations(trackerId);
    throw error;
  }
}

/** Empties a conversation for the member alone: here at once, then on the server. */
export async function emptyConversation(trackerId: string, profileId: string): Promise<void> {
  change(trackerId, (known) => withoutRow(known, profileId));
  try {
    await call(clearConversation, { trackerId, profileId });
  } finally {
    refreshConversations(trackerId);
  }
}

/** Kindly leaves another member without an answer: here at once, then on the server. Returns what undoes it. */
export async function declineKindly(
  trackerId: string,
  profileId: string,
): Promise<{ sentence: string | null; undo: () => Promise<void> }> {
  const id = crypto.randomUUID();
  change(trackerId, (known) => withDeclined(known, profileId));
  try {
    const { sentence } = await call(closeKindly, { trackerId, profileId, id });
    return {
      sentence,
      undo: async () => {
        await call(unsendMessage, { trackerId, profileId, id });
        refreshConversations(trackerId);
      },
    };
  } finally {
    refreshConversations(trackerId);
  }
}

/** Asks for the list and the badge again. */
export function refreshConversations(trackerId: string): void {
  refreshCounts();
  void queryClient.invalidateQueries({ queryKey: conversationsKey(trackerId) });
}

function knownList(trackerId: string): ConversationList | undefined {
  return queryClient.getQueryData(conversationsKey(trackerId));
}

function change(trackerId: string, next: (known: ConversationList) => ConversationList): void {
  const queryKey = conversationsKey(trackerId);
  const known = knownList(trackerId);
  if (!known) return;
  const changed = next(known);
  if (changed === known) return;
  // A reply that is on its way may have been written before this event.
  const asking = queryClient.isFetching({ queryKey }) > 0;
  queryClient.setQueryData(queryKey, changed);
  showTotal(totalUnread(changed));
  if (asking) void queryClient.invalidateQueries({ queryKey });
}

/** The one count of unread messages that bars, title and other tabs show. */
function showTotal(unreadMessages: number): void {
  updateMember(withUnreadMessages, unreadMessages);
}
