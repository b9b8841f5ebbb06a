import type { ChatEvent } from '../../contract/chat/live.ts';
import { NOTIFICATION_POLL_MS, RESERVED_PROFILE_IDS } from '../../contract/kernel/constants.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { ageFrom } from '../profiles/age.ts';
import { smallPhoto } from '../profiles/small-photo.ts';
import { describeMessage } from './describe-message.ts';
import { describeSystemSender } from './system-sender.ts';
import { findCompanionAtWork, readPending } from './news-queries.ts';
import type { Face, PendingRow } from './news-queries.ts';

/** A connection, and what it knows: of each person the number of the newest message. */
export interface Listener {
  told: Map<string, number>;
  tell(news: ChatEvent): void;
}

/** Whoever has more than this to read looks at the list. */
const MOST_TOLD = 500;

const LAST = 2_147_483_647;

/** How far a connection knows somebody's messages, because it said so or was told. */
export function noteTold({ told }: Pick<Listener, 'told'>, profileId: string, number: number): void {
  const id = readUuid(profileId);
  const known = id ? told.get(id) : undefined;
  if (!id || number <= (known ?? 0) || (known === undefined && told.size >= MOST_TOLD)) return;
  told.set(id, Math.min(number, LAST));
}

/**
 * Tells a connection of one thing that is really pending and that it does not know yet: the first at once, each further
 * one a while after the last.
 */
export async function pollPending(
  context: MemberContext,
  listener: Listener,
): Promise<Record<string, never>> {
  listener.tell(await findNews(context, listener));
  return {};
}

async function findNews(context: MemberContext, listener: Listener): Promise<ChatEvent> {
  const { db, clock } = context;
  const { told } = listener;
  const pending = told.size < MOST_TOLD ? await readPending(db, context, told, clock.now()) : undefined;
  if (pending) {
    const offset = told.size === 0 ? 0 : NOTIFICATION_POLL_MS;
    noteTold(listener, pending.other_id, pending.message.number);
    return { ...describePending(context, pending), delayed: true, offset };
  }
  const companion = await findCompanionAtWork(db, context);
  if (!companion) return { ...nothing, ...describeNobody(context) };
  const when = { delayed: true, offset: NOTIFICATION_POLL_MS };
  const who = { profileId: companion.other_id, ...describeFace(context, companion) };
  return { ...nothing, ...who, ...when, type: 'writing' };
}

function describePending(context: MemberContext, row: PendingRow) {
  const message = { ...row.message, at: new Date(row.message.at) };
  const described = describeMessage(message, {
    profileId: context.profileId,
    otherId: row.other_id,
    ownName: '',
    otherName: row.screen_name,
    blurs: row.pays && row.replies_blurred,
    deliveredTo: 0,
    readTo: 0,
    ownReadTo: row.read_to,
  });
  return { ...described, ...describeFace(context, row), unread: row.unread };
}

function describeFace(context: MemberContext, row: Face) {
  return {
    screenName: row.screen_name,
    age: ageFrom(row.birth_year, context.clock),
    kind: row.kind,
    portrait: smallPhoto(context, row.photo),
  };
}

function describeNobody(context: MemberContext) {
  const { photo: portrait, ...system } = describeSystemSender(context);
  return { ...system, portrait };
}

const nothing = {
  id: null,
  type: 'nothing',
  number: 0,
  profileId: RESERVED_PROFILE_IDS[0],
  text: '',
  blurred: null,
  name: '',
  at: 0,
  read: true,
  delivered: true,
  notice: null,
  readyMade: false,
  icebreaker: false,
  invitation: false,
  photo: null,
  phoneCovered: false,
  delayed: false,
  offset: 0,
  unread: 0,
} as const;
