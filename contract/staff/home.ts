/** What waits for one person behind the console, whatever their roles: the beginning of a day at work. */

import { z } from 'zod';
import { QUEUE_COUNTED_TO } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import type { StaffRight } from '../kernel/staff-rights.ts';
import { code } from '../kernel/text.ts';

/** What can wait. */
export const waitingKindNames = [
  'conversations',
  'cases',
  'tickets',
  'refunds',
  'disputes',
  'differences',
  'unanswered',
  'shifts',
  'facts',
  'work',
] as const;
export type WaitingKind = (typeof waitingKindNames)[number];

/** Each with the right to do something about it. */
export const waitingKinds = {
  /** Members without an answer that no other host has taken. */
  conversations: 'conversations.answer',
  cases: 'moderation.decide',
  tickets: 'tickets.answer',
  /** That a provider refused and that were not made again. */
  refunds: 'payments.refund',
  /** That were announced and not decided. */
  disputes: 'payments.read',
  /** Of the books and what a provider reports. They belong to a merchant account, not to a brand. */
  differences: 'payments.read',
  /** Whose members have waited for an answer for a day. */
  unanswered: 'conversations.supervise',
  /** Hours of the next day in which no host is planned, at a brand that plans its hosts. */
  shifts: 'conversations.supervise',
  /** About a brand, which its legal pages leave out. */
  facts: 'staff.manage',
  /** Background work that was given up, for all brands. */
  work: 'work.manage',
} as const satisfies Record<WaitingKind, StaffRight>;
const rights = [...new Set(Object.values(waitingKinds))];

const waiting = z.object({
  kind: z.enum(waitingKindNames),
  /** The key of the brand; null for what belongs to none. */
  brand: z.string().max(32).nullable(),
  /** Of people’s work at most one more than is counted. */
  count: z.int().min(1),
  /** Since when the oldest waits, where that is known. */
  since: epochMilliseconds.nullable(),
});
export type Waiting = z.output<typeof waiting>;

export const readHome = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/home',
  right: rights,
  summary: `What waits for the caller, the oldest first: a line for each kind and brand. People’s work is counted to ${QUEUE_COUNTED_TO}.`,
  query: z.object({ brand: code(32).min(1).optional() }),
  reply: z.object({ waiting: z.array(waiting).max(5_000) }),
  errors: [],
});
