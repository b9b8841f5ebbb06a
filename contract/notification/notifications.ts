import { z } from 'zod';
import { INVITE_MAX_LETTERS, NOTIFICATIONS_PER_PAGE } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { serverEvent } from '../kernel/event.ts';
import { epochMilliseconds, photoAddress, profileKind, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { likedThing } from '../profile/liked-thing.ts';
import { profileId } from '../profile/people.ts';

export const notificationType = spelledWords({ like: 'like', visit: 'visita' });
export type NotificationType = z.output<typeof notificationType>;

export const notificationCategory = spelledWords({ answer: 'risposta_a_like' });

const notification = spelled({
  type: as('type', notificationType),
  /** A like in answer to the reader's own. */
  category: as('categoriaNotifica', notificationCategory.nullable()),
  screenName: as('screenName', z.string().max(60)),
  profileId: as('angelId', profileId),
  age: as('age', z.int().nullable()),
  kind: as('kind', profileKind),
  photo: as('default_photo', photoAddress.nullable()),
  text: as('msg', z.string().max(INVITE_MAX_LETTERS)),
  /** What of the reader's is liked. Left out where that is the person, or nothing, as with a visit. */
  what: as('cosa', likedThing.optional()),
  blurred: as('blurred', z.boolean()),
  at: as('time', epochMilliseconds),
  unread: as('unread', z.boolean()),
});
export type Notification = z.output<typeof notification>;

const owner = { access: 'member', owner: 'trackerId' } as const;

export const listNotifications = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/notifications/:trackerId',
  ...owner,
  summary: 'Likes and visits, newest first, of one type or of both.',
  params: z.object({ trackerId }),
  query: spelled({
    type: as('type', notificationType.optional()),
    before: as('before', code(100).optional()),
  }),
  reply: spelled({
    notifications: as('messages', z.array(notification).max(NOTIFICATIONS_PER_PAGE)),
    next: as('next', z.string().max(100).nullable()),
    unread: as(
      'nonLetti',
      spelled({ likes: as('like', z.int().min(0)), visits: as('visita', z.int().min(0)) }),
    ),
    /** How many there are of each, for the tabs. */
    total: as('totali', spelled({ likes: as('like', z.int().min(0)), visits: as('visita', z.int().min(0)) })),
  }),
  errors: [],
});
export type NotificationPage = z.output<typeof listNotifications.reply>;

export const notificationsRead = serverEvent({
  name: 'novitaLette',
  summary: 'Likes and visits were seen, on whatever device: those of one person, of one type, or all.',
  payload: spelled({
    profileId: as('angelId', profileId.nullable()),
    type: as('type', notificationType.nullable()),
  }),
});

export const markRead = endpoint({
  host: 'api',
  method: 'POST',
  path: '/log/notification/readed',
  ...owner,
  summary: 'Likes and visits have been seen: those of one person, of one type, or all.',
  body: spelled({
    trackerId: as('clickid', trackerId),
    profileId: as('angelId', profileId.optional()),
    type: as('type', notificationType.optional()),
  }),
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
