import { z } from 'zod';
import { MESSAGES_PER_PAGE, MESSAGE_MAX_LETTERS, PREVIEW_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, photoAddress } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';
import { replyWarnings } from './reply-warnings.ts';

/** How hosts answer for the profiles that the staff animates, and moderators look at photos. */
const staff = { host: 'staff', access: 'staff' } as const;
const done = z.object({ ok: z.literal(true) });
const brand = code(32);
const cursor = code(100);
const inConversation = z.object({ brand, id: z.uuid() });

/** Somebody as a host sees them: never how to reach them elsewhere. */
const participant = z.object({
  profileId: z.uuid(),
  screenName: z.string().max(60),
  age: z.int().nullable(),
  region: z.string().max(120).nullable(),
  city: z.string().max(120).nullable(),
  photo: photoAddress.nullable(),
});
const claim = z.object({ staffId: z.uuid(), name: z.string().max(100), until: epochMilliseconds });

const waiting = z.object({
  brand,
  id: z.uuid(),
  profile: participant,
  member: participant,
  waitingSince: epochMilliseconds,
  preview: z.string().max(PREVIEW_MAX_LETTERS),
  claim: claim.nullable(),
});
export type WaitingConversation = z.output<typeof waiting>;

export const listQueue = endpoint({
  ...staff,
  method: 'GET',
  path: '/queue',
  right: 'conversations.answer',
  summary: 'Conversations that wait for an answer of the staff, the longest waiting first.',
  query: z.object({ brand: brand.optional(), after: cursor.optional() }),
  reply: z.object({
    waiting: z.array(waiting).max(50),
    next: cursor.nullable(),
    total: z.int(),
  }),
  errors: [],
});

export const claimNext = endpoint({
  ...staff,
  method: 'POST',
  path: '/queue/next',
  right: 'conversations.answer',
  summary: 'Take the conversation that has waited longest and that nobody has. Null where none waits.',
  body: z.object({ brand: brand.optional() }),
  reply: z.object({ conversation: waiting.nullable() }),
  errors: [],
});

export const claimConversation = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/claim',
  right: 'conversations.answer',
  summary: 'Take a conversation, or keep it for longer. It is given back by itself after a while.',
  params: inConversation,
  reply: z.object({ until: epochMilliseconds }),
  errors: ['queue.taken'],
});

export const releaseConversation = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/conversations/:id/claim',
  right: 'conversations.answer',
  summary: 'Give a conversation back.',
  params: inConversation,
  reply: done,
  errors: [],
});

const staffMessage = z.object({
  id: z.uuid(),
  number: z.int(),
  from: z.enum(['member', 'profile']),
  text: z.string().max(MESSAGE_MAX_LETTERS),
  at: epochMilliseconds,
  read: z.boolean(),
  photo: z.object({ id: z.uuid(), status: z.enum(['pending', 'approved', 'rejected']) }).nullable(),
});

export const readStaffConversation = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/conversations/:id',
  right: 'conversations.answer',
  summary: 'What was said, newest page first, in the order of time.',
  params: inConversation,
  query: z.object({ before: cursor.optional() }),
  reply: z.object({
    profile: participant,
    member: participant,
    messages: z.array(staffMessage).max(MESSAGES_PER_PAGE),
    next: cursor.nullable(),
    waitingSince: epochMilliseconds.nullable(),
    claim: claim.nullable(),
  }),
  errors: [],
});

export const replyAsProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/messages',
  right: 'conversations.answer',
  summary: 'Answer as the profile. Only who has taken the conversation may. The same id is sent once.',
  params: inConversation,
  body: z.object({
    messageId: z.uuid(),
    text: writing(MESSAGE_MAX_LETTERS),
    /** A photo of the profile's own album. */
    photoId: z.uuid().optional(),
    /** What the host was warned of and sends all the same. */
    confirmed: replyWarnings.optional(),
  }),
  reply: z.object({ number: z.int(), at: epochMilliseconds }),
  errors: [
    'queue.not_taken',
    'chat.empty',
    'chat.closed',
    'chat.photo_unknown',
    'reply.unconfirmed',
    'reply.denies_staff',
    'reply.placeholder',
  ],
});

export const typeAsProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/typing',
  right: 'conversations.answer',
  summary: 'The host is writing. The member sees it, and the conversation stays with the host.',
  params: inConversation,
  reply: z.object({ until: epochMilliseconds }),
  errors: ['queue.not_taken'],
});

export const readStaffChatPhoto = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/chat-photos/:id',
  right: ['conversations.answer', 'moderation.decide'],
  summary:
    'A photo in a message: for moderators any, for hosts what was approved for a profile of the staff’s.',
  params: inConversation,
  file: { contentType: 'image/webp' },
  reply: z.instanceof(Blob),
  errors: [],
});
