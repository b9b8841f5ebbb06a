/** How a message is sent: by a member, for a profile of ours, or with a like. */

import type { sendMessage as event } from '#contract/chat/sending.ts';
import type { like as likeEvent } from '#contract/discovery/deck.ts';
import { RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { EventAcknowledgement, EventInput } from '#contract/kernel/event.ts';
import { cleanLines } from '#contract/kernel/text.ts';
import { recordEvent } from '#server/analytics/events.ts';
import type { App, MemberContext, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { decideOnCard } from '#server/discovery/deck/decide.ts';
import { likePerson } from '#server/discovery/reactions/likes-and-visits.ts';
import { noWords } from '#server/discovery/reactions/pair.ts';
import type { InvitationWords, Pair } from '#server/discovery/reactions/pair.ts';
import type { AfterCommit, Tx } from '#server/platform/database/database.ts';
import { newId, readUuid } from '#server/platform/ids.ts';
import { asksIfReal } from '#server/safety/asks-if-real.ts';
import { coverPhones, holdsPhone } from '#server/safety/cover-phones.ts';
import { announceMessage, announceStored } from './announcing.ts';
import { haveTalked, openAsProfile, openConversation, openFor } from './open-conversation.ts';
import type { Outgoing, Stored } from './outgoing.ts';
import { isInPage } from './receivers-in-page.ts';
import { checkTurns } from './turns.ts';
import { writeMessages } from './write-messages.sql.ts';

type LikeInput = EventInput<typeof likeEvent>;
type Input = Pick<
  EventInput<typeof event>,
  'profileId' | 'text' | 'id' | 'readyMade' | 'photoId' | 'replyTo'
>;
const reserved: ReadonlySet<string> = new Set(RESERVED_PROFILE_IDS);

/**
 * Stores, charges and counts a member's message at once, or refuses it. The acknowledgement is what this returns; the
 * same id sent again gets the same one. It goes out once all who are connected have been notified, so that every
 * acknowledged message has been announced.
 */
export async function sendMessage(
  context: MemberContext,
  input: Input,
  { connection, isAnswered = true }: { connection?: string; isAnswered?: boolean } = {},
): Promise<EventAcknowledgement<typeof event>> {
  if (reserved.has(input.profileId)) fail('chat.closed');
  const text = cleanLines(input.text);
  if (text === '' && input.photoId === undefined) fail('chat.empty');
  const at = context.app.clock.now();
  context.app.messages.count(context.accountId, at.getTime());
  context.app.limits.hitLocally('messageDay', context.accountId);
  const toId = readUuid(input.profileId) ?? fail('request.not_found');
  const outgoing: Outgoing = {
    brandId: context.brandId,
    fromId: context.profileId,
    toId,
    id: input.id?.toLowerCase() ?? newId(),
    text,
    at,
    readyMade: input.readyMade ?? false,
    photoId: input.photoId ?? null,
    replyTo: input.replyTo ?? null,
    free: asksIfReal(text),
    writtenBy: null,
    inPage: isInPage(context.app, context.brandId, toId),
  };
  const { app, brand } = context;
  const message = { outgoing, connection };
  const stored = await context.app.messages.write(outgoing, {
    open: () => openConversation(context, outgoing.toId),
    // Its sender has learned by then that the outcome is unknown, and got no balance with it.
    storedLate: (late) => announceMessage(app, brand, { ...message, stored: late }),
  });
  if (stored.isNew) {
    const announced = announceMessage(app, brand, { ...message, stored, hasBalance: isAnswered });
    await app.activity.record(context.brandId, context.profileId);
    await announced;
  } else await announceStored(app, brand, keyOf(outgoing, stored), { connection, hasBalance: isAnswered });
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
  replyTo?: number | undefined;
  /** The honest answer, or help: its words are withheld from no reader. */
  free?: boolean;
};

/** A host or a machine writes for a profile of ours. Neither participant pays for it. */
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
    replyTo: message.replyTo ?? null,
    free: message.free ?? false,
    inPage: isInPage(app, brand.id, message.toId),
  };
  const announce = (stored: Stored) => announceMessage(app, brand, { outgoing, stored });
  const stored = await app.messages.write(outgoing, {
    open: () => openAsProfile(app.db, outgoing),
    storedLate: announce,
  });
  if (stored.isNew) {
    await app.activity.record(brand.id, outgoing.fromId);
    await announce(stored);
  } else await announceStored(app, brand, keyOf(outgoing, stored));
  return stored;
}

const keyOf = ({ brandId, id }: Outgoing, { conversationId }: Stored) => ({ brandId, conversationId, id });

/**
 * A like, and the words that may go with it. They are a message like any other, and what it costs pays for the like as well;
 * a question whether a person answers is free, and pays for nothing.
 */
export async function like(
  context: MemberContext,
  { words = '', messageId, ...liked }: Pick<LikeInput, 'profileId' | 'what' | 'words' | 'messageId'>,
  connection?: string,
): ReturnType<typeof likePerson> {
  await checkTurns(context.app.db, context);
  const text = cleanLines(words);
  if (text === '') return likePerson(context, liked);
  const message = { profileId: liked.profileId, text, id: messageId };
  await sendMessage(context, message, connection === undefined ? {} : { connection });
  return likePerson(context, liked, { paid: !asksIfReal(text) });
}

/** How often an invitation is tried where another message is written there at the same moment. */
const MOST_TRIES = 5;

/**
 * A decision on a card of the deck. The words that go with a like become the first message, which the like pays for. The
 * message is stored before anything is charged, because that is the order in which messages lock as well.
 */
export async function decide(
  context: MemberContext,
  input: Parameters<typeof decideOnCard>[1],
  connection?: string,
): ReturnType<typeof decideOnCard> {
  if (input.verdict === 'like') await checkTurns(context.app.db, context);
  return decideOnCard(context, input, (transaction, pair, text) =>
    storeInvitation(context, transaction, pair, { text, connection }),
  );
}

/** Answers with the words, or with none where the two have talked already. */
async function storeInvitation(
  context: VisitorContext,
  { tx, afterCommit }: { tx: Tx; afterCommit: AfterCommit },
  pair: Pair,
  { text, connection }: { text: string; connection?: string | undefined },
): Promise<InvitationWords> {
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
    replyTo: null,
    free: false,
    writtenBy: null,
    inPage: isInPage(context.app, brandId, pair.to.id),
  };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [result] = await writeMessages(tx, [outgoing], { invitation: true });
    if (result?.outcome === 'again') continue;
    if (result?.outcome === 'closed' && !(await haveTalked(tx, brandId, pair))) fail('chat.closed');
    if (result?.outcome !== 'stored') return noWords;
    const { stored } = result;
    afterCommit(() =>
      announceMessage(context.app, brand, { outgoing, stored, invitation: true, connection }),
    );
    const covered = holdsPhone(text) ? coverPhones(text) : null;
    return { text, covered, shown: stored.phoneCovered && covered !== null ? covered : text };
  }
  return noWords;
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
