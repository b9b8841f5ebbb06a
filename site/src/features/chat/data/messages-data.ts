import { queryClient } from '#client/query-client.ts';
import {
  type Conversation,
  deleteMessage,
  readMessages,
  restoreMessage,
} from '#contract/chat/conversations.ts';
import { type MessageChange, reactToMessage, unsendMessage } from '#contract/chat/message-actions.ts';
import { type Message, type MessageReaction } from '#contract/chat/messages.ts';
import { type SentMessage } from '#contract/chat/sending.ts';
import { call } from '#site/shell/api.ts';
import { memberStore } from '#site/shell/session.ts';
import { emptyConversation, mergeRow } from './conversations-data.ts';
import { noteDelivered } from './receipts.ts';
import {
  type Phase,
  type Thread,
  cleared,
  firstNumber,
  isGap,
  withChange,
  withMessage,
  withNewer,
  withNewest,
  withOlder,
  withReceipt,
  withRestored,
  withoutMessage,
} from './thread.ts';

/** How far what was missed, or is unread, is fetched in one go. Beyond it the list starts over with the newest. */
const PAGES_AT_ONCE = 8;

const allKey = (trackerId: string) => [trackerId, 'messages'] as const;
export const messagesKey = (trackerId: string, profileId: string) =>
  [...allKey(trackerId), profileId] as const;

export function messagesQuery(trackerId: string, profileId: string) {
  return {
    queryKey: messagesKey(trackerId, profileId),
    queryFn: ({ signal }: { signal: AbortSignal }) => load(trackerId, profileId, signal),
    // What came while the page was not in sight is asked for when it is again.
    staleTime: 0,
    // Thousands of messages are not compared: what has not changed is the same already.
    structuralSharing: false,
  };
}

/** The newest messages, joined to what is known; at first back to the first one that is unread. */
async function load(trackerId: string, profileId: string, signal: AbortSignal): Promise<Thread> {
  const page = await call(readMessages, { trackerId, profileId }, { signal });
  const { conversation } = page;
  const known = knownThread(trackerId, profileId);
  if (known && isGap(known, firstNumber(page.messages))) await catchUp(trackerId, profileId);
  const begins = conversation.unread > 0 && !known ? conversation.ownReadTo + 1 : Infinity;
  const pages = [page];
  for (let oldest = page; oldest.next !== null && pages.length <= PAGES_AT_ONCE; pages.unshift(oldest)) {
    if (firstNumber(oldest.messages) <= begins) break;
    oldest = await call(readMessages, { trackerId, profileId, before: oldest.next }, { signal });
  }
  const messages = pages.flatMap((one) => one.messages);
  const next = pages[0]?.next ?? null;
  const whole = { conversation, messages, next };
  const key = messagesKey(trackerId, profileId).join(' ');
  const loaded = withNewest(knownThread(trackerId, profileId), whole);
  const newest = newestDuringFetch.get(key) ?? 0;
  newestDuringFetch.delete(key);
  if (newest <= loaded.upTo) return loaded;
  const after = String(loaded.upTo);
  const missed = await call(readMessages, { trackerId, profileId, after }, { signal });
  return withNewer(withNewest(knownThread(trackerId, profileId), whole), missed);
}

/** The last number that an event named while a conversation was on its way: the page may have been written before it. */
const newestDuringFetch = new Map<string, number>();

/** Fetches those before the first that is known. One request at a time. */
export async function loadOlder(trackerId: string, profileId: string): Promise<void> {
  const known = knownThread(trackerId, profileId);
  const mark = known?.older;
  if (!known || !mark || known.phase === 'loading_older') return;
  enter(trackerId, profileId, 'loading_older');
  try {
    const page = await call(readMessages, { trackerId, profileId, before: mark });
    change(trackerId, profileId, (thread) => withOlder(thread, page, mark));
    enter(trackerId, profileId, 'ready');
  } catch {
    enter(trackerId, profileId, 'older_failed');
  }
}

/** So many pages of older messages are fetched at most to reach one of them. */
const PAGES_BACK = 60;

