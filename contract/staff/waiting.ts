/** What waits for one person behind the console, in every queue at once: for the tab's title, the menu and alerts. */

import { z } from 'zod';
import { QUEUE_COUNTED_TO } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import type { StaffRight } from '../kernel/staff-rights.ts';
import { code } from '../kernel/text.ts';

/** The queues from which work comes to a person, each with the right to take it. */
export const workQueues = {
  conversations: 'conversations.answer',
  tickets: 'tickets.answer',
  moderation: 'moderation.decide',
} as const satisfies Record<string, StaffRight>;
export type WorkQueue = keyof typeof workQueues;
export const workQueueNames = Object.keys(workQueues) as WorkQueue[];

/** What no other person has. Without the right to a queue nothing waits there. */
const inQueue = z.object({
  /** At most one more than is counted. */
  count: z
    .int()
    .min(0)
    .max(QUEUE_COUNTED_TO + 1),
  /** When the newest of them began to wait. */
  newest: epochMilliseconds.nullable(),
});

export const readWaiting = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/waiting',
  right: ['conversations.answer', 'tickets.answer', 'moderation.decide'],
  summary: `How much waits for the caller in each queue; none is counted further than ${QUEUE_COUNTED_TO}.`,
  query: z.object({ brand: code(32).min(1).optional() }),
  reply: z.object({
    conversations: inQueue.extend({
      /** The list in which to begin: the caller's own, else the one of the conversation that has waited longest. */
      first: z.enum(['mine', 'new', 'waiting']).nullable(),
    }),
    tickets: inQueue,
    moderation: inQueue,
  }),
  errors: [],
});
export type WaitingWork = z.output<typeof readWaiting.reply>;
