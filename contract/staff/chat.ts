import { z } from 'zod';
import {
  HANDOVER_NOTE_MAX_LETTERS,
  HOST_NOTES_MOST,
  HOST_NOTE_MAX_LETTERS,
  HOUSE_NOTES_MAX_LETTERS,
  MESSAGES_PER_PAGE,
  MESSAGE_MAX_LETTERS,
  PREVIEW_MAX_LETTERS,
  QUEUE_COUNTED_TO,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, language, photoAddress } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';
import { shownPrompts } from '../profile/prompts.ts';
import { staffMessageAdditions } from './chat-messages.ts';
import { replyWarnings } from './reply-warnings.ts';

/** How hosts answer for the profiles that the staff animates, and moderators look at photos. */
const staff = { host: 'staff', access: 'staff' } as const;
const done = z.object({ ok: z.literal(true) });
const brand = code(32);
const cursor = code(100);
const inConversation = z.object({ brand, id: z.uuid() });

/** A person as a host sees them: never how to reach them elsewhere. */
const participant = z.object({
  profileId: z.uuid(),
  screenName: z.string().max(60),
  age: z.int().nullable(),
  region: z.string().max(120).nullable(),
  city: z.string().max(120).nullable(),
  photo: photoAddress.nullable(),
});
const claim = z.object({ staffId: z.uuid(), name: z.string().max(100), until: epochMilliseconds });

/** What the host who transferred a conversation wrote to the next one. */
const handover = z.object({ by: z.string().max(100), note: z.string().max(HANDOVER_NOTE_MAX_LETTERS) });

/**
 * The lists of the queue: first messages that are not answered yet, later ones, conversations in which the member has
 * been silent for days, and those that the host has taken.
 */
export const queueLists = ['new', 'waiting', 'quiet', 'mine'] as const;
export type QueueList = (typeof queueLists)[number];
const placeInQueue = z.enum(['new', 'waiting', 'quiet']);

const queued = z.object({
  brand,
  id: z.uuid(),
  list: placeInQueue,
  profile: participant,
  member: participant,
  /** When the member began to wait, or the profile wrote last. */
  since: epochMilliseconds,
  preview: z.string().max(PREVIEW_MAX_LETTERS),
  claim: claim.nullable(),
  handover: handover.nullable(),
});
export type QueuedConversation = z.output<typeof queued>;

/** Of which brands: one, all that speak a language, or all that the host works for. */
const ofBrands = { brand: brand.optional(), language: language.optional() };

export const listQueue = endpoint({
  ...staff,
  method: 'GET',
  path: '/queue',
  right: 'conversations.answer',
  summary: 'A list of the queue, the oldest first. What another host has taken is left out.',
  query: z.object({ list: z.enum(queueLists), ...ofBrands, after: cursor.optional() }),
  reply: z.object({ conversations: z.array(queued).max(50), next: cursor.nullable() }),
  errors: [],
});

const count = z
  .int()
  .min(0)
  .max(QUEUE_COUNTED_TO + 1);

export const countQueue = endpoint({
  ...staff,
  method: 'GET',
  path: '/queue/counts',
  right: 'conversations.answer',
  summary: 'How many stand in each list, counted up to a few hundred: one more than that means more.',
  query: z.object(ofBrands),
  reply: z.object({ new: count, waiting: count, quiet: count, mine: count }),
  errors: [],
});

export const claimNext = endpoint({
  ...staff,
  method: 'POST',
  path: '/queue/next',
  right: 'conversations.answer',
  summary: 'Take the unclaimed conversation that has waited longest. Null where none waits.',
  body: z.object(ofBrands),
  reply: z.object({ conversation: queued.nullable() }),
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

export const transferConversation = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/transfer',
  right: 'conversations.answer',
  summary: 'Leave a conversation that one has taken to another host of the brand, with a note.',
  params: inConversation,
  body: z.object({ to: z.uuid(), note: writing(HANDOVER_NOTE_MAX_LETTERS) }),
  reply: done,
  errors: ['queue.not_taken'],
});

export const listHosts = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/hosts',
  right: 'conversations.answer',
  summary: 'Who else answers for the brand, by name; with a conversation, who else answers that one.',
  params: z.object({ brand }),
  query: z.object({ conversation: z.uuid().optional() }),
  reply: z.object({ hosts: z.array(z.object({ staffId: z.uuid(), name: z.string().max(100) })).max(500) }),
  errors: [],
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
  ...staffMessageAdditions,
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
    /** Where it stands in the queue. Null where no member waits, and the member has been silent too short or too long. */
    list: placeInQueue.nullable(),
    claim: claim.nullable(),
    handover: handover.nullable(),
    /** The member cannot be written to: blocked, or gone. */
    closed: z.boolean(),
  }),
  errors: [],
});

const words = z.object({
  about: z.string().max(300),
  description: z.string().max(2000),
  lookingFor: z.string().max(2000),
  prompts: shownPrompts,
});
const hostNote = z.object({
  id: z.uuid(),
  text: z.string().max(HOST_NOTE_MAX_LETTERS),
  /** Null where the author is no longer known. */
  author: z.string().max(100).nullable(),
  /** Whether the caller wrote it, who alone may change it. */
  mine: z.boolean(),
  at: epochMilliseconds,
  edited: z.boolean(),
});
export type HostNote = z.output<typeof hostNote>;

export const readStaffCards = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/conversations/:id/cards',
  right: 'conversations.answer',
  summary:
    'Who the profile is and who the member is: what stands in their profiles, and what hosts wrote down.',
  params: inConversation,
  reply: z.object({
    profile: participant.extend({
      words,
      photos: z.array(photoAddress).max(20),
      /** Who it is and what it never says, as those who manage it wrote it down for hosts. */
      notes: z.string().max(HOUSE_NOTES_MAX_LETTERS),
      /** When it answers, in minutes since midnight where the brand is. */
      hours: z.object({ from: z.int(), to: z.int() }).nullable(),
    }),
    member: participant.extend({ words }),
    facts: z.array(hostNote).max(HOST_NOTES_MOST),
    notes: z.array(hostNote).max(HOST_NOTES_MOST),
  }),
  errors: [],
});

const noteText = writing(HOST_NOTE_MAX_LETTERS);

export const addHostNote = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/notes',
  right: 'conversations.answer',
  summary: 'Write something down about the member or the profile. The same id is stored once.',
  params: inConversation,
  body: z.object({ noteId: z.uuid(), about: z.enum(['member', 'profile']), text: noteText }),
  reply: done,
  errors: ['note.empty', 'note.too_many'],
});

const ofNote = z.object({ brand, noteId: z.uuid() });

export const changeHostNote = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/host-notes/:noteId',
  right: 'conversations.answer',
  summary: 'Change a note of one’s own.',
  params: ofNote,
  body: z.object({ text: noteText }),
  reply: done,
  errors: ['note.empty'],
});

export const deleteHostNote = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/host-notes/:noteId',
  right: 'conversations.answer',
  summary: 'Delete a note of one’s own.',
  params: ofNote,
  reply: done,
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
    /** The number of the message that this one answers. */
    replyTo: z.int().min(1).optional(),
    /** What the host was warned of and sends all the same. */
    confirmed: replyWarnings.optional(),
  }),
  reply: z.object({ number: z.int(), at: epochMilliseconds }),
  errors: [
    'queue.not_taken',
    'reply.under_way',
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
