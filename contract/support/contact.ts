/** How people write to support: the public form, and the conversation that follows from it. */

import { z } from 'zod';
import { TICKET_MAX_LETTERS, TICKET_MESSAGES_MOST } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, epochMilliseconds, trackerId, typedEmail } from '../kernel/fields.ts';
import { line, word, writing } from '../kernel/text.ts';

export const ticketTopics = ['account', 'payment', 'safety', 'privacy', 'other'] as const;
export type TicketTopic = (typeof ticketTopics)[number];

/** Open: support is to answer. Waiting: the writer is. */
export const ticketStatuses = ['open', 'waiting', 'closed'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Bytes as hexadecimal digits. */
const hex = word(128, /^(?:[0-9a-f]{2}){1,64}$/);

/** As `altcha-lib` makes it: work for the browser, signed so that no sender makes easier work for themselves. */
const challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().min(1).max(100_000),
    /** Which one it is, and when it was made. */
    data: z.object({ id: z.uuid(), at: epochMilliseconds }),
    keyLength: z.int().min(1).max(64),
    keyPrefix: hex,
    keySignature: hex,
    nonce: hex,
    salt: hex,
  }),
  signature: hex,
});
export type ContactChallenge = z.output<typeof challenge>;

export const readContactChallenge = endpoint({
  host: 'api',
  method: 'GET',
  path: '/contact/challenge',
  access: 'visitor',
  summary:
    'Work that a browser does while a visitor fills in the contact form, so that spam is dear to send.',
  reply: z.object({ challenge }),
  errors: [],
});

const text = writing(TICKET_MAX_LETTERS);

/** What the form asks for. */
export const contactForm = z.object({
  email: typedEmail,
  topic: z.enum(ticketTopics),
  text,
});

const written = z.object({
  /** Chosen by the browser: a second try with the same one is the same message. */
  id: z.uuid(),
  email: emailText,
  topic: z.enum(ticketTopics),
  text,
});
const stored = z.object({ result: z.literal('OK'), number: z.int() });

export const sendContact = endpoint({
  host: 'api',
  method: 'POST',
  path: '/contact',
  access: 'visitor',
  summary: 'Write to support without being signed in. It is stored, mailed to support and acknowledged.',
  body: written.extend({
    /** A hidden field. Programs fill it in. */
    website: line(200).optional(),
    challenge,
    solution: z.object({ counter: z.int().min(0).max(4_294_967_295), derivedKey: hex }),
  }),
  reply: stored,
  errors: ['contact.empty', 'contact.unproven', 'field.email'],
});

const owner = { host: 'api', access: 'member', owner: 'trackerId' } as const;

export const sendOwnTicket = endpoint({
  ...owner,
  method: 'POST',
  path: '/users/:trackerId/tickets',
  params: z.object({ trackerId }),
  summary: 'Write to support as a member.',
  body: written,
  reply: stored,
  errors: ['contact.empty', 'field.email'],
});

const ticket = z.object({
  id: z.uuid(),
  number: z.int(),
  topic: z.enum(ticketTopics),
  status: z.enum(ticketStatuses),
  createdAt: epochMilliseconds,
  /** When something was last written. */
  updatedAt: epochMilliseconds,
});
export type OwnTicket = z.output<typeof ticket>;

const thread = ticket.extend({
  messages: z
    .array(
      z.object({
        id: z.uuid(),
        from: z.enum(['writer', 'staff']),
        text: z.string().max(TICKET_MAX_LETTERS),
        at: epochMilliseconds,
      }),
    )
    .max(TICKET_MESSAGES_MOST),
});
export type TicketThread = z.output<typeof thread>;

export const listOwnTickets = endpoint({
  ...owner,
  method: 'GET',
  path: '/users/:trackerId/tickets',
  params: z.object({ trackerId }),
  summary: 'What I have written to support, newest first, and how far it has come.',
  reply: z.object({ tickets: z.array(ticket).max(20) }),
  errors: [],
});

const ofTicket = z.object({ trackerId, ticketId: z.uuid() });
const answer = z.object({ id: z.uuid(), text });

export const readOwnTicket = endpoint({
  ...owner,
  method: 'GET',
  path: '/users/:trackerId/tickets/:ticketId',
  params: ofTicket,
  summary: 'One conversation of mine with support.',
  reply: z.object({ ticket: thread }),
  errors: [],
});

export const answerOwnTicket = endpoint({
  ...owner,
  method: 'POST',
  path: '/users/:trackerId/tickets/:ticketId/messages',
  params: ofTicket,
  summary: 'Write more to support in a conversation of mine. A closed one is open again.',
  body: answer,
  reply: z.object({ ticket: thread }),
  errors: ['contact.empty', 'ticket.full'],
});

/** For the holder of the mail, signed in or not. */
const byLink = { host: 'api', access: 'link', path: '/tickets/linked' } as const;

export const readLinkedTicket = endpoint({
  ...byLink,
  method: 'GET',
  summary: 'The conversation with support that the link of a mail is about.',
  reply: z.object({ ticket: thread }),
  errors: ['link.invalid'],
});

export const answerLinkedTicket = endpoint({
  ...byLink,
  method: 'POST',
  summary: 'Write more to support in the conversation that a link is about.',
  body: answer,
  reply: z.object({ ticket: thread }),
  errors: ['link.invalid', 'contact.empty', 'ticket.full'],
});
