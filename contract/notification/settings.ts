import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { allKinds, forEachKind, notificationKinds, pace, pacedKinds } from './kinds.ts';
import type { Pace } from './kinds.ts';

const hour = z.int().min(0).max(23);
/** How a member wants to be notified while they are away. What they see in the page stands in their own settings. */
export const notificationSettings = z.object({
  pace: z.object(forEachKind(pacedKinds, () => pace)),
  /** Whether it may come by mail at all. */
  mail: z.object(forEachKind(allKinds, () => z.boolean())),
  /** Hours of the day where they live, in which nothing comes. The same twice: something may come at any time. */
  quiet: z.object({ from: hour, to: hour }),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
/** Of members who never chose. */
export const defaultNotificationSettings: NotificationSettings = {
  pace: forEachKind(pacedKinds, (kind): Pace => notificationKinds[kind].pace),
  mail: forEachKind(allKinds, () => true),
  quiet: { from: 22, to: 8 },
};
const owner = { access: 'member', owner: 'trackerId', params: z.object({ trackerId }) } as const;
export const readNotificationSettings = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/notifications/settings',
  ...owner,
  summary: 'How soon I am notified while I am not here, what may come by mail, and my quiet hours.',
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