/** Fetches older messages until the one under this number is known. Answers whether it is. */
export async function loadBackTo(trackerId: string, profileId: string, number: number): Promise<boolean> {
  for (let pages = 0; pages < PAGES_BACK; pages += 1) {
    const known = knownThread(trackerId, profileId);
    if (!known) return false;
    const first = firstNumber(known.messages);
    if (first > 0 && first <= number) return known.messages.some((message) => message.number === number);
    if (known.older === null || known.phase === 'older_failed') return false;
    await loadOlder(trackerId, profileId);
  }
  return false;
}

const catchingUp = new Map<string, Promise<void>>();

/** Fetches what came after the last message that is known, until nothing is missing. */
export function catchUp(trackerId: string, profileId: string): Promise<void> {
  const key = messagesKey(trackerId, profileId).join(' ');
  const underWay = catchingUp.get(key);
  if (underWay) return underWay;
  const work = fetchMissed(trackerId, profileId).finally(() => catchingUp.delete(key));
  catchingUp.set(key, work);
  return work;
}

async function fetchMissed(trackerId: string, profileId: string): Promise<void> {
  enter(trackerId, profileId, 'catching_up');
  try {
    for (let pages = 0; pages < PAGES_AT_ONCE; pages += 1) {
      const known = knownThread(trackerId, profileId);
      if (!known) return;
      const after = String(known.upTo);
      const page = await call(readMessages, { trackerId, profileId, after });
      change(trackerId, profileId, (thread) => withNewer(thread, page));
      if (page.next === null) break;
    }
    enter(trackerId, profileId, 'ready');
  } catch {
    enter(trackerId, profileId, 'behind');
  }
}

/** A message as an event tells it. */
type IncomingMessage = Omit<Message, 'id'> & { id: string | null };

/** Takes a message that came over the connection into what is known of its conversation. */
export function mergeMessage(trackerId: string, news: IncomingMessage): void {
  const { id, profileId, number, type } = news;
  if (id === null) return;
  if (type === 'theirs' && number > 0) noteDelivered(trackerId, profileId, number);
  const known = knownThread(trackerId, profileId);
  const queryKey = messagesKey(trackerId, profileId);
  if (!known) {
    if (queryClient.isFetching({ queryKey }) > 0) newestDuringFetch.set(queryKey.join(' '), number);
    return;
  }
  const enterIt = () =>
    change(trackerId, profileId, (thread) => withMessage(thread, messageOf({ ...news, id })));
  if (isGap(known, number)) void catchUp(trackerId, profileId).then(enterIt);
  else enterIt();
}

/** The message alone: an event says more, which would be kept in vain. */
function messageOf(news: Message): Message {
  const { id, type, number, profileId, text, blurred, name, at, read, delivered, notice } = news;
  const { readyMade, icebreaker, invitation, photo, phoneCovered, warning, quoted } = news;
  const whole = { id, type, number, profileId, text, blurred, name, at, read, delivered, notice };
  return {
    ...whole,
    readyMade,
    icebreaker,
    invitation,
    photo,
    phoneCovered,
    warning,
    ...(quoted && { quoted }),
  };
}

/** What was written here, as far as it is known before it has its place. */
type Written = Pick<Message, 'id' | 'profileId' | 'text' | 'readyMade' | 'photo' | 'quoted'>;

/** What was written here is stored. Where others came before it, they are fetched, and bring it along. */
export async function mergeSent(trackerId: string, written: Written, sent: SentMessage): Promise<void> {
  const { profileId } = written;
  const { number, at, phoneCovered } = sent;
  const message: Message = {
    ...written,
    type: 'own',
    number,
    at,
    phoneCovered,
    warning: null,
    blurred: null,
    name: memberStore.get()?.screenName ?? '',
    read: false,
    delivered: false,
    notice: null,
    icebreaker: number === 1,
    invitation: false,
  };
  const known = knownThread(trackerId, profileId);
  if (known && isGap(known, number)) await catchUp(trackerId, profileId);
  change(trackerId, profileId, (thread) => withMessage(thread, message));
  mergeRow(trackerId, { ...message, type: 'own', ...(known && participantOf(known.conversation)) });
}

