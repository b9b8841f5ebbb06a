import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import { SHOWN_NOTIFICATIONS_MOST } from '../kernel/constants.ts';
import { clientEvent, serverEvent } from '../kernel/event.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { notificationCategory } from '../notification/notifications.ts';
import { profileId } from '../profile/people.ts';
import { participantFields } from './conversations.ts';
import { messageFields, messageNumber } from './messages.ts';

/** Something that this browser has shown: a message by its number, a like or a visit by its time. */
const shownNotification = spelled({
  type: as('type', spelledWords({ message: 'messaggio', like: 'like', visit: 'visita' })),
  profileId: as('angelId', profileId),
  upTo: as('fino', z.int().min(0)),
});
export type ShownNotification = z.output<typeof shownNotification>;

const who = { trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) };
export const pollPending = clientEvent({
  name: 'brain',
  summary: 'What is pending that this connection does not know yet? It is answered by a `chat` event.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled({
    trackerId: as('trackerId', trackerId),
    type: as('tipologia', ignored()),
    country: as('country', ignored()),
    domain: as('domain', ignored()),
    landedAt: as('landedTime', ignored()),
    flowId: as('fluxid', ignored()),
    level: as('premiumLevel', ignored()),
    region: as('region', ignored()),
    origin: as('provenienza_richiesta', ignored()),
    ai: as('use_ai', ignored()),
    /** What needs not be shown again. Not in the specification. */
    shown: as('mostrate', z.array(shownNotification).max(SHOWN_NOTIFICATIONS_MOST).optional()),
    /** What came to a page that was not in sight and was left: it is to be shown, although it was delivered. Not in the specification. */
    unshown: as('attese', z.array(shownNotification).max(SHOWN_NOTIFICATIONS_MOST).optional()),
  }),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const reportTyping = clientEvent({
  name: 'scrive',
  summary: 'The caller is writing to a participant.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled(who),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const reportReceipt = clientEvent({
  name: 'ricevuta',
  summary: 'How far this device has received, and the caller has read, what a participant wrote.',
  owner: 'trackerId',
  input: spelled({
    ...who,
    deliveredTo: as('consegnato', messageNumber),
    readTo: as('letto', messageNumber),
  }),
  acknowledgement: spelled({ unread: as('totalUnreadMessages', z.int().min(0)) }),
  errors: ['session.not_yours'],
});

const { photo: portrait, ...namedParticipant } = participantFields;

/**
 * Something in a conversation, or an answer to `brain`. With `delayed` a browser waits `offset` before it shows it and
 * asks for the next. A `like` and a `visit` have no id and no number. `writing`: an AI companion writes. `later`: nothing
 * now, but a host's answer is on its way. `nothing`: nothing at all, which the first answer of a connection calls `first`.
 */
export const chat = serverEvent({
  name: 'chat',
  summary:
    'A message, of a participant or of one’s own other device; a participant writes; or what `brain` has found.',
  payload: spelled({
    id: as('id', z.uuid().nullable()),
    type: as(
      'type',
      spelledWords({
        own: 'personal',
        like: 'like',
        visit: 'visita',
        theirs: 'messaggio',
        writing: 'wait_ai',
        later: 'wait_socket',
        nothing: 'full',
        first: 'Default',
      }),
    ),
    /** A like in answer to the reader's own. */
    category: as('categoriaNotifica', notificationCategory.nullable().optional()),
    ...messageFields,
    ...namedParticipant,
    /** Their photo; `photo` is the message's. */
    portrait,
    delayed: as('ritardo', z.boolean()),
    offset: as('offset', z.int().min(0).max(600_000)),
    /** How many of this person's messages are unread. */
    unread: as('unread', z.int().min(0)),
  }),
});
export type ChatEvent = z.output<typeof chat.payload>;

export const typing = serverEvent({
  name: 'scrive',
  summary: 'A participant is writing to the member.',
  payload: spelled({ profileId: as('angelId', profileId) }),
});

export const receiptChanged = serverEvent({
  name: 'ricevuta',
  summary: 'How far a participant has received and read what the member wrote.',
  payload: spelled({
    profileId: as('angelId', profileId),
    deliveredTo: as('consegnato', messageNumber),
    readTo: as('letto', messageNumber),
  }),
});

export const conversationChanged = serverEvent({
  name: 'aggiorna',
  summary:
    'What a device knows of a conversation is out of date: read, deleted or looked at. Without an id: of all.',
  payload: spelled({
    profileId: as('angelId', profileId.nullable()),
    /** How far the member has read, where that is what has changed. */
    readTo: as('letto', messageNumber.optional()),
  }),
});
