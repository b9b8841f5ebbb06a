/** Notifications by Telegram: a member opens a chat with the brand's bot by a link that is good once. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';

const ofMember = {
  host: 'api',
  access: 'member',
  owner: 'trackerId',
  params: z.object({ trackerId }),
} as const;

export const readMessenger = endpoint({
  ...ofMember,
  beforeConsent: true,
  method: 'GET',
  path: '/users/:trackerId/messenger',
  summary: 'Whether the brand has a bot, and whether my chat with it is connected.',
  reply: spelled({
    available: as('disponibile', z.boolean()),
    connectedAt: as('collegato', epochMilliseconds.nullable()),
  }),
  errors: [],
});
export type MessengerState = z.output<typeof readMessenger.reply>;

export const connectMessenger = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/messenger',
  summary:
    'A link to the bot that connects the first chat that opens it. It is good once, for a quarter of an hour. Asks for fresh proof.',
  reply: spelled({
    link: as('link', z.url().max(300)),
    expiresAt: as('scadenza', epochMilliseconds),
  }),
  errors: ['messenger.off', 'password.needed', 'password.none'],
});

export const disconnectMessenger = endpoint({
  ...ofMember,
  beforeConsent: true,
  method: 'DELETE',
  path: '/users/:trackerId/messenger',
  summary: 'No more notifications by Telegram.',
  reply: z.object({ result: z.literal('OK') }),
  errors: [],
});
