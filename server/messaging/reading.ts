import { createHash } from 'node:crypto';
import type { Conversation, MessagePage } from '../../contract/chat/conversations.ts';
import type { Message } from '../../contract/chat/messages.ts';
import { FREE_MESSAGE_COST, MESSAGES_PER_PAGE, PREMIUM_LEVELS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { activityOf } from '../profiles/people.ts';
import { describeMessage } from './describe-message.ts';
import type { Reader } from './describe-message.ts';
import { findSystemSender, readSystemMessages } from './system-messages.ts';
import { noteReceived, hidesReceipts } from './receipts.ts';
import { readNewer, readOlder, readStanding } from './reading.sql.ts';
import type { Standing, View } from './reading.sql.ts';

interface Wanted {
  profileId: string;
  before?: string | undefined;
  after?: string | undefined;
}

/** A page of what was said with somebody. Who can be seen and has not been talked to yet has an empty one. */
export async function readMessages(context: MemberContext, wanted: Wanted): Promise<MessagePage> {
  const place = readPlace(wanted);
  const system = findSystemSender(wanted.profileId);
  if (system) return readSystemMessages(context, system, place);
  const otherId = readUuid(wanted.profileId);
  if (!otherId || otherId === context.profileId) return fail('request.not_found');
  const { db, clock } = context;
  const standing = await readStanding(db, context, otherId, clock.now());
  if (!standing || !mayLook(standing)) return fail('request.not_found');
  const reader = readerOf(context, standing, otherId);
  const { messages, next } = await readPage(context, standing, place, reader);
  // What was fetched has reached a device.
  const newest = Math.max(0, ...messages.map(({ number }) => number));
  if (newest > (standing.delivered_to ?? 0))
    await noteReceived(context, { profileId: otherId, deliveredTo: newest, readTo: 0 });
  return { messages, next, conversation: await describe(context, standing, reader) };
}

/** Who has never talked to somebody sees them only as everybody does. */
function mayLook({ last_number, status, blocks, is_blocked }: Standing): boolean {
  return (last_number ?? 0) > 0 || (status === 'visible' && !blocks && !is_blocked);
}

/** Who begins pays. */
const paysFor = ({ pays, last_number }: Standing) => (last_number ?? 0) === 0 || (pays ?? true);

function readerOf(context: MemberContext, standing: Standing, otherId: string): Reader {
  const pays = paysFor(standing);
  const hidden = hidesReceipts(context, { level: standing.level, flowId: standing.flow_id, pays });
  return {
    profileId: context.profileId,
    otherId,
    ownName: standing.own_name,
    otherName: standing.screen_name,
    blurs: pays && standing.replies_blurred,
    deliveredTo: standing.other_delivered_to ?? 0,
    readTo: hidden ? 0 : (standing.other_read_to ?? 0),
    ownReadTo: standing.read_to ?? 0,
  };
}

/** A like stands with the oldest messages, and there is room for it on every page. */
async function readPage(
  { db, brandId, profileId, clock }: MemberContext,
  standing: Standing,
  place: Place,
  reader: Reader,
): Promise<{ messages: Message[]; next: string | null }> {
  const like = standing.liked_at && likeEntry(standing.liked_at, reader);
  const size = like ? MESSAGES_PER_PAGE - 1 : MESSAGES_PER_PAGE;
  const { conversation_id: conversationId, cleared_to: clearedTo } = standing;
  const view: View | undefined =
    conversationId === null
      ? undefined
      : { brandId, profileId, conversationId, clearedTo: clearedTo ?? 0, now: clock.now() };
  const found = view
    ? await (place.after === undefined ? readOlder(db, view, place.before) : readNewer(db, view, place.after))
    : [];
  const shown = found.slice(0, size);
  const next = found.length > size ? String(shown.at(-1)?.number) : null;
  if (place.after !== undefined) return { messages: shown.map((row) => describeMessage(row, reader)), next };
  const messages = shown.toReversed().map((row) => describeMessage(row, reader));
  return { messages: like && next === null ? inOrder(like, messages) : messages, next };
}

function inOrder(like: Message, messages: readonly Message[]): Message[] {
  const later = messages.findIndex(({ at }) => at > like.at);
  return later < 0 ? [...messages, like] : messages.toSpliced(later, 0, like);
}

function likeEntry(at: Date, { otherId, profileId, otherName }: Reader): Message {
  return {
    id: likeId(otherId, profileId),
    type: 'like',
    number: 0,
    profileId: otherId,
    text: '',
    blurred: null,
    name: otherName,
    at: at.getTime(),
    read: true,
    delivered: true,
    notice: null,
    readyMade: false,
    icebreaker: false,
    invitation: false,
    photo: null,
    phoneCovered: false,
  };
}

/** Always the same for the same two, so that a browser knows it again. */
function likeId(fromId: string, toId: string): string {
  const hex = createHash('sha256').update(`like ${fromId} ${toId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function describe(context: MemberContext, standing: Standing, reader: Reader): Promise<Conversation> {
  const closed = closedFor(context, standing);
  const isThere = closed !== 'gone' && closed !== 'blocked';
  return {
    screenName: standing.screen_name,
    age: ageFrom(standing.birth_year, context.clock),
    kind: standing.kind,
    photo: isThere ? smallPhoto(context, standing.photo) : null,
    activity:
      isThere && standing.kind === 'member' ? activityOf(standing.last_active_at, context.clock) : null,
    available: isThere && (await isAvailable(context, standing)),
    icebreaker: (standing.last_number ?? 0) === 0,
    closed,
    ...priceOf(context, standing),
    invitationPending: standing.invitation_pending ?? false,
    deliveredTo: reader.deliveredTo,
    readTo: reader.readTo,
    ownReadTo: reader.ownReadTo,
    receiptsHidden: hidesReceipts(context, {
      level: standing.level,
      flowId: standing.flow_id,
      pays: paysFor(standing),
    }),
    unread: standing.unread ?? 0,
  };
}

/** Whoever was blocked is not told so: the other one is just not there. */
function closedFor({ brand }: MemberContext, standing: Standing): Conversation['closed'] {
  if (standing.blocks) return 'blocked';
  if (standing.is_blocked || !standing.active || standing.status === 'rejected') return 'gone';
  const flow = brand.flows.get(standing.flow_id);
  return flow && !flow.messages && !flow.invites ? 'flow' : null;
}

async function isAvailable({ realtime, brandId }: MemberContext, standing: Standing): Promise<boolean> {
  const { kind, other_account_id: accountId } = standing;
  if (kind === 'ai') return true;
  if (kind === 'staff' || accountId === null) return standing.claimed;
  // Where nobody can tell who is connected, the conversation is read all the same.
  const online = await realtime.presence.online(brandId, [accountId]).catch(() => new Set<string>());
  return online.has(accountId);
}

function priceOf({ brand }: MemberContext, standing: Standing): Pick<Conversation, 'cost' | 'credit'> {
  const { level, flow_id, last_number, icebreaker_credits } = standing;
  if (!paysFor(standing) || level === PREMIUM_LEVELS.top) return { cost: 0, credit: 'message' };
  if (level === PREMIUM_LEVELS.credits)
    return { cost: brand.flows.get(flow_id)?.messageValue ?? 0, credit: 'message' };
  const isFirst = (last_number ?? 0) === 0 && icebreaker_credits > 0;
  return { cost: FREE_MESSAGE_COST, credit: isFirst ? 'icebreaker' : 'message' };
}

/** Which messages are wanted: those before a number, or those after one. */
export type Place = { before: number; after?: undefined } | { after: number };

const LAST = 2_147_483_647;

function readPlace({ before, after }: { before?: string | undefined; after?: string | undefined }): Place {
  if (after === undefined) return { before: before === undefined ? LAST : readNumber('before', before) };
  return before === undefined ? { after: readNumber('after', after) } : refuse('before');
}

function readNumber(path: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(path);
}

function refuse(path: string): never {
  return fail('request.malformed', {
    issues: [{ path, problem: 'must come from the last page, and alone' }],
  });
}
