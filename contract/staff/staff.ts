/** The calls of the console that belong to no other domain: mails, background work, audit, brands. */

import { z } from 'zod';
import { LEGAL_FACTS, LEGAL_PAGES } from '../brand/legal.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, epochMilliseconds, language } from '../kernel/fields.ts';
import { code, line, word } from '../kernel/text.ts';

const done = z.object({ ok: z.literal(true) });
const page = { before: code(100).optional() };

const mail = z.object({
  id: z.uuid(),
  brand: z.string().max(32),
  to: emailText,
  subject: z.string().max(300),
  template: z.string().max(60),
  language,
  status: z.enum(['queued', 'kept', 'sent', 'failed']),
  createdAt: epochMilliseconds,
});

export const listMails = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/mails',
  access: 'staff',
  right: 'mails.read',
  summary: 'The outbox, newest first.',
  query: z.object(page),
  reply: z.object({ mails: z.array(mail).max(50), next: z.string().max(100).nullable() }),
  errors: [],
});

export const readMail = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/mails/:id',
  access: 'staff',
  right: 'mails.read',
  summary: 'One mail of the outbox with its text.',
  params: z.object({ id: z.uuid() }),
  reply: mail.extend({
    html: z.string().nullable(),
    text: z.string().nullable(),
    error: z.string().nullable(),
  }),
  errors: [],
});

const queueName = word(60, /^[a-z][\w.]*$/);
const workKey = code(1_000);

export const readWork = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/work',
  access: 'staff',
  right: 'work.manage',
  everywhere: true,
  summary: 'Background work: how each queue stands.',
  reply: z.object({
    queues: z.array(
      z.object({
        name: z.string().max(60),
        /** Due, and not begun. What is counted ends at `mostCounted`. */
        waiting: z.int(),
        oldestSeconds: z.int(),
        failing: z.int(),
        givenUp: z.int(),
        donePerMinute: z.number(),
      }),
    ),
    mostCounted: z.int(),
  }),
  errors: [],
});

export const listFailedWork = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/work/:queue/failed',
  access: 'staff',
  right: 'work.manage',
  everywhere: true,
  summary: 'What was given up in a queue, the newest first, and then what is tried again.',
  params: z.object({ queue: queueName }),
  reply: z.object({
    failed: z.array(
      z.object({
        key: z.string().max(1_000),
        kind: z.string().max(100),
        tries: z.int(),
        error: z.string().max(4_000),
        givenUpAt: epochMilliseconds.nullable(),
        dueAt: epochMilliseconds.nullable(),
      }),
    ),
    /** Whether an operator may throw away what was given up. */
    discardable: z.boolean(),
  }),
  errors: ['work.not_found'],
});

export const retryWork = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/work/:queue/retry',
  access: 'staff',
  right: 'work.manage',
  everywhere: true,
  summary: 'Try one again now, with all tries, or all that was given up where none is named.',
  params: z.object({ queue: queueName }),
  body: z.object({ key: workKey.optional() }),
  reply: z.object({ retried: z.int() }),
  errors: ['work.not_found'],
});

export const discardWork = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/work/:queue/discard',
  access: 'staff',
  right: 'work.manage',
  everywhere: true,
  summary: 'Throw away what was given up.',
  params: z.object({ queue: queueName }),
  body: z.object({ key: workKey }),
  reply: done,
  errors: ['work.not_found'],
});

const entry = z.object({
  id: z.uuid(),
  at: epochMilliseconds,
  brand: z.string().max(32).nullable(),
  actor: z.string().max(300),
  actorId: z.uuid().nullable(),
  action: z.string().max(100),
  subject: z.string().max(300).nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const listAudit = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/audit',
  access: 'staff',
  right: 'audit.read',
  summary: 'Who did what, newest first; all of it, or what is about a person, a thing or a sort of act.',
  query: z.object({
    ...page,
    brand: code(32).optional(),
    /** A person's id, or a part of the name or the address of people of the staff. */
    actor: line(254).optional(),
    /** One act, `photo.refused`, or all of a sort, `photo`. */
    action: code(100).optional(),
    subject: code(300).optional(),
  }),
  reply: z.object({
    entries: z.array(entry).max(50),
    next: z.string().max(100).nullable(),
    /** False where no person of the staff has this name. */
    actorFound: z.boolean(),
  }),
  errors: [],
});

export const listBrands = endpoint({
  host: 'staff',
  method: 'GET',
  path: '/brands',
  access: 'staff',
  right: 'brands.figures',
  summary: 'The brands of this installation, with how many people each has.',
  reply: z.object({
    brands: z
      .array(
        z.object({
          key: z.string().max(32),
          title: z.string().max(60),
          hostnames: z.array(z.string().max(253)).max(20),
          country: z.string().max(2),
          flows: z.int(),
          accounts: z.int(),
          profiles: z.object({ member: z.int(), staff: z.int(), ai: z.int() }),
          /** Facts that are not stated yet, and the legal pages that leave something out for that. */
          missingFacts: z
            .array(z.object({ fact: z.enum(LEGAL_FACTS), pages: z.array(z.enum(LEGAL_PAGES)) }))
            .max(LEGAL_FACTS.length),
        }),
      )
      .max(500),
    /** What could not be published, and why: for owners alone. */
    refused: z.array(z.object({ name: z.string().max(300), reason: z.string().max(4_000) })).max(500),
  }),
  errors: [],
});

const asProfile = z.object({ profileId: z.uuid() });
/** The brand by its key, and the member's profile. */
const towards = z.object({ brand: code(32), otherId: z.uuid() });

export const staffLike = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/profiles/:profileId/likes',
  access: 'staff',
  right: 'conversations.answer',
  summary: 'A host likes a member as a profile that the staff animates. The member is notified at once.',
  params: asProfile,
  body: towards,
  reply: z.object({ ok: z.literal(true), matched: z.boolean() }),
  errors: [],
});

export const staffVisit = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/profiles/:profileId/visits',
  access: 'staff',
  right: 'conversations.answer',
  summary:
    'A host has looked at a member as a profile that the staff animates. The member is notified at once.',
  params: asProfile,
  body: towards,
  reply: done,
  errors: [],
});
