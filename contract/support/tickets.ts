/** What the staff does with what people write to support. */

import { z } from 'zod';
import {
  QUEUE_COUNTED_TO,
  TICKETS_PER_PAGE,
  TICKET_MAX_LETTERS,
  TICKET_MESSAGES_MOST,
} from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, language, premiumLevel } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';
import { ticketStatuses, ticketTopics } from './contact.ts';

const staff = { host: 'staff', access: 'staff', right: 'tickets.answer' } as const;
const brand = code(32).min(1);
const one = z.object({ brand, id: z.uuid() });
const done = z.object({ ok: z.literal(true) });

/** Those that wait for support, those that are the caller's to answer, those that wait for their writer, and the rest. */
export const ticketLists = ['open', 'mine', 'waiting', 'closed'] as const;
export type TicketList = (typeof ticketLists)[number];

const person = z.object({ staffId: z.uuid(), name: z.string().max(100) });

const ticket = z.object({
  brand: z.string().max(32),
  id: z.uuid(),
  number: z.int(),
  topic: z.enum(ticketTopics),
  status: z.enum(ticketStatuses),
  language,
  /** Null for those who may not know it. */
  email: z.string().max(254).nullable(),
  /** A member who was signed in when they wrote. */
  screenName: z.string().max(60).nullable(),
  /** The beginning of what was last written between the two. */
  preview: z.string().max(200),
  /** Since when it has been in this state. */
  since: epochMilliseconds,
  assignee: person.nullable(),
});
export type Ticket = z.output<typeof ticket>;

export const listTickets = endpoint({
  ...staff,
  method: 'GET',
  path: '/tickets',
  summary:
    'Tickets of one list, a page at a time: those that wait for support by how long they have, others newest first.',
  query: z.object({
    list: z.enum(ticketLists),
    brand: brand.optional(),
    topic: z.enum(ticketTopics).optional(),
    after: code(200).optional(),
  }),
  reply: z.object({ tickets: z.array(ticket).max(TICKETS_PER_PAGE), next: z.string().max(200).nullable() }),
  errors: [],
});

const counted = z.int().min(0).max(QUEUE_COUNTED_TO);

export const countTickets = endpoint({
  ...staff,
  method: 'GET',
  path: '/tickets/counts',
  summary: `How many tickets wait, are the caller's, and wait for their writer; none is counted further than ${QUEUE_COUNTED_TO}.`,
  query: z.object({ brand: brand.optional() }),
  reply: z.object({ open: counted, mine: counted, waiting: counted }),
  errors: [],
});
export type TicketCounts = z.output<typeof countTickets.reply>;

const message = z.object({
  id: z.uuid(),
  /** A note is for the staff alone. */
  from: z.enum(['writer', 'staff', 'note']),
  /** Who of the staff; null where that person is gone. */
  by: z.string().max(100).nullable(),
  text: z.string().max(TICKET_MAX_LETTERS),
  at: epochMilliseconds,
});
export type TicketMessage = z.output<typeof message>;

const member = z.object({
  accountId: z.uuid(),
  screenName: z.string().max(60),
  status: z.enum(['active', 'disabled', 'closing']),
  level: premiumLevel,
  createdAt: epochMilliseconds,
  /** Whether they were signed in; else an account only has the same address. */
  signedIn: z.boolean(),
});

const openTicket = ticket.extend({
  createdAt: epochMilliseconds,
  messages: z.array(message).max(TICKET_MESSAGES_MOST),
  /** Null where there is none, or the caller may not read about members. */
  member: member.nullable(),
  /** Another person who is writing an answer right now. */
  answering: person.extend({ until: epochMilliseconds }).nullable(),
});
export type OpenTicket = z.output<typeof openTicket>;

export const readTicket = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/tickets/:id',
  params: one,
  summary: 'One ticket with all that was written.',
  reply: openTicket,
  errors: [],
});

export const answerTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/tickets/:id/messages',
  params: one,
  summary: 'Answer by mail, or leave a note for colleagues. The caller takes an unassigned ticket.',
  body: z.object({
    /** Chosen by the console: a second try is the same message. */
    messageId: z.uuid(),
    kind: z.enum(['reply', 'note']),
    text: writing(TICKET_MAX_LETTERS),
    /** The newest message that the caller has read. What came after it must be read first. */
    seen: z.uuid(),
    close: z.boolean(),
  }),
  reply: openTicket,
  errors: ['contact.empty', 'reply.placeholder', 'ticket.changed', 'ticket.full'],
});

export const startAnswer = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/tickets/:id/answering',
  params: one,
  summary: 'Tells colleagues for a minute that the caller is writing an answer.',
  reply: done,
  errors: [],
});

export const assignTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/tickets/:id/assignee',
  params: one,
  summary: 'The caller takes the ticket, also from a colleague, or leaves it unassigned.',
  body: z.object({ mine: z.boolean() }),
  reply: openTicket,
  errors: [],
});

export const closeTicket = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/tickets/:id/closed',
  params: one,
  summary: 'The ticket is done with, or is open again.',
  body: z.object({ closed: z.boolean() }),
  reply: openTicket,
  errors: [],
});
