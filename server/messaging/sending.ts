import { creditsLeft } from '../../contract/chat/sending.ts';
import type { sendMessage as event } from '../../contract/chat/sending.ts';
import { RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '../../contract/kernel/event.ts';
import type { MemberContext, App, VisitorContext } from '../app.ts';
import { newId, readUuid } from '../platform/ids.ts';
import { cleanLines } from '../../contract/kernel/text.ts';
import type { Outgoing, Stored } from './message-writer.ts';
import type { Brand } from '../brands/directory.ts';
import { chat } from '../../contract/chat/live.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { describeMessage } from './describe-message.ts';
import type { MessageRow } from './describe-message.ts';
import { findFace } from './profile-summaries.ts';
import type { Face } from './profile-summaries.ts';
import type { AfterCommit, Tx } from '../platform/database/database.ts';
import type { Pair } from '../discovery/reactions/meet.ts';
import { openFor } from './open-conversation.ts';
import { writeMessages } from './write-messages.sql.ts';
import { recordEvent } from '../platform/analytics-events.ts';

type Input = Pick<EventInput<typeof event>, 'profileId' | 'text' | 'id' | 'readyMade' | 'photoId'>;
const reserved: ReadonlySet<string> = new Set(RESERVED_PROFILE_IDS);

/** A member writes to somebody. It is stored, paid for and counted at once, or refused. */
export async function sendMessage(
  context: MemberContext,
  input: Input,
  connection?: string,
): Promise<EventAcknowledgement<typeof event>> {
  if (reserved.has(input.profileId)) fail('chat.closed');
  const text = cleanLines(input.text);
  if (text === '' && input.photoId === undefined) fail('chat.empty');
  const at = context.clock.now();
  context.messages.count(context.accountId, at.getTime());
  context.limits.hitLocally('messageDay', context.accountId);
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
  const stored = await context.messages.write(outgoing);
  if (stored.isNew) void announceMessage(context, context.brand, { outgoing, stored, connection });
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

type Writing = Pick<Outgoing, 'fromId' | 'toId' | 'id' | 'text'> & {
  /** `staff:<id>`, `scripted`, `model`. */
  writtenBy: string;
};

/** A host or a machine writes for a profile of ours. It costs nobody anything. */
export async function sendAsProfile(app: App, brand: Brand, writing: Writing): Promise<Stored> {
  const text = cleanLines(writing.text);
  if (text === '') fail('chat.empty');
  const outgoing: Outgoing = {
    ...writing,
    text,
    brandId: brand.id,
    at: app.clock.now(),
    readyMade: false,
    photoId: null,
  };
  const stored = await app.messages.write(outgoing);
  if (stored.isNew) await announceMessage(app, brand, { outgoing, stored });
  return stored;
}

type Teller = Pick<App, 'config' | 'clock' | 'db' | 'log' | 'origins' | 'realtime'>;

interface Announcement {
  outgoing: Outgoing & { invitation?: boolean };
  stored: Stored;
  /** Where it was sent from, which is answered instead. */
  connection?: string | undefined;
}

/**
 * Tells both sides of a new message: the receiver, as far as he may read it, and the sender's other devices. Whether they
 * hear of it or not, it is stored.
 */
async function announceMessage(app: Teller, brand: Brand, announcement: Announcement): Promise<void> {
  try {
    // At once, so that what is left is told in the order in which it was spent.
    tellCredits(app, brand, announcement);
    await tellReceiver(app, brand, announcement);
    await tellSender(app, brand, announcement);
  } catch (error) {
    app.log.error({ err: error }, 'a message could not be announced');
  }
}

/** What is left after a charge, also where the message was sent from. */
function tellCredits({ realtime }: Teller, brand: Brand, { stored }: Announcement): void {
  const { accountId, charged, messageCredits, iceBreakerCredits } = stored.from;
  if (accountId === null || !charged) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  realtime.emit(recipients, creditsLeft, { messageCredits, iceBreakerCredits });
}

async function tellReceiver(app: Teller, brand: Brand, { outgoing, stored }: Announcement): Promise<void> {
  const { accountId, blurs, unread } = stored.to;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId] };
  if (!app.realtime.hasListeners(recipients)) return;
  const sender = await findFace(app, brand.id, outgoing.fromId);
  if (!sender) return;
  const names = { ownName: '', otherName: sender.screenName };
  const sides = { profileId: outgoing.toId, otherId: outgoing.fromId };
  app.realtime.emit(recipients, chat, {
    ...describeMessage(rowOf(outgoing, stored), { ...sides, ...names, ...NOBODY_READ, blurs }),
    ...describeFace(app, brand, sender),
    ...AT_ONCE,
    unread,
  });
}

