/** How a message is sent: by a member, for a profile of ours, or with a like; and who is notified of it. */

import { chat } from '../../contract/chat/live.ts';
import { creditsLeft } from '../../contract/chat/sending.ts';
import type { sendMessage as event } from '../../contract/chat/sending.ts';
import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../contract/kernel/event.ts';
import { cleanLines } from '../../contract/kernel/text.ts';
import type { App, MemberContext, VisitorContext } from '../app.ts';
import type { Brand } from '../brands/directory.ts';
import { decideOnCard } from '../discovery/deck/decide.ts';
import type { Pair } from '../discovery/reactions/pair.ts';
import { recordEvent } from '../platform/analytics-events.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';
import { newId, readUuid } from '../platform/ids.ts';
import { coverPhones } from './cover-phones.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow } from './describe-message.ts';
import { announceWaiting } from './hosts/live.ts';
import type { Outgoing, Stored } from './message-writer.ts';
import { haveTalked, openFor } from './open-conversation.ts';
import { describeProfileSummary, findProfileSummary } from './profile-summaries.ts';
import type { ProfileSummary } from './profile-summaries.ts';
import { writeMessages } from './write-messages.sql.ts';

type Input = Pick<EventInput<typeof event>, 'profileId' | 'text' | 'id' | 'readyMade' | 'photoId'>;
const reserved: ReadonlySet<string> = new Set(RESERVED_PROFILE_IDS);

/**
 * A member writes to somebody. It is stored, paid for and counted at once, or refused. The acknowledgement is what this
 * returns; the same id sent again gets the same one, and nobody is notified twice.
 */
export async function sendMessage(
  context: MemberContext,
  input: Input,
  connection?: string,
): Promise<EventAcknowledgement<typeof event>> {
  if (reserved.has(input.profileId)) fail('chat.closed');
  const text = cleanLines(input.text);
  if (text === '' && input.photoId === undefined) fail('chat.empty');
  const at = context.app.clock.now();
  context.app.messages.count(context.accountId, at.getTime());
  context.app.limits.hitLocally('messageDay', context.accountId);
  const outgoing: Outgoing = {
    brandId: context.brandId,
    fromId: context.profileId,
    toId: readUuid(input.profileId) ?? fail('request.not_found'),
    id: input.id?.toLowerCase() ?? newId(),
    text,
    at,
    readyMade: input.readyMade ?? false,
    photoId: input.photoId ?? null,
    writtenBy: null,
  };
  const stored = await context.app.messages.write(outgoing);
  if (stored.isNew) {
    void notifyParticipants(context.app, context.brand, { outgoing, stored, connection });
    await context.app.activity.record(context.brandId, context.profileId);
  }
  const { messageCredits, iceBreakerCredits } = stored.from;
  return {
    id: outgoing.id,
    number: stored.number,
    at: stored.at.getTime(),
    phoneCovered: stored.phoneCovered,
    messageCredits,
    iceBreakerCredits,
  };
}

type ProfileMessage = Pick<Outgoing, 'fromId' | 'toId' | 'id' | 'text'> & {
  /** `staff:<id>`, `scripted`, `model`. */
  writtenBy: string;
  photoId?: string | undefined;
};

/** A host or a machine writes for a profile of ours. It costs nobody anything. */
export async function sendAsProfile(app: App, brand: Brand, message: ProfileMessage): Promise<Stored> {
  const text = cleanLines(message.text);
  if (text === '' && message.photoId === undefined) fail('chat.empty');
  const outgoing: Outgoing = {
    ...message,
    text,
    brandId: brand.id,
    at: app.clock.now(),
    readyMade: false,
    photoId: message.photoId ?? null,
  };
  const stored = await app.messages.write(outgoing);
  if (stored.isNew) {
    await app.activity.record(brand.id, outgoing.fromId);
    await notifyParticipants(app, brand, { outgoing, stored });
  }
  return stored;
}

/** How often an invitation is tried where somebody else writes there at the same moment. */
const MOST_TRIES = 5;

/**
 * A decision on a card of the deck. The words that go with a like become the first message, which the like pays for. The
 * message is stored before anything is charged, because that is the order in which messages lock as well.
 */
export function decide(
  context: MemberContext,
  input: Parameters<typeof decideOnCard>[1],
  connection?: string,
): ReturnType<typeof decideOnCard> {
  return decideOnCard(context, input, (transaction, pair, text) =>
    storeInvitation(context, transaction, pair, { text, connection }),
  );
}

