import { NOTIFICATIONS_PER_PAGE } from '../../contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type {
  Notification,
  listNotifications as endpoint,
} from '../../contract/notification/notifications.ts';
import type { MemberContext } from '../app.ts';
import { ageFrom, smallPhoto } from '../profiles/profile-summary.ts';
import { readViewer } from '../profiles/viewer.ts';
import { readMark, writeMark } from './page-mark.ts';
import { countAll, countUnread, readNotifications } from './queries.ts';
import type { NotificationRow } from './queries.ts';

type Input = Pick<InputOf<typeof endpoint>, 'type' | 'before'>;

export async function listNotifications(
  context: MemberContext,
  { type, before }: Input,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, brandId } = context;
  const mark = readMark(before);
  const { profileId } = await readViewer(context);
  const reader = { brandId, profileId };
  // One more than is shown tells whether there is another page.
  const rows = await readNotifications(db, reader, { type, mark, limit: NOTIFICATIONS_PER_PAGE + 1 });
  const shown = rows.slice(0, NOTIFICATIONS_PER_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    notifications: shown.map((row) => describe(context, row)),
    next: last ? writeMark(last) : null,
    unread: await countUnread(db, reader),
    total: await countAll(db, reader),
  };
}

function describe(context: MemberContext, row: NotificationRow): Notification {
  return {
    type: row.kind,
    category: row.answers ? 'answer' : null,
    screenName: row.screen_name,
    profileId: row.from_id,
    age: ageFrom(row.birth_year, context.clock),
    kind: row.profile_kind,
    photo: smallPhoto(context, row.photo),
    text: row.message,
    blurred: false,
    at: Math.floor(row.at / 1_000),
    unread: row.unread,
  };
}
