import { z } from 'zod';
import { REVIEW_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, photoAddress } from '../kernel/fields.ts';
import { spelledWords } from '../kernel/spelling.ts';
import { code } from '../kernel/text.ts';

/** Why moderation refuses something. The member reads it in his own language. */
export const refusalReasons = [
  'contact_details',
  'offensive',
  'sexual',
  'minor',
  'not_you',
  'advertising',
  'unclear',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The same as the member's browser is told. */
export const refusal = spelledWords({
  contact_details: 'contatti',
  offensive: 'offensivo',
  sexual: 'sessuale',
  minor: 'minore',
  not_you: 'altra_persona',
  advertising: 'pubblicita',
  unclear: 'non_chiaro',
});

/** What moderators decide on. Each sort has a queue of its own. */
export const moderationKinds = ['profile', 'photo', 'chat_photo', 'review'] as const;
export type ModerationKind = (typeof moderationKinds)[number];

const staff = { host: 'staff', access: 'staff' } as const;
const brand = code(32);
const cursor = code(100);
const words = z.object({
  screenName: z.string().max(60),
  gender: z.enum(['female', 'male']),
  description: z.string().max(2000),
  lookingFor: z.string().max(2000),
});

const waiting = z.object({
  brand,
  id: z.uuid(),
  profileId: z.uuid(),
  /** When it was given to us. A verdict names it, so that nobody decides on what he has not seen. */
  at: epochMilliseconds,
  age: z.int().nullable(),
  region: z.string().max(120).nullable(),
  city: z.string().max(120).nullable(),
  screenName: z.string().max(60),
  /** Of a profile: the words that wait, and those that others read meanwhile. */
  words: words.nullable(),
  before: words.nullable(),
  /** Of a photo: where moderators find it, for an hour or two. One in a message is the staff's own call, with their token. */
  photo: z.object({ address: photoAddress, width: z.int(), height: z.int() }).nullable(),
  /** What somebody says about the service. */
  review: z.object({ text: z.string().max(REVIEW_MAX_LETTERS), stars: z.int() }).nullable(),
});
export type Waiting = z.output<typeof waiting>;

export const listModeration = endpoint({
  ...staff,
  method: 'GET',
  path: '/moderation/:kind',
  right: 'moderation.decide',
  summary: 'What waits for the word of a moderator, oldest first.',
  params: z.object({ kind: z.enum(moderationKinds) }),
  query: z.object({ brand: brand.optional(), after: cursor.optional() }),
  reply: z.object({ waiting: z.array(waiting).max(50), next: cursor.nullable() }),
  errors: [],
});

const one = z.object({ brand, kind: z.enum(moderationKinds), id: z.uuid() });
const done = z.object({ ok: z.literal(true) });

export const approve = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/moderation/:kind/:id/approve',
  right: 'moderation.decide',
  summary: 'Others may see it. The same again changes nothing.',
  params: one,
  body: z.object({ at: epochMilliseconds }),
  reply: done,
  errors: ['moderation.changed', 'moderation.decided'],
});

export const refuse = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/moderation/:kind/:id/refuse',
  right: 'moderation.decide',
  summary: 'Nobody sees it, or nobody any more, and its owner is told why.',
  params: one,
  body: z.object({ at: epochMilliseconds, reason: z.enum(refusalReasons) }),
  reply: done,
  errors: ['moderation.changed', 'moderation.decided'],
});
