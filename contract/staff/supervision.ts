/** What supervisors see of hosts at work: the live board, conversations read along, quality marks and shifts. */

import { z } from 'zod';
import { MESSAGES_PER_PAGE, MESSAGE_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code, line, writing } from '../kernel/text.ts';

const done = z.object({ ok: z.literal(true) });
const supervised = { host: 'staff', access: 'staff', right: 'conversations.supervise' } as const;
const brand = code(32);
const cursor = code(100);
const name = z.string().max(100);
/** A moment in a plan, before the year 2100. */
const plannedAt = epochMilliseconds.max(4_102_444_800_000);

/** So many are counted; beyond it there are simply more. */
export const WAITING_COUNTED = 500;
/** So many hosts stand on the board and in plans. */
export const HOSTS_SHOWN = 200;
const CLAIMS_SHOWN = 20;

const hostAtWork = z.object({
  id: z.uuid(),
  name,
  /** Has a console open. */
  online: z.boolean(),
  /** When the shift ends that the host is expected in now. */
  onShiftUntil: epochMilliseconds.nullable(),
  claims: z
    .array(
      z.object({ brand, conversationId: z.uuid(), member: z.string().max(60), until: epochMilliseconds }),
    )
    .max(CLAIMS_SHOWN),
  answersLastHour: z.int(),
  answersLastDay: z.int(),
  /** Of the last day: how long members had waited, half of them longer. */
  medianWaitSeconds: z.number().nullable(),
  /** Of the last thirty days. */
  marks: z.object({ count: z.int(), average: z.number().nullable() }),
});
export type HostAtWork = z.output<typeof hostAtWork>;

export const readBoard = endpoint({
  ...supervised,
  method: 'GET',
  path: '/board',
  summary: 'Who answers now, and how long members wait.',
  query: z.object({ brand: brand.optional() }),
  reply: z.object({
    /** At most `WAITING_COUNTED`. */
    waiting: z.int(),
    oldestSince: epochMilliseconds.nullable(),
    answersLastHour: z.int(),
    medianWaitSeconds: z.number().nullable(),
    hosts: z.array(hostAtWork).max(HOSTS_SHOWN),
  }),
  errors: [],
});

const mark = z.object({
  stars: z.int().min(1).max(5),
  note: z.string().max(500),
  by: name,
  at: epochMilliseconds,
});

const hostReply = z.object({
  brand,
  messageId: z.uuid(),
  /** Null where the conversation was erased. */
  conversationId: z.uuid().nullable(),
  at: epochMilliseconds,
  waitedSeconds: z.int(),
  mark: mark.nullable(),
});
export type HostReply = z.output<typeof hostReply>;
const repliesPage = z.object({ replies: z.array(hostReply).max(50), next: cursor.nullable() });

export const listHostReplies = endpoint({
  ...supervised,
  method: 'GET',
  path: '/people/:staffId/replies',
  summary:
    'What a host has answered in the caller’s brands, newest first. The words are read in the conversation.',
  params: z.object({ staffId: z.uuid() }),
  query: z.object({ before: cursor.optional() }),
  reply: repliesPage.extend({ name }),
  errors: [],
});

export const listOwnMarks = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/me/marks',
  right: 'conversations.answer',
  summary: 'What supervisors thought of my answers, newest first.',
  query: z.object({ before: cursor.optional() }),
  reply: repliesPage,
  errors: [],
});

/** A conversation or a shift of a brand. */
const atBrand = z.object({ brand, id: z.uuid() });

export const readAlong = endpoint({
  ...supervised,
  method: 'GET',
  path: '/brands/:brand/conversations/:id/read-along',
  summary:
    'A conversation of a staff profile as it goes on. Its participants do not notice, and nothing counts as read.',
  params: atBrand,
  query: z.object({ before: cursor.optional() }),
  reply: z.object({
    profile: z.string().max(60),
    member: z.string().max(60),
    messages: z
      .array(
        z.object({
          id: z.uuid(),
          number: z.int(),
          from: z.enum(['member', 'profile']),
          text: z.string().max(MESSAGE_MAX_LETTERS),
          hasPhoto: z.boolean(),
          at: epochMilliseconds,
          /** The host who wrote it. */
          host: z.object({ id: z.uuid(), name }).nullable(),
          mark: mark.nullable(),
        }),
      )
      .max(MESSAGES_PER_PAGE),
    next: cursor.nullable(),
    claim: z.object({ staffId: z.uuid(), name, until: epochMilliseconds }).nullable(),
  }),
  errors: [],
});

export const markReply = endpoint({
  ...supervised,
  method: 'PUT',
  path: '/brands/:brand/replies/:messageId/mark',
  summary: 'How good an answer was, for its host to read. A second mark takes the place of the first.',
  params: z.object({ brand, messageId: z.uuid() }),
  body: z.object({ stars: z.int().min(1).max(5), note: writing(500) }),
  reply: done,
  errors: [],
});

const shift = z.object({
  brand,
  id: z.uuid(),
  staffId: z.uuid(),
  name,
  startsAt: epochMilliseconds,
  endsAt: epochMilliseconds,
  note: z.string().max(200),
});
export type Shift = z.output<typeof shift>;
const shiftsPage = z.object({ shifts: z.array(shift).max(100), next: cursor.nullable() });

export const listShifts = endpoint({
  ...supervised,
  method: 'GET',
  path: '/shifts',
  summary:
    'Shifts that are not over, of the caller’s brands, the next to end first; and for whom one can be planned.',
  query: z.object({ after: cursor.optional() }),
  reply: shiftsPage.extend({
    /** A host who answers for several of the brands is there once for each. */
    hosts: z.array(z.object({ brand, id: z.uuid(), name })).max(HOSTS_SHOWN),
  }),
  errors: [],
});

export const listOwnShifts = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/me/shifts',
  right: 'conversations.answer',
  summary: 'My shifts that are not over, at every brand that I answer for.',
  query: z.object({ after: cursor.optional() }),
  reply: shiftsPage,
  errors: [],
});

export const planShift = endpoint({
  ...supervised,
  method: 'POST',
  path: '/brands/:brand/shifts',
  summary:
    'Plans when a host works for a brand: at most sixteen hours, not twice at the same time, also not for two brands. The same id is planned once.',
  params: z.object({ brand }),
  body: z.object({
    id: z.uuid(),
    staffId: z.uuid(),
    startsAt: plannedAt,
    endsAt: plannedAt,
    note: line(200),
  }),
  reply: done,
  errors: ['shift.too_long', 'shift.over', 'shift.overlaps'],
});

export const cancelShift = endpoint({
  ...supervised,
  method: 'DELETE',
  path: '/brands/:brand/shifts/:id',
  summary: 'Takes a shift out of the plan of its brand.',
  params: atBrand,
  reply: done,
  errors: [],
});
