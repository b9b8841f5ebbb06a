/** What the server tells open consoles: that something has changed, never what it says. Who may read it asks for it. */

import { z } from 'zod';
import { serverEvent } from '../kernel/event.ts';

/** The socket.io namespace of the console. Members' connections are in the one without a name. */
export const STAFF_NAMESPACE = '/staff';

/** What changes can be about. Each is followed by the pages that show it. */
export const staffTopics = ['conversation', 'case', 'member', 'board', 'ticket'] as const;
export type StaffTopic = (typeof staffTopics)[number];

export const staffChanged = serverEvent({
  name: 'changed',
  summary: 'Something that this console may show has changed.',
  payload: z.object({
    topic: z.enum(staffTopics),
    /** The key of the brand that it belongs to. */
    brand: z.string().max(32),
    /** Which one; null where several or unknown ones have changed. */
    id: z.string().max(100).nullable(),
    /** What became of it, in one word. */
    change: z.string().max(30),
    /** Who of the staff did it; null where it was not the staff. */
    staffId: z.uuid().nullable(),
  }),
});
export type StaffChange = z.output<typeof staffChanged.payload>;
