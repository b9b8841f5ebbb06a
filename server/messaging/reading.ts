import { createHash } from 'node:crypto';
import type { Conversation, MessagePage } from '#contract/chat/conversations.ts';
import type { Message } from '#contract/chat/messages.ts';
import { MESSAGES_PER_PAGE } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { MemberContext } from '#server/app.ts';
import { decodeNumberCursor, refuseCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { readUuid } from '#server/platform/ids.ts';
import { activityOf } from '#server/profiles/people.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import { describeMessage, plainMessage } from './describe-message.ts';
import type { MessageRow, Reader } from './describe-message.ts';
import { describeReactions, readMessageReactions } from './message-reactions.ts';
import { checkStranger } from './open-conversation.ts';
import { LAST_NUMBER, readConversationState, readNewer, readOlder } from './reading.sql.ts';
import type { ConversationState, View } from './reading.sql.ts';
import { hidesReceipts, recordReceipt } from './receipts.ts';
import { findSystemSender, readSystemMessages } from './system-messages.ts';
import type { Range } from './system-messages.ts';

interface Wanted {
  profileId: string;
  before?: string | undefined;
  after?: string | undefined;
}

/** A page of a conversation. It is empty for a visible profile that the member has not talked to yet. */
export async function readMessages(context: MemberContext, wanted: Wanted): Promise<MessagePage> {
  const range = decodeRange(wanted);
  const system = findSystemSender(wanted.profileId);
  if (system) return readSystemMessages(context, system, range);
  const otherId = readUuid(wanted.profileId);
  if (!otherId || otherId === context.profileId) return fail('request.not_found');
  const { db, clock } = context.app;
  const state = await readConversationState(db, context, otherId, clock.now());
  if (!state?.readable) return fail('request.not_found');
  if (!state.last_number) await checkStranger(context, { ...state, id: otherId });
  const receiptsHidden = hidesReceipts(context, state);
  const reader: Reader = {
    profileId: context.profileId,
    otherId,
    ownName: state.own_name,
    otherName: state.screen_name,
    blurs: state.blurs,
    deliveredTo: state.other_delivered_to ?? 0,
    readTo: receiptsHidden ? 0 : (state.other_read_to ?? 0),
    ownReadTo: state.read_to ?? 0,
  };
  const { messages, next } = await readPage(context, state, range, reader);
  // What was fetched has reached a device.
  const newest = Math.max(0, ...messages.map(({ number }) => number));
  if (newest > (state.delivered_to ?? 0))
    await recordReceipt(context, { profileId: otherId, deliveredTo: newest, readTo: 0 });
  const conversation = await describeConversation(context, state, { ...reader, receiptsHidden });
  return { messages, next, conversation };
}

function decodeRange({ before, after }: Omit<Wanted, 'profileId'>): Range {
  if (after === undefined)
    return { before: before === undefined ? LAST_NUMBER : decodeNumberCursor(before, 'before') };
  return before === undefined ? { after: decodeNumberCursor(after, 'after') } : refuseCursor('before');
}

/** A like stands with the oldest messages, and there is room for it on every page. */
async function readPage(
  { app: { db }, brandId, profileId }: MemberContext,
  { liked_at, conversation_id: conversationId, cleared_to, has_reactions: hasReactions }: ConversationState,
  range: Range,
  reader: Reader,
): Promise<{ messages: Message[]; next: string | null }> {
  const like = liked_at && likeEntry(liked_at, reader);
  const size = like ? MESSAGES_PER_PAGE - 1 : MESSAGES_PER_PAGE;
  const view: View | undefined =
    conversationId === null ? undefined : { brandId, profileId, conversationId, clearedTo: cleared_to ?? 0 };
  const found = view
    ? await (range.after === undefined ? readOlder(db, view, range.before) : readNewer(db, view, range.after))
    : [];
  const shown = found.slice(0, size);
  const signs = view && hasReactions ? await readReactionsOf(db, view, shown) : [];
  const describe = (row: MessageRow): Message => ({
    ...describeMessage(row, reader),
    ...describeReactions(
      signs.filter(({ number }) => number === row.number),
      reader,
    ),
  });
  const next = found.length > size ? String(shown.at(-1)?.number) : null;
  if (range.after !== undefined) return { messages: shown.map(describe), next };
  const messages = shown.toReversed().map(describe);
  return { messages: like && next === null ? inOrder(like, messages) : messages, next };
}

function readReactionsOf(db: DbOrTx, view: View, shown: readonly MessageRow[]) {
  const numbers = shown.map(({ number }) => number);
  return numbers.length === 0
    ? []
    : readMessageReactions(db, view, [Math.min(...numbers), Math.max(...numbers)]);
}

function inOrder(like: Message, messages: readonly Message[]): Message[] {
  const later = messages.findIndex(({ at }) => at > like.at);
  return later < 0 ? [...messages, like] : messages.toSpliced(later, 0, like);
}

function likeEntry(at: Date, { otherId, profileId, otherName }: Reader): Message {
  return {
    ...plainMessage,
    id: likeId(otherId, profileId),
    type: 'like',
    profileId: otherId,
    name: otherName,
    at: at.getTime(),
  };
}

/** Always the same for the same two, so that a browser knows it again. */
function likeId(fromId: string, toId: string): string {
  const hex = createHash('sha256').update(`like ${fromId} ${toId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function describeConversation(
  context: MemberContext,
  state: ConversationState,
  { deliveredTo, readTo, ownReadTo, receiptsHidden }: Reader & { receiptsHidden: boolean },
): Promise<Conversation> {
  const { closed, kind } = state;
  const exists = closed !== 'gone' && closed !== 'blocked';
  return {
    screenName: state.screen_name,
    age: ageFrom(state.birth_year, context.app.clock),
    kind,
    photo: exists ? smallPhoto(context, state.photo) : null,
    photoVerified: exists && state.photo_verified,
    activity: exists && kind === 'member' ? activityOf(state.last_active_at, context.app.clock) : null,
    answersAt: exists ? state.answers_at : null,
    available: exists && state.answers_at !== 'later' && (await isAvailable(context, state)),
    icebreaker: (state.last_number ?? 0) === 0,
    closed,
    inReview: exists && state.in_review,
    cost: state.cost,
    credit: state.credit,
    invitationPending: state.invitation_pending ?? false,
    deliveredTo,
    readTo,
    ownReadTo,
    receiptsHidden,
    unread: state.unread ?? 0,
  };
}

async function isAvailable(
  { app: { realtime }, brandId }: MemberContext,
  { kind, other_account_id: accountId, claimed }: ConversationState,
): Promise<boolean> {
  if (kind === 'ai') return true;
  if (kind === 'staff' || accountId === null) return claimed;
  // While presence is unavailable, the conversation is read without it.
  const online = await realtime.presence.online(brandId, [accountId]).catch(() => new Set<string>());
  return online.has(accountId);
}
