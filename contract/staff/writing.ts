/** What helps hosts to write well and honestly: snippets, drafts, translations, photos and replies for later. */

import { z } from 'zod';
import { MESSAGE_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, language, photoAddress } from '../kernel/fields.ts';
import { code, word, writing } from '../kernel/text.ts';
import { concern, replyWarnings } from './reply-warnings.ts';

const staff = { host: 'staff', access: 'staff', right: 'conversations.answer' } as const;
/** Support answers with ready texts too. */
const snippetStaff = { ...staff, right: ['conversations.answer', 'tickets.answer'] } as const;
const done = z.object({ ok: z.literal(true) });
const brand = code(32);
const inConversation = z.object({ brand, id: z.uuid() });

/** How many snippets a brand may have. */
export const SNIPPETS_MOST = 200;
/** How far ahead a reply may be scheduled. */
export const SCHEDULE_HOURS_MOST = 48;
/** A translation may be longer than what was said. */
export const TRANSLATION_MAX_LETTERS = 4 * MESSAGE_MAX_LETTERS;

/** Typed after a slash, so without spaces and capitals. */
export const snippetName = word(40, /^[a-z0-9][a-z0-9-]{0,39}$/);

const snippet = z.object({
  id: z.uuid(),
  name: z.string().max(40),
  language,
  text: z.string().max(MESSAGE_MAX_LETTERS),
  changedAt: epochMilliseconds,
});
export type Snippet = z.output<typeof snippet>;

export const listSnippets = endpoint({
  ...snippetStaff,
  method: 'GET',
  path: '/brands/:brand/snippets',
  summary: 'The ready texts of a brand, by name.',
  params: z.object({ brand }),
  reply: z.object({ snippets: z.array(snippet).max(SNIPPETS_MOST) }),
  errors: [],
});

export const saveSnippet = endpoint({
  ...snippetStaff,
  method: 'PUT',
  path: '/brands/:brand/snippets/:id',
  summary: 'A new snippet, or other words for one. The caller chooses its id.',
  params: inConversation,
  body: z.object({ name: snippetName, language, text: writing(MESSAGE_MAX_LETTERS) }),
  reply: snippet,
  errors: ['chat.empty', 'snippet.name_taken', 'snippet.too_many', 'snippet.placeholder_unknown'],
});

export const deleteSnippet = endpoint({
  ...snippetStaff,
  method: 'DELETE',
  path: '/brands/:brand/snippets/:id',
  summary: 'A snippet is no longer there. Twice is once.',
  params: inConversation,
  reply: done,
  errors: [],
});

const scheduled = z.object({
  id: z.uuid(),
  text: z.string().max(MESSAGE_MAX_LETTERS),
  sendAt: epochMilliseconds,
  /** Who wrote it. */
  by: z.string().max(100),
  mine: z.boolean(),
  status: z.enum(['waiting', 'returned']),
  /** Why it was not sent. */
  because: z.enum(['member_wrote', 'closed', 'check']).nullable(),
});
export type ScheduledReply = z.output<typeof scheduled>;

export const readWritingAids = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/conversations/:id/writing',
  summary: 'What a host who answers there has at hand.',
  params: inConversation,
  reply: z.object({
    /** The member's. */
    language,
    /** For the placeholders of snippets. */
    values: z.object({
      name: z.string().max(60),
      city: z.string().max(120).nullable(),
      age: z.string().max(3).nullable(),
      profile: z.string().max(60),
    }),
    /** Whether a model can suggest drafts and translate. */
    model: z.boolean(),
    /** The member has asked whether the profile is real, and has had no answer since. */
    askedIfReal: z.boolean(),
    /** What is true about it, in the member's language. */
    honestAnswer: z.string().max(MESSAGE_MAX_LETTERS),
    /** Signs of danger in what waits for an answer, with what a host may say about help. */
    concerns: z
      .array(z.object({ concern, help: z.string().max(MESSAGE_MAX_LETTERS) }))
      .max(concern.options.length),
    /** Replies for later that wait there or came back. */
    scheduled: z.array(scheduled).max(20),
    /** Whether the profile likes the member already, and when it last had a look. */
    liked: z.boolean(),
    visitedAt: epochMilliseconds.nullable(),
  }),
  errors: [],
});

export const suggestDraft = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/draft',
  summary: 'A model suggests a reply, which a person reads, changes and sends.',
  params: inConversation,
  reply: z.object({ text: z.string().max(MESSAGE_MAX_LETTERS) }),
  errors: ['queue.not_taken', 'model.off', 'model.unavailable', 'model.spent'],
});

export const translateMessage = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/messages/:messageId/translation',
  summary: 'What was said, in another language. Translated once and kept.',
  params: inConversation.extend({ messageId: z.uuid() }),
  body: z.object({ to: language }),
  reply: z.object({ text: z.string().max(TRANSLATION_MAX_LETTERS) }),
  errors: ['model.off', 'model.unavailable', 'model.spent'],
});

export const translateReply = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/translation',
  summary: 'What a host is about to send, in the member’s language. Nothing is sent.',
  params: inConversation,
  body: z.object({ text: writing(MESSAGE_MAX_LETTERS) }),
  reply: z.object({ text: z.string().max(MESSAGE_MAX_LETTERS) }),
  errors: ['queue.not_taken', 'chat.empty', 'model.off', 'model.unavailable', 'model.spent'],
});

export const readAlbum = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/conversations/:id/album',
  summary: 'The approved photos of the profile that is answered for.',
  params: inConversation,
  reply: z.object({
    photos: z
      .array(
        z.object({
          id: z.uuid(),
          address: photoAddress,
          width: z.int(),
          height: z.int(),
          /** This member has got it already. */
          sent: z.boolean(),
        }),
      )
      .max(20),
  }),
  errors: [],
});

export const scheduleReply = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/conversations/:id/scheduled/:replyId',
  summary:
    'Sends a reply at a time of the next two days, unless the member writes before. The caller chooses its id.',
  params: inConversation.extend({ replyId: z.uuid() }),
  body: z.object({
    text: writing(MESSAGE_MAX_LETTERS),
    sendAt: epochMilliseconds,
    confirmed: replyWarnings.optional(),
  }),
  reply: scheduled,
  errors: [
    'queue.not_taken',
    'chat.empty',
    'chat.closed',
    'reply.unconfirmed',
    'reply.denies_staff',
    'reply.placeholder',
    'schedule.time',
  ],
});

export const cancelScheduled = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/conversations/:id/scheduled/:replyId',
  summary: 'A reply for later is not sent, or one that came back is put away. The member waits again.',
  params: inConversation.extend({ replyId: z.uuid() }),
  reply: done,
  errors: [],
});

export const listScheduled = endpoint({
  ...staff,
  method: 'GET',
  path: '/scheduled-replies',
  summary: 'The caller’s replies for later: those that came back first, then by their time.',
  reply: z.object({
    replies: z
      .array(
        scheduled.extend({
          brand,
          conversationId: z.uuid(),
          profile: z.string().max(60),
          member: z.string().max(60),
        }),
      )
      .max(100),
  }),
  errors: [],
});

export const reportConcern = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/concerns',
  summary:
    'A member may be under age or in danger: moderation gets the conversation, and it costs nothing any more.',
  params: inConversation,
  body: z.object({ concern }),
  reply: done,
  errors: [],
});
