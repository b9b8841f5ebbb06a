import { z } from 'zod';
import { clientEvent, serverEvent } from '../kernel/event.ts';
import { trackerId } from '../kernel/fields.ts';
import { paymentOutcome } from '../billing/payment-outcome.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';

const empty = z.object({});

export const announce = clientEvent({
  name: 'clickid',
  summary: 'The browser says whose connection this is, after each connect.',
  input: trackerId,
  acknowledgement: empty,
  errors: ['session.not_yours'],
});

export const restart = serverEvent({
  name: 'restart',
  summary: 'The server is about to restart: reload, with some jitter.',
  payload: empty,
});

export const oldSocketRemoved = serverEvent({
  name: 'oldSocketRemoved',
  summary: 'Too many connections of one account: this oldest one is closed.',
  payload: empty,
});

export const paymentDecided = serverEvent({
  name: 'pagamento',
  summary: 'What the member was told to wait for: a payment that was under way is decided.',
  payload: spelled({
    orderId: as('order', z.uuid()),
    type: as('type', spelledWords({ paid: 'purchOk', not_paid: 'purchKo' })),
    outcome: as('message', paymentOutcome),
  }),
});

export const moderationDecided = serverEvent({
  name: 'moderazione',
  summary: 'Moderation has decided on something of the member’s: he looks different now.',
  payload: spelled({
    what: as(
      'tipo',
      spelledWords({
        profile: 'profilo',
        change: 'modifica',
        photo: 'foto',
        chat_photo: 'foto_chat',
        review: 'recensione',
      }),
    ),
    approved: as('approvato', z.boolean()),
  }),
});