/** Answers with the words as the other one reads them, or with none where the two have talked already. */
async function storeInvitation(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { text, connection }: { text: string; connection?: string | undefined },
): Promise<string> {
  const { clock } = context.app;
  const { brand, brandId } = context;
  await openFor(tx, brandId, pair);
  const outgoing: Outgoing = {
    brandId,
    fromId: pair.from.id,
    toId: pair.to.id,
    id: newId(),
    text,
    at: clock.now(),
    readyMade: false,
    photoId: null,
    writtenBy: null,
  };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [result] = await writeMessages(tx, [outgoing], { invitation: true });
    if (result?.outcome === 'again') continue;
    if (result?.outcome === 'closed' && !(await haveTalked(tx, brandId, pair))) fail('chat.closed');
    if (result?.outcome !== 'stored') return '';
    const { stored } = result;
    afterCommit(() =>
      notifyParticipants(context.app, brand, { outgoing, stored, invitation: true, connection }),
    );
    return stored.phoneCovered ? coverPhones(text) : text;
  }
  return '';
}

/** A member wanted to write and had no credits left. Where that comes too often it is not counted, and `pause` says so. */
export async function recordCreditsShort(
  { app: { db, clock, limits }, brandId, trackerId, accountId }: MemberContext,
  { profileId }: { profileId: string },
  pause: () => void,
): Promise<Record<string, never>> {
  if (!(await limits.tryHit('creditsShortAccount', accountId))) {
    pause();
    return {};
  }
  const at = clock.now();
  await recordEvent(db, { brandId, type: 'credits_ran_out', at, trackerId, accountId, profileId });
  return {};
}

interface NewMessage {
  outgoing: Outgoing;
  stored: Stored;
  invitation?: boolean;
  /** Where it was sent from, which gets the acknowledgement instead. */
  connection?: string | undefined;
}

/**
 * Notifies both participants of a new message: the receiver, as far as he may read it, and the sender's other devices.
 * Whether that succeeds or not, it is stored.
 */
async function notifyParticipants(app: App, brand: Brand, message: NewMessage): Promise<void> {
  try {
    // Before anything is waited for, so that balances arrive in the order in which they were spent.
    notifyBalance(app, brand, message);
    const { conversationId: id, to } = message.stored;
    if (to.kind === 'staff') announceWaiting(app, { brandId: brand.id, id });
    await notifyReceiver(app, brand, message);
    await notifySender(app, brand, message);
  } catch (error) {
    app.log.error({ err: error }, 'could not notify of a message');
  }
}

/** What is left after a charge, also where the message was sent from. */
function notifyBalance({ realtime }: App, brand: Brand, { stored }: NewMessage): void {
  const { accountId, charged, messageCredits, iceBreakerCredits } = stored.from;
  if (accountId === null || !charged) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  realtime.emit(recipients, creditsLeft, { messageCredits, iceBreakerCredits });
}

async function notifyReceiver(app: App, brand: Brand, message: NewMessage): Promise<void> {
  const { outgoing, stored } = message;
  const { accountId, blurs, unread } = stored.to;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  if (!app.realtime.hasListeners(recipients)) return;
  const sender = await findProfileSummary(app, brand.id, outgoing.fromId);
  if (!sender) return;
  const reader = { profileId: outgoing.toId, ownName: '', blurs };
  const payload = describeNewMessage(app, brand, message, { reader, other: sender });
  app.realtime.emit(recipients, chat, { ...payload, unread });
}

async function notifySender(app: App, brand: Brand, message: NewMessage): Promise<void> {
  const { outgoing, stored, connection } = message;
  const { accountId, unread } = stored.from;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId], except: connection };
  if (!app.realtime.hasListeners(recipients)) return;
  const own = await findProfileSummary(app, brand.id, outgoing.fromId);
  const receiver = await findProfileSummary(app, brand.id, outgoing.toId);
  if (!own || !receiver) return;
  const reader = { profileId: outgoing.fromId, ownName: own.screenName, blurs: false };
  const payload = describeNewMessage(app, brand, message, { reader, other: receiver });
  app.realtime.emit(recipients, chat, { ...payload, unread });
}

interface Audience {
  reader: { profileId: string; ownName: string; blurs: boolean };
  /** Whom the reader talks to. */
  other: ProfileSummary;
}

function describeNewMessage(
  app: App,
  brand: Brand,
  { outgoing, stored, invitation = false }: NewMessage,
  { reader, other }: Audience,
) {
  const { id, fromId, toId, text, readyMade } = outgoing;
  const { number, at, phoneCovered, warning, photo } = stored;
  const row: MessageRow = {
    id,
    number,
    from_id: fromId,
    body: text,
    at,
    ready_made: readyMade,
    invitation,
    phone_covered: phoneCovered,
    warning,
    photo,
  };
  const otherId = reader.profileId === fromId ? toId : fromId;
  const nobodyRead = { deliveredTo: 0, readTo: 0, ownReadTo: 0 };
  return {
    ...describeMessage(row, { ...reader, ...nobodyRead, otherId, otherName: other.screenName }),
    ...describeProfileSummary(app, brand, other),
    delayed: false,
    offset: 0,
  };
}
