import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { serverEvent } from '../kernel/event.ts';
import { credits, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { profileId } from '../profile/people.ts';
import { messageNumber, messageReaction, reactionFields } from './messages.ts';

/** What is done with a message once it is said. */
const owner = { access: 'member', owner: 'trackerId' } as const;
const inConversation = spelled({
  trackerId: as('trackerId', trackerId),
  profileId: as('angelId', profileId),
  id: as('id', z.uuid()),
});

export const reactToMessage = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/get/messages/:trackerId/:angelId/:id/reaction',
  ...owner,
  summary: 'The caller’s sign on a message, instead of the one before; null takes it away.',
  params: inConversation,
  body: spelled({ reaction: as('reazione', messageReaction.nullable()) }),
  reply: z.object({ result: z.literal('OK') }),
  errors: ['chat.closed'],
});

export const unsendMessage = endpoint({
  host: 'api',
  method: 'POST',
  path: '/get/messages/:trackerId/:angelId/:id/unsend',
  ...owner,
  summary:
    'Nobody sees the caller’s message any more, and its credits come back: within five minutes, while it is unread.',
  params: inConversation,
  reply: spelled({
    result: as('result', z.literal('OK')),
    /** How many credits came back. */
    refunded: as('restituiti', credits),
  }),
  errors: ['chat.unsend_late'],
});

export const messageChanged = serverEvent({
  name: 'modifica',
  summary: 'A message was unsent, or carries other signs.',
  payload: spelled({
    profileId: as('angelId', profileId),
    id: as('id', z.uuid()),
    number: as('numero', messageNumber),
    unsent: as('ritirato', z.boolean()),
    ...reactionFields,
  }),
});
export type MessageChange = z.output<typeof messageChanged.payload>;
