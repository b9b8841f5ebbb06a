import { z } from 'zod';
import { ignored } from '../kernel/claims.ts';
import {
  CONVERSATIONS_PER_PAGE,
  MESSAGES_PER_PAGE,
  MESSAGE_MAX_LETTERS,
  PHOTO_MAX_BYTES,
  PREVIEW_MAX_LETTERS,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { clientEvent, serverEvent } from '../kernel/event.ts';
import {
  credits,
  epochMilliseconds,
  photoAddress,
  premiumLevel,
  profileKind,
  trackerId,
} from '../kernel/fields.ts';
import { activity, profileId } from '../profile/people.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { code, writing } from '../kernel/text.ts';

/** Where a message stands in its conversation: 1, 2, 3, without gaps. Likes have none. */
const number = z.int().min(0);

/** A photo in a message. Until our people have looked at it only its sender sees it. */
const chatPhoto = spelled({
  id: as('id', z.uuid()),
  status: as('stato', spelledWords({ pending: 'in_attesa', approved: 'approvata', rejected: 'rifiutata' })),
  width: as('width', z.int()),
  height: as('height', z.int()),
  thumbhash: as('thumbhash', z.string().max(60).nullable()),
});
export type ChatPhoto = z.output<typeof chatPhoto>;

const messageFields = {
  number: as('numero', number),
  /** Whom the reader talks to. */
  profileId: as('angelId', profileId),
  /** Empty where it is blurred. */
  text: as('msg', z.string().max(20_000)),
  /** The same shape with other letters, where the reader has to pay for the words. */
  blurred: as('blurredMessage', z.string().max(MESSAGE_MAX_LETTERS).nullable()),
  /** The sender's screen name. */
  name: as('name', z.string().max(60)),
  at: as('time', epochMilliseconds),
  /** Seen by whoever received it; reached one of his devices. */
  read: as('letto', z.boolean()),
  delivered: as('consegnato', z.boolean()),
  /** A notice of the house. The text of `benvenuto` is HTML. */
  notice: as('idNotifica', z.string().max(40).nullable()),
  /** Chosen from the ready-made first words. */
  readyMade: as('precompilato', z.boolean()),
  /** The first of its conversation. */
  icebreaker: as('icebreaker', z.boolean()),
  /** An invitation that goes with a like. */
  invitation: as('invito', z.boolean()),
  photo: as('foto', chatPhoto.nullable()),
  /** A telephone number in it is covered for whoever reads it. */
  phoneCovered: as('avviso_telefono', z.boolean()),
};

export const message = spelled({
  id: as('id', z.uuid()),
  type: as('type', spelledWords({ own: 'personal', like: 'like', theirs: 'messaggio' })),
  ...messageFields,
});
export type Message = z.output<typeof message>;

/** Somebody as a conversation shows them. */
const companionFields = {
  screenName: as('screenName', z.string().max(60)),
  age: as('age', z.int().nullable()),
  /** Null for the house itself. */
  kind: as('kind', profileKind.nullable()),
  photo: as('default_photo', photoAddress.nullable()),
};

const conversationRow = spelled({
  profileId: as('angelId', profileId),
  ...companionFields,
  /** `like` rows lead to the profile: nobody has written yet. */
  type: as('type', spelledWords({ own: 'personal', like: 'like', theirs: 'messaggio' })),
  number: as('numero', number),
  text: as('msg', z.string().max(PREVIEW_MAX_LETTERS)),
  blurred: as('blurredMessage', z.string().max(PREVIEW_MAX_LETTERS).nullable()),
  hasPhoto: as('foto', z.boolean()),
  at: as('time', epochMilliseconds),
  unread: as('unread', z.int().min(0)),
  read: as('letto', z.boolean()),
  delivered: as('consegnato', z.boolean()),
  notice: as('idNotifica', z.string().max(40).nullable()),
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
    next: as('next', cursor.nullable()),
  }),
  errors: [],
});
export type ConversationPage = z.output<typeof listConversations.reply>;

