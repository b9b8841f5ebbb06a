import { z } from 'zod';
import { messageReactions } from '../chat/messages.ts';
import { QUOTE_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { code } from '../kernel/text.ts';

/** What hosts do with messages of conversations that they answer in. */
const staff = { host: 'staff', access: 'staff' } as const;
const done = z.object({ ok: z.literal(true) });
const inMessage = z.object({ brand: code(32), id: z.uuid(), messageId: z.uuid() });
const reaction = z.enum(messageReactions);

/** What a message answers, and the signs on it, as hosts see them. */
export const staffMessageAdditions = {
  quoted: z
    .object({
      number: z.int(),
      from: z.enum(['member', 'profile']),
      text: z.string().max(QUOTE_MAX_LETTERS),
      hasPhoto: z.boolean(),
      gone: z.boolean(),
    })
    .nullable(),
  reactions: z.object({ member: reaction.nullable(), profile: reaction.nullable() }),
};

export const reactAsProfile = endpoint({
  ...staff,
  method: 'PUT',
  path: '/brands/:brand/conversations/:id/messages/:messageId/reaction',
  right: 'conversations.answer',
  summary:
    'The profile’s sign on a message; null takes it away. Only who has taken the conversation may put one.',
  params: inMessage,
  body: z.object({ reaction: reaction.nullable() }),
  reply: done,
  errors: ['queue.not_taken', 'chat.closed'],
});

export const unsendAsProfile = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/conversations/:id/messages/:messageId/unsend',
  right: 'conversations.answer',
  summary: 'An answer of the caller’s own is gone for both: within five minutes, while it is unread.',
  params: inMessage,
  reply: done,
  errors: ['chat.unsend_late'],
});