function participantOf({ screenName, age, kind, photo: portrait }: Conversation) {
  return { screenName, age, kind, portrait };
}

/** A message was unsent, or carries other signs. */
export function mergeChange(trackerId: string, { profileId, ...changed }: MessageChange): void {
  change(trackerId, profileId, (thread) => withChange(thread, changed));
}

/** The member's sign on a message: here at once, then on the server. The same again takes it away. */
export async function putReaction(
  trackerId: string,
  message: Message,
  chosen: MessageReaction,
): Promise<void> {
  const { id, profileId, number, ownReaction, theirReaction } = message;
  const reaction = chosen === ownReaction ? null : chosen;
  const show = (own: MessageReaction | null | undefined) =>
    mergeChange(trackerId, {
      profileId,
      id,
      number,
      unsent: false,
      ...(own && { ownReaction: own }),
      ...(theirReaction && { theirReaction }),
    });
  show(reaction);
  try {
    await call(reactToMessage, { trackerId, profileId, id, reaction });
  } catch (error) {
    show(ownReaction);
    throw error;
  }
}

/** The member takes back what they said. Answers how many credits came back. */
export async function takeBackMessage(trackerId: string, message: Message): Promise<number> {
  const { id, profileId, number } = message;
  const { refunded } = await call(unsendMessage, { trackerId, profileId, id });
  mergeChange(trackerId, { profileId, id, number, unsent: true });
  return refunded;
}

/** This person has received or read what the member wrote. */
export function mergeReceipt(
  trackerId: string,
  receipt: { profileId: string; deliveredTo: number; readTo: number },
): void {
  change(trackerId, receipt.profileId, (thread) => withReceipt(thread, receipt));
}

/** What is known of a conversation, or of all of them, is out of date. */
export function refreshMessages(trackerId: string, profileId: string | null): void {
  const queryKey = profileId === null ? allKey(trackerId) : messagesKey(trackerId, profileId);
  void queryClient.invalidateQueries({ queryKey });
}

/** The member no longer wants to see a message: here at once, then on the server. Returns a function that restores it. */
export async function removeMessage(trackerId: string, message: Message): Promise<() => Promise<void>> {
  const { id, profileId } = message;
  const putBack = () => change(trackerId, profileId, (thread) => withRestored(thread, message));
  change(trackerId, profileId, (thread) => withoutMessage(thread, id));
  try {
    await call(deleteMessage, { trackerId, profileId, id });
  } catch (error) {
    putBack();
    throw error;
  }
  return async () => {
    await call(restoreMessage, { trackerId, profileId, id });
    putBack();
  };
}

/** The member no longer wants to see what was said so far. */
export async function removeAll(trackerId: string, profileId: string): Promise<void> {
  await emptyConversation(trackerId, profileId);
  change(trackerId, profileId, cleared);
  refreshMessages(trackerId, profileId);
}

function knownThread(trackerId: string, profileId: string): Thread | undefined {
  return queryClient.getQueryData(messagesKey(trackerId, profileId));
}

export function change(trackerId: string, profileId: string, next: (known: Thread) => Thread): void {
  queryClient.setQueryData<Thread>(messagesKey(trackerId, profileId), (known) => known && next(known));
}

function enter(trackerId: string, profileId: string, phase: Phase): void {
  change(trackerId, profileId, (thread) => (thread.phase === phase ? thread : { ...thread, phase }));
}

/** Whether this message has come before. */
export function isKnown(trackerId: string, profileId: string, number: number): boolean {
  return number > 0 && (knownThread(trackerId, profileId)?.upTo ?? 0) >= number;
}

/** Whether the member has seen this message, as far as is known. */
export function isRead(trackerId: string, profileId: string, number: number): boolean {
  return (knownThread(trackerId, profileId)?.conversation.ownReadTo ?? 0) >= number;
}

/** Whether there are no messages yet, as far as is known. */
export function isIcebreaker(trackerId: string, profileId: string): boolean {
  return knownThread(trackerId, profileId)?.conversation.icebreaker ?? false;
}
