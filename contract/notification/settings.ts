import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';

/** How soon a member wants to be notified of something while they are away. */
export const pace = z.enum(['at_once', 'hourly', 'daily', 'never']);
export type Pace = z.output<typeof pace>;
const hour = z.int().min(0).max(23);
/** How a member wants to be notified while they are away. What they see in the page stands in their own settings. */
export const notificationSettings = z.object({
  pace: z.object({ message: pace, like: pace, visit: pace }),
  /** Whether it may come by mail at all. */
  mail: z.object({ message: z.boolean(), like: z.boolean(), visit: z.boolean(), gift: z.boolean() }),
  /** Hours of the day where they live, in which nothing comes. The same twice: something may come at any time. */
  quiet: z.object({ from: hour, to: hour }),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
/** Of members who never chose. */
export const defaultNotificationSettings: NotificationSettings = {
  pace: { message: 'at_once', like: 'hourly', visit: 'daily' },
  mail: { message: true, like: true, visit: true, gift: true },
  quiet: { from: 22, to: 8 },
};
const owner = { access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;
export const readNotificationSettings = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/notifications/settings',
  ...owner,
  summary: 'How soon I am told of things while I am not here, what may come by mail, and my quiet hours.',
  reply: notificationSettings,
  errors: [],
});
const { pace: paces, mail, quiet } = notificationSettings.shape;
export const saveNotificationSettings = endpoint({
  host: 'api',
  method: 'PUT',
  path: '/users/:trackerId/notifications/settings',
  ...owner,
  summary: 'Change what is named and leave the rest.',
  body: z.object({
    pace: paces.partial().optional(),
    mail: mail.partial().optional(),
    quiet: quiet.optional(),
  }),
  reply: z.object({ result: z.literal('OK'), settings: notificationSettings }),
  errors: [],
});
