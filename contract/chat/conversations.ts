import { z } from 'zod';
import { CONVERSATIONS_PER_PAGE, MESSAGES_PER_PAGE, PREVIEW_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { credits, epochMilliseconds, photoAddress, profileKind, trackerId } from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';
import { activity, answeringTime, profileId } from '../profile/people.ts';
import { message, messageNumber } from './messages.ts';

/** A person as a conversation shows them. */
export const participantFields = {
  screenName: as('screenName', z.string().max(60)),
  age: as('age', z.int().nullable()),
  /** Null for the system sender. */
  kind: as('kind', profileKind.nullable()),
  photo: as('default_photo', photoAddress.nullable()),
};

const conversationRow = spelled({
  profileId: as('angelId', profileId),
  ...participantFields,
  /** `like` rows lead to the profile: there are no messages yet. */
  type: as('type', spelledWords({ own: 'personal', like: 'like', theirs: 'messaggio' })),
  number: as('numero', messageNumber),
  text: as('msg', z.string().max(PREVIEW_MAX_LETTERS)),
  blurred: as('blurredMessage', z.string().max(PREVIEW_MAX_LETTERS).nullable()),
  hasPhoto: as('foto', z.boolean()),
  at: as('time', epochMilliseconds),
  unread: as('unread', z.int().min(0)),
  read: as('letto', z.boolean()),
  delivered: as('consegnato', z.boolean()),
  notice: as('idNotifica', z.string().max(40).nullable()),
  /** The other one had the last word, and waits for an answer of the caller. */
  owed: as('tocca_a_te', z.boolean()),
});
export type ConversationRow = z.output<typeof conversationRow>;

const owner = { access: 'member', owner: 'trackerId' } as const;
const withOwner = z.object({ trackerId });
const withOther = spelled({ trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) });
const done = z.object({ result: z.literal('OK') });
const cursor = code(100);

export const listConversations = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/messages/:trackerId',
  ...owner,
  summary:
    'The caller’s conversations, newest first, one row each, with likes of those who have not written.',
  params: withOwner,
  query: z.object({ before: cursor.optional() }),
  reply: spelled({
    rows: as('messages', z.array(conversationRow).max(CONVERSATIONS_PER_PAGE)),
    unread: as('totalUnreadMessages', z.int().min(0)),
    /** How many conversations wait for an answer of the caller, among the newest. */
    owed: as('da_rispondere', z.int().min(0)),
    next: as('next', cursor.nullable()),
  }),
  errors: [],
});
export type ConversationPage = z.output<typeof listConversations.reply>;

const conversation = spelled({
  ...participantFields,
  /** As with people: a moderator has compared the first photo with its owner. */
  photoVerified: as('foto_verificata', z.boolean()),
  /** How lately they were here; null where it is unknown. */
  activity: as('attivita', activity.nullable()),
  /** When the other one answers, where that is known of a profile of ours. */
  answersAt: as('risponde', answeringTime.nullable()),
  /** Connected at this moment. Always so for an AI companion. */
  available: as('disponibile', z.boolean()),
  /** There are no messages yet. */
  icebreaker: as('icebreaker', z.boolean()),
  /** Why the caller cannot write, or null. */
  closed: as(
    'chiusa',
    spelledWords({
      system: 'riservato',
      flow: 'flusso',
      blocked: 'bloccato',
      gone: 'assente',
      /** They take a break; take messages only from those they know; or from those whose photo is verified. */
      paused: 'in_pausa',
      known: 'solo_conosciuti',
      verified: 'solo_verificati',
    }).nullable(),
  ),
  /** Their profile waits for moderation, so that there is no page to open yet. */
  inReview: as('in_verifica', z.boolean()),
  /** What the next message costs, and in which credits. */
  cost: as('costo', credits),
  credit: as('credito', spelledWords({ message: 'messaggi', icebreaker: 'icebreaker' })),
  /** The caller's first message was an invitation that has not been answered. */
  invitationPending: as('invito_in_attesa', z.boolean()),
  /** How far the other one has received and read; how far the caller has read. */
  deliveredTo: as('consegnato', messageNumber),
  readTo: as('letto', messageNumber),
  ownReadTo: as('letto_da_me', messageNumber),
  /** Read receipts are kept back until the caller pays for them. */
  receiptsHidden: as('letture_nascoste', z.boolean()),
  unread: as('unread', z.int().min(0)),
});
export type Conversation = z.output<typeof conversation>;

export const readMessages = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/messages/:trackerId/:angelId',
  ...owner,
  summary:
    'The newest messages with a participant in the order of time; older ones before a cursor, newer ones after one.',
  params: withOther,
  query: spelled({ before: as('before', cursor.optional()), after: as('after', cursor.optional()) }),
  reply: spelled({
    messages: as('messages', z.array(message).max(MESSAGES_PER_PAGE)),
    /** For older ones, or with `after` for newer ones. Null where there are none. */
    next: as('next', cursor.nullable()),
    conversation: as('conversazione', conversation),
  }),
  // Of people with whom the caller has never talked.
  errors: ['profile.locked', 'search.region_locked'],
});
export type MessagePage = z.output<typeof readMessages.reply>;

export const deleteMessage = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/get/messages/:trackerId/:angelId/:id',
  ...owner,
  summary: 'The caller no longer sees this message. The other one still does.',
  params: spelled({
    trackerId: as('trackerId', trackerId),
    profileId: as('angelId', profileId),
    id: as('id', z.uuid()),
  }),
  reply: done,
  errors: [],
});

export const restoreMessage = endpoint({
  host: 'api',
  method: 'POST',
  path: '/get/messages/:trackerId/:angelId/:id/restore',
  ...owner,
  summary: 'Undo: the caller sees it again.',
  params: deleteMessage.params,
  reply: done,
  errors: [],
});

export const clearConversation = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/get/messages/:trackerId/:angelId',
  ...owner,
  summary: 'The caller no longer sees what was written so far, and the row is gone until the next message.',
  params: withOther,
  reply: done,
  errors: [],
});