async function tellSender(
  app: Teller,
  brand: Brand,
  { outgoing, stored, connection }: Announcement,
): Promise<void> {
  const { accountId, unread } = stored.from;
  if (accountId === null) return;
  const recipients = { brandId: brand.id, accountIds: [accountId], except: connection };
  if (!app.realtime.hasListeners(recipients)) return;
  const own = await findFace(app, brand.id, outgoing.fromId);
  const receiver = await findFace(app, brand.id, outgoing.toId);
  if (!own || !receiver) return;
  const names = { ownName: own.screenName, otherName: receiver.screenName };
  const sides = { profileId: outgoing.fromId, otherId: outgoing.toId };
  app.realtime.emit(recipients, chat, {
    ...describeMessage(rowOf(outgoing, stored), { ...sides, ...names, ...NOBODY_READ, blurs: false }),
    ...describeFace(app, brand, receiver),
    ...AT_ONCE,
    unread,
  });
}

const NOBODY_READ = { deliveredTo: 0, readTo: 0, ownReadTo: 0 };
const AT_ONCE = { delayed: false, offset: 0 };

function rowOf(outgoing: Announcement['outgoing'], stored: Stored): MessageRow {
  const { number, at, phoneCovered, photo } = stored;
  const { id, fromId, text, readyMade, invitation = false } = outgoing;
  return {
    id,
    number,
    from_id: fromId,
    body: text,
    at,
    ready_made: readyMade,
    invitation,
    phone_covered: phoneCovered,
    photo,
  };
}

function describeFace(app: Teller, brand: Brand, { screenName, kind, birthYear, photo }: Face) {
  const { config, clock, origins } = app;
  const portrait = smallPhoto({ brand, brandId: brand.id, config, origins }, photo);
  return { screenName, kind, age: ageFrom(birthYear, clock), portrait };
}

/** As often as somebody else may write there at the very moment. */
const MOST_TRIES = 5;

/**
 * The words that go with a like become the first message, which the like pays for. Where the two have talked already
 * there is none, and the words are dropped. Answers whether there is. It comes before anything is charged: those who
 * write lock in that order as well.
 */
export async function storeInvitation(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { text, connection }: { text: string; connection?: string | undefined },
): Promise<boolean> {
  const { brand, brandId, clock } = context;
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
    if (result?.outcome !== 'stored') return false;
    const { stored } = result;
    const announced = { ...outgoing, invitation: true };
    afterCommit(() => announceMessage(context, brand, { outgoing: announced, stored, connection }));
    return true;
  }
  return false;
}

/** Somebody wanted to write and had no credits left. Where that comes too often it is not counted, and `pause` says so. */
export async function notePressing(
  { db, brandId, clock, limits, trackerId, accountId }: MemberContext,
  { profileId }: { profileId: string },
  pause: () => void,
): Promise<Record<string, never>> {
  if (!(await limits.tryHit('pressingAccount', accountId))) {
    pause();
    return {};
  }
  const at = clock.now();
  await recordEvent(db, { brandId, type: 'credits_ran_out', at, trackerId, accountId, profileId });
  return {};
}
