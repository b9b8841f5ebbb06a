import { z } from 'zod';
import { PAUSE_MOST_DAYS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { user } from './user.ts';

const owner = { access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;

/** From whom a member takes messages: from all, from those they liked or wrote to, or from the verified among those. */
export const messagesFrom = z.enum(['everybody', 'known', 'verified']);
export type MessagesFrom = z.output<typeof messagesFrom>;

export const safetySettings = z.object({
  messagesFrom,
  /** Profiles of the staff and AI companions may write to the member first. */
  staffMessages: z.boolean(),
});
export type SafetySettings = z.output<typeof safetySettings>;

export const readSafety = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/safety',
  ...owner,
  summary: 'Who may write to me.',
  reply: safetySettings,
  errors: [],
});

export const saveSafety = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId/safety',
  ...owner,
  summary: 'Change who may write to me: what is named, and nothing else.',
  body: safetySettings.partial(),
  reply: z.object({ result: z.literal('OK'), settings: safetySettings }),
  errors: [],
});

export const startPause = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/safety/pause',
  ...owner,
  summary: 'Take a break: I am neither found nor written to, and get no notifications. A plan goes on.',
  body: z.object({
    /** How long; null until I come back. */
    days: z.int().min(1).max(PAUSE_MOST_DAYS).nullable(),
  }),
  reply: z.object({ result: z.literal('OK'), user }),
  errors: [],
});

export const endPause = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/users/:trackerId/safety/pause',
  ...owner,
  summary: 'I am back.',
  reply: startPause.reply,
  errors: [],
});