const conversation = spelled({
  ...companionFields,
  /** How lately they were here; null where nobody can tell. */
  activity: as('attivita', activity.nullable()),
  /** Connected at this moment. Always so for an AI companion. */
  available: as('disponibile', z.boolean()),
  /** Nobody has written yet. */
  icebreaker: as('icebreaker', z.boolean()),
  /** Why the caller cannot write, or null. */
  closed: as(
    'chiusa',
    spelledWords({ house: 'riservato', flow: 'flusso', blocked: 'bloccato', gone: 'assente' }).nullable(),
  ),
  /** What the next message costs, and in which credits. */
  cost: as('costo', credits),
  credit: as('credito', spelledWords({ message: 'messaggi', icebreaker: 'icebreaker' })),
  /** The caller's first message was an invitation that has not been answered. */
  invitationPending: as('invito_in_attesa', z.boolean()),
  /** How far the other one has received and read; how far the caller has read. */
  deliveredTo: as('consegnato', number),
  readTo: as('letto', number),
  ownReadTo: as('letto_da_me', number),
  /** Read marks are kept back until the caller pays for them. */
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
    'The newest messages with somebody in the order of time; older ones before a mark, newer ones after one.',
  params: withOther,
  query: spelled({ before: as('before', cursor.optional()), after: as('after', cursor.optional()) }),
  reply: spelled({
    messages: as('messages', z.array(message).max(MESSAGES_PER_PAGE)),
    /** For older ones, or with `after` for newer ones. Null where there are none. */
    next: as('next', cursor.nullable()),
    conversation: as('conversazione', conversation),
  }),
  errors: [],
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
  summary:
    'The caller no longer sees what was written so far, and the row is gone until somebody writes again.',
  params: withOther,
  reply: done,
  errors: [],
});

export const uploadChatPhoto = endpoint({
  host: 'api',
  method: 'POST',
  path: '/upload/:trackerId/:angelId',
  ...owner,
  needsRegion: true,
  summary:
    'A photo for a message to somebody. It is sent with `chat`, and seen by the other one when it was checked.',
  params: withOther,
  upload: { name: 'photo', wire: 'foto', maxBytes: PHOTO_MAX_BYTES, tooLarge: 'photo.too_large' },
  reply: spelled({ result: as('result', z.literal('OK')), photo: as('foto', chatPhoto) }),
  errors: ['photo.not_image', 'photo.too_large', 'photo.too_many', 'chat.closed', 'profile.refused'],
});

export const readChatPhoto = endpoint({
  host: 'api',
  method: 'GET',
  path: '/get/photo/:trackerId/:id',
  ...owner,
  summary: 'A photo of one of the caller’s conversations, as far as he may see it.',
  params: z.object({ trackerId, id: z.uuid() }),
  file: { contentType: 'image/webp', keepSeconds: 86_400 },
  reply: z.instanceof(Blob),
  errors: [],
});

const who = { trackerId: as('trackerId', trackerId), profileId: as('angelId', profileId) };
const claims = {
  screenName: as('screenName', ignored()),
  host: as('servizio', ignored()),
  country: as('country', ignored()),
};
const whatIsLeft = {
  messageCredits: as('creditiTotali', credits),
  iceBreakerCredits: as('creditiIcebreaker', credits),
};

export const sendMessage = clientEvent({
  name: 'chat',
  summary:
    'The caller writes to somebody. The same id is stored and charged once. Acknowledged when it is stored.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled({
    ...who,
    ...claims,
    id: as('id', z.uuid().optional()),
    text: as('msg', writing(MESSAGE_MAX_LETTERS)),
    readyMade: as('precompilato', z.boolean().nullable().optional()),
    photoId: as('foto', z.uuid().optional()),
    time: as('time', ignored()),
    blurred: as('blurredMessage', ignored()),
    icebreaker: as('icebreaker', ignored()),
  }),
  acknowledgement: spelled({
    id: as('id', z.uuid()),
    number: as('numero', number),
    at: as('time', epochMilliseconds),
    phoneCovered: as('avviso_telefono', z.boolean()),
    ...whatIsLeft,
  }),
  errors: [
    'chat.credits_short',
    'chat.empty',
    'chat.closed',
    'profile.refused',
    'chat.photo_unknown',
    'profile.locked',
    'request.not_found',
    'session.not_yours',
  ],
});
export type SentMessage = z.output<typeof sendMessage.acknowledgement>;

