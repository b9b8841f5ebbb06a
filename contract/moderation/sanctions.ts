import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';

/** From the mildest to the last. */
export const sanctionKinds = ['warning', 'hide', 'mute', 'suspend', 'close'] as const;
export type SanctionKind = (typeof sanctionKinds)[number];

/** Which rule was broken. The member reads it in their own language. */
export const sanctionReasons = [
  'offensive',
  'harassment',
  'sexual',
  'contact_details',
  'advertising',
  'fake',
  'scam',
  'underage',
  'false_reports',
] as const;
export type SanctionReason = (typeof sanctionReasons)[number];

/** What the member gets to know of a sanction. */
export const ownSanction = z.object({
  kind: z.enum(sanctionKinds),
  reason: z.enum(sanctionReasons),
  from: epochMilliseconds,
  /** Null where it is for good, or until it is lifted. */
  until: epochMilliseconds.nullable(),
});

const staff = { host: 'staff', access: 'staff' } as const;
const member = z.object({ brand: code(32), accountId: z.uuid() });
const NOTE_MAX_LETTERS = 500;

const sanction = ownSanction.extend({
  id: z.uuid(),
  note: z.string().max(NOTE_MAX_LETTERS),
  by: z.string().max(100).nullable(),
  /** When it ran out or was lifted; null while it is in force. */
  endedAt: epochMilliseconds.nullable(),
  liftedBy: z.string().max(100).nullable(),
  /** Until when it counts as a strike; null where it was taken back. */
  strikeUntil: epochMilliseconds.nullable(),
  appeal: z.enum(['open', 'allowed', 'upheld']).nullable(),
});
export type Sanction = z.output<typeof sanction>;

const suggestion = z.object({ kind: z.enum(sanctionKinds), hours: z.int().nullable() });
export type SanctionSuggestion = z.output<typeof suggestion>;

export const listSanctions = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/members/:accountId/sanctions',
  right: ['members.sanction', 'members.read'],
  params: member,
  summary:
    'The sanctions of a member, newest first, the strikes that count now, and what the next one would lead to.',
  reply: z.object({
    sanctions: z.array(sanction).max(50),
    strikes: z.int(),
    /** By reason, what the ladder proposes now. */
    suggestions: z.record(z.enum(sanctionReasons), suggestion),
  }),
  errors: [],
});
export type SanctionHistory = z.output<typeof listSanctions.reply>;

export const imposeSanction = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/members/:accountId/sanctions',
  right: 'members.sanction',
  params: member,
  summary: 'Impose a sanction, which is also a strike. The member learns why, until when, and how to appeal.',
  body: z.object({
    /** Chosen by the console, so that the same call again changes nothing. */
    id: z.uuid(),
    kind: z.enum(sanctionKinds),
    reason: z.enum(sanctionReasons),
    /** How long it lasts. A warning and a closing have none; a profile may be hidden until further notice. */
    hours: z
      .int()
      .min(1)
      .max(24 * 365)
      .nullable(),
    note: writing(NOTE_MAX_LETTERS),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['sanction.duration'],
});

export const liftSanction = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/members/:accountId/sanctions/:id/lift',
  right: 'members.sanction',
  params: member.extend({ id: z.uuid() }),
  summary: 'End a sanction before its time. As a mistake, it no longer counts as a strike either.',
  body: z.object({ mistake: z.boolean() }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['sanction.ended'],
});
