/** What `brain` answers: what is really pending, one thing at a time, and nothing that the connection knows. */

import type { ChatEvent, ShownNotification } from '#contract/chat/live.ts';
import { NOTIFICATION_POLL_MS, RESERVED_PROFILE_IDS } from '#contract/kernel/constants.ts';
import type { MemberContext } from '#server/app.ts';
import { findPendingReaction } from '#server/discovery/reactions/pending-reactions.ts';
import type { PendingReaction } from '#server/discovery/reactions/pending-reactions.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { readUuid } from '#server/platform/ids.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import { describeMessage, plainMessage } from './describe-message.ts';
import { findCompanionAtWork, isReplyComing, readPendingMessage } from './pending.sql.ts';
import type { PendingRow, SummaryRow } from './pending.sql.ts';
import { LAST_NUMBER } from './reading.sql.ts';
import { describeSystemSender } from './system-messages.ts';

/**
 * What a connection knows, because it said so or was sent it: of each person the number of the newest message, and the
 * time of the newest like and visit.
 */
export interface KnownToConnection {
  /** It has asked before. */
  asked: boolean;
  /** An answer carried it to the connection. */
  answered: boolean;
  message: Map<string, number>;
  like: Map<string, number>;
  visit: Map<string, number>;
}

export function noneKnown(): KnownToConnection {
  return { asked: false, answered: false, message: new Map(), like: new Map(), visit: new Map() };
}

/** A member who has more than this of a kind to look at looks at the list. */
const MOST_KNOWN = 500;

/** Records that a connection knows this much of what another member did. */
export function recordKnown(known: KnownToConnection, { type, profileId, upTo }: ShownNotification): void {
  const id = readUuid(profileId);
  const of = known[type];
  const before = id ? of.get(id) : undefined;
  if (!id || upTo <= (before ?? 0) || (before === undefined && of.size >= MOST_KNOWN)) return;
  of.set(id, type === 'message' ? Math.min(upTo, LAST_NUMBER) : upTo);
}

/** An answer that a host has written for a time so near is on its way. */
const SOON = 5 * MINUTE;

/**
 * The next thing that the connection does not know yet: messages before likes and visits. The first is to be shown at
 * once, each further one a while after the last. Where there is none: that a companion is writing, that a host's answer
 * is on its way, or nothing, which a connection gets as `first` when it asks for the first time.
 */
export async function findPending(
  context: MemberContext,
  known: KnownToConnection,
  unshown: readonly ShownNotification[] = [],
): Promise<ChatEvent> {
  const { db, clock } = context.app;
  const now = clock.now();
  const isFirst = !known.asked;
  known.asked = true;
  const pending = await findNews(context, known, unshown);
  if (pending) {
    const offset = known.answered ? NOTIFICATION_POLL_MS : 0;
    known.answered = true;
    return { ...pending, delayed: true, offset };
  }
  const companion = await findCompanionAtWork(db, context);
  if (companion) {
    const when = { delayed: true, offset: NOTIFICATION_POLL_MS };
    const who = { profileId: companion.other_id, ...describeSummary(context, companion) };
    return { ...nothing, ...who, ...when, type: 'writing' };
  }
  const { photo: portrait, ...sender } = describeSystemSender(context);
  const coming = await isReplyComing(db, context, { now, until: new Date(now.getTime() + SOON) });
  // It holds no name: the participant who writes says so by an event of their own.
  const type = coming ? 'later' : isFirst ? 'first' : 'nothing';
  return { ...nothing, ...sender, portrait, type };
}

async function findNews(
  context: MemberContext,
  known: KnownToConnection,
  unshown: readonly ShownNotification[],
) {
  const { db } = context.app;
  const deliveredUnshown = unshown.flatMap(({ type, profileId }) =>
    type === 'message' ? (readUuid(profileId) ?? []) : [],
  );
  const message =
    known.message.size < MOST_KNOWN
      ? await readPendingMessage(db, context, { known: known.message, deliveredUnshown })
      : undefined;
  if (message) {
    recordKnown(known, { type: 'message', profileId: message.other_id, upTo: message.message.number });
    return describePendingMessage(context, message);
  }
  if (Math.max(known.like.size, known.visit.size) >= MOST_KNOWN) return undefined;
  const reaction = await findPendingReaction(db, context, known);
  if (!reaction) return undefined;
  const { kind: type, other_id: profileId, at } = reaction;
  recordKnown(known, { type, profileId, upTo: at.getTime() });
  return describeReaction(context, reaction);
}

function describePendingMessage(context: MemberContext, row: PendingRow) {
  const message = { ...row.message, at: new Date(row.message.at) };
  const described = describeMessage(message, {
    profileId: context.profileId,
    otherId: row.other_id,
    ownName: '',
    otherName: row.screen_name,
    blurs: row.blurs,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: row.read_to,
  });
  return { ...described, ...describeSummary(context, row), unread: row.unread };
}

function describeReaction(context: MemberContext, row: PendingReaction): ChatEvent {
  return {
    ...nothing,
    ...describeSummary(context, { ...row, kind: row.profile_kind }),
    type: row.kind,
    category: row.answers ? 'answer' : null,
    profileId: row.other_id,
    name: row.screen_name,
    text: row.message,
    at: row.at.getTime(),
    read: false,
    unread: 1,
  };
}

function describeSummary(context: MemberContext, row: SummaryRow) {
  return {
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.app.clock),
    kind: row.kind,
    portrait: smallPhoto(context, row.photo),
  };
}

const nothing = {
  ...plainMessage,
  id: null,
  profileId: RESERVED_PROFILE_IDS[0],
  name: '',
  at: 0,
  delayed: false,
  offset: 0,
  unread: 0,
} as const;