export const pressing = clientEvent({
  name: 'pressing',
  summary: 'A message was refused for want of credits. The funnel counts it.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled({ ...who, ...claims, landedAt: as('landedTime', ignored()) }),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const askForNews = clientEvent({
  name: 'brain',
  summary: 'What is pending that this connection has not been told yet? It is answered by a `chat` event.',
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
  }),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const sayTyping = clientEvent({
  name: 'scrive',
  summary: 'The caller is writing to somebody.',
  owner: 'trackerId',
  needsRegion: true,
  input: spelled(who),
  acknowledgement: z.object({}),
  errors: ['session.not_yours'],
});

export const sayReceived = clientEvent({
  name: 'ricevuta',
  summary: 'How far this device has received, and the caller has read, what somebody wrote.',
  owner: 'trackerId',
  input: spelled({ ...who, deliveredTo: as('consegnato', number), readTo: as('letto', number) }),
  acknowledgement: spelled({ unread: as('totalUnreadMessages', z.int().min(0)) }),
  errors: ['session.not_yours'],
});

const { photo: portrait, ...namedCompanion } = companionFields;

/**
 * Something in a conversation, or an answer to `brain`. With `delayed` a browser waits `offset` before it shows it and
 * asks for the next. `writing`: an AI companion writes. `later`: nothing now. `nothing`: nothing at all.
 */
export const chat = serverEvent({
  name: 'chat',
  summary:
    'A message, of somebody’s or of one’s own other device; somebody writes; or what `brain` has found.',
  payload: spelled({
    id: as('id', z.uuid().nullable()),
    type: as(
      'type',
      spelledWords({
        own: 'personal',
        like: 'like',
        theirs: 'messaggio',
        writing: 'wait_ai',
        later: 'wait_socket',
        nothing: 'full',
        first: 'Default',
      }),
    ),
    ...messageFields,
    ...namedCompanion,
    /** Their photo; `photo` is the message's. */
    portrait,
    delayed: as('ritardo', z.boolean()),
    offset: as('offset', z.int().min(0).max(600_000)),
    /** How many of this person's messages are unread. */
    unread: as('unread', z.int().min(0)),
  }),
});
export type ChatNews = z.output<typeof chat.payload>;

export const creditsLeft = serverEvent({
  name: 'creditiResidui',
  summary: 'What the member has left, told to every other device of his; and his level, when it has changed.',
  payload: spelled({ ...whatIsLeft, level: as('premiumLevel', premiumLevel.optional()) }),
});

export const typing = serverEvent({
  name: 'scrive',
  summary: 'Somebody is writing to the member.',
  payload: spelled({ profileId: as('angelId', profileId) }),
});

export const received = serverEvent({
  name: 'ricevuta',
  summary: 'How far somebody has received and read what the member wrote.',
  payload: spelled({
    profileId: as('angelId', profileId),
    deliveredTo: as('consegnato', number),
    readTo: as('letto', number),
  }),
});

export const conversationChanged = serverEvent({
  name: 'aggiorna',
  summary:
    'What a device knows of a conversation is out of date: read, deleted or looked at. Without an id: of all.',
  payload: spelled({ profileId: as('angelId', profileId.nullable()) }),
});

export const pausePressing = serverEvent({
  name: 'pausePressing',
  summary: '`pressing` comes too often and is not counted for a while. Browsers do nothing.',
  payload: z.object({}),
});
