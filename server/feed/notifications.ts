import { z } from 'zod';
import { NOTIFICATIONS_PER_PAGE } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { notificationsRead } from '#contract/notification/notifications.ts';
import type {
  Notification,
  listNotifications as listNotificationsEndpoint,
  markRead as markReadEndpoint,
} from '#contract/notification/notifications.ts';
import type { MemberContext } from '#server/app.ts';
import { markReactionsRead } from '#server/discovery/reactions/pair.ts';
import { markConversationRead } from '#server/messaging/receipts.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { readUuid } from '#server/platform/ids.ts';
import { readLikedThing } from '#server/profiles/liked-thing.ts';
import { ageFrom, smallPhoto } from '#server/profiles/profile-summary.ts';
import { readViewer } from '#server/profiles/viewer.ts';
import { countAll, countUnread, readNotifications } from './notifications.sql.ts';
import type { NotificationRow, NotificationCursor } from './notifications.sql.ts';

/**
 * Likes and visits of one moment are distinguished by kind and sender, and the moment is as exact as the database's.
 */
const cursor = cursorCodec<NotificationCursor>(
  'before',
  z.codec(
    z.tuple([z.int().min(0), z.enum(['like', 'visit']), z.uuid()]),
    z.object({ at: z.number(), kind: z.enum(['like', 'visit']), from_id: z.string() }),
    {
      decode: ([at, kind, from_id]) => ({ at, kind, from_id }),
      encode: ({ at, kind, from_id }): [number, 'like' | 'visit', string] => [at, kind, from_id],
    },
  ),
);

type Input = Pick<InputOf<typeof listNotificationsEndpoint>, 'type' | 'before'>;

export async function listNotifications(
  context: MemberContext,
  { type, before }: Input,
): Promise<ReplyOf<typeof listNotificationsEndpoint>> {
  const { db } = context.app;
  const { brandId } = context;
  const after = cursor.decode(before);
  const { profileId } = await readViewer(context);
  const reader = { brandId, profileId };
  // One more than is shown tells whether there is another page.
  const rows = await readNotifications(db, reader, {
    type,
    cursor: after,
    limit: NOTIFICATIONS_PER_PAGE + 1,
  });
  const shown = rows.slice(0, NOTIFICATIONS_PER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    notifications: shown.map((row) => describe(context, row)),
    next: last ? cursor.encode(last) : null,
    unread: await countUnread(db, reader),
    total: await countAll(db, reader),
  };
}

function describe(context: MemberContext, row: NotificationRow): Notification {
  const what = readLikedThing(row);
  return {
    type: row.kind,
    category: row.answers ? 'answer' : null,
    screenName: row.screen_name,
    profileId: row.from_id,
    age: ageFrom(row.birth_year, context.app.clock),
    kind: row.profile_kind,
    photo: smallPhoto(context, row.photo),
    text: row.message,
    ...(what && { what }),
    blurred: false,
    at: Math.floor(row.at / 1_000),
    unread: row.unread,
  };
}

/** A member who has seen all of another's news has also seen what they wrote. */
export async function markRead(
  context: MemberContext,
  { profileId: from, type }: Pick<InputOf<typeof markReadEndpoint>, 'profileId' | 'type'>,
): Promise<ReplyOf<typeof markReadEndpoint>> {
  const { db, clock, realtime } = context.app;
  const { brandId, accountId } = context;
  const { profileId } = await readViewer(context);
  const fromId = from === undefined ? null : readUuid(from);
  // A reserved id is no profile's, so nothing of theirs is among likes and visits.
  if (fromId !== undefined) {
    const which = { fromId, type: type ?? null, at: clock.now() };
    if (await markReactionsRead(db, { brandId, profileId }, which)) {
      const seen = { profileId: fromId, type: which.type };
      realtime.emit({ brandId, accountIds: [accountId] }, notificationsRead, seen);
    }
  }
  if (from !== undefined && type === undefined) await markConversationRead(context, from);
  return { result: 'OK' };
}
