/** How moderators find what waits, take it, decide on it, and take a verdict back. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds } from '../kernel/fields.ts';
import { code } from '../kernel/text.ts';
import { caseHistory, caseKey, moderationCase, moderationKinds, verdicts } from './cases.ts';
import { refusalReasons } from './refusals.ts';

const staff = { host: 'staff', access: 'staff' } as const;
const brand = code(32);
const cursor = code(100);
const kind = z.enum(moderationKinds);
const done = z.object({ ok: z.literal(true) });

export const listCases = endpoint({
  ...staff,
  method: 'GET',
  path: '/moderation/cases',
  right: 'moderation.decide',
  summary: 'What waits for the word of a moderator: the riskiest first, of these the oldest.',
  query: z.object({ kind: kind.optional(), brand: brand.optional(), after: cursor.optional() }),
  reply: z.object({ cases: z.array(moderationCase).max(50), next: cursor.nullable() }),
  errors: [],
});

/** A case that the caller has taken, with what is known about the person. */
const taken = z.object({ case: moderationCase, history: caseHistory });
export type TakenCase = z.output<typeof taken>;

export const nextCase = endpoint({
  ...staff,
  method: 'POST',
  path: '/moderation/next',
  right: 'moderation.decide',
  summary: 'Take the first case that no moderator has. Null where none is left.',
  body: z.object({
    kind: kind.optional(),
    brand: brand.optional(),
    /** Cases that were skipped. */
    without: z.array(z.uuid()).max(100).optional(),
  }),
  reply: z.object({ taken: taken.nullable() }),
  errors: [],
});

export const claimCase = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/moderation/:kind/:id/claim',
  right: 'moderation.decide',
  summary: 'Take a case, or keep it for longer. It is given back by itself after five minutes.',
  params: caseKey,
  reply: taken,
  errors: ['moderation.taken', 'moderation.gone'],
});

export const releaseCase = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/brands/:brand/moderation/:kind/:id/claim',
  right: 'moderation.decide',
  summary: 'Give a case back.',
  params: caseKey,
  reply: done,
  errors: [],
});

/** Why nothing came of a verdict on one of several cases. */
const problem = z.enum(['taken', 'changed', 'gone']);
export type VerdictProblem = z.output<typeof problem>;

export const giveVerdicts = endpoint({
  ...staff,
  method: 'POST',
  path: '/moderation/verdicts',
  right: 'moderation.decide',
  summary:
    'Decide on one case or several. Each verdict can be undone for ten seconds and is carried out then.',
  body: z.object({
    cases: z
      .array(caseKey.extend({ version: epochMilliseconds }))
      .min(1)
      .max(50),
    verdict: z.enum(verdicts),
    reason: z.enum(refusalReasons).optional(),
  }),
  reply: z.object({
    /** In the order of the cases. */
    outcomes: z.array(z.object({ verdictId: z.uuid().nullable(), problem: problem.nullable() })).max(50),
    undoUntil: epochMilliseconds,
  }),
  errors: ['moderation.no_reason', 'moderation.no_verdict'],
});

export const undoVerdicts = endpoint({
  ...staff,
  method: 'POST',
  path: '/moderation/verdicts/undo',
  right: 'moderation.decide',
  summary: 'Take one’s own verdicts back before they are carried out. The cases are the caller’s again.',
  body: z.object({
    verdicts: z
      .array(z.object({ brand, id: z.uuid() }))
      .min(1)
      .max(50),
  }),
  /** In the order of the verdicts: whether it came in time. */
  reply: z.object({ undone: z.array(z.boolean()).max(50) }),
  errors: [],
});

/** Cases are counted up to here. */
export const MOST_COUNTED = 500;

export const moderationFigures = endpoint({
  ...staff,
  method: 'GET',
  path: '/moderation/figures',
  right: 'moderation.figures',
  summary: 'How much waits of each kind, since when, and how long a verdict took lately.',
  query: z.object({ brand: brand.optional() }),
  reply: z.object({
    kinds: z
      .array(
        z.object({
          kind,
          /** At most one more than is counted. */
          waiting: z.int().max(MOST_COUNTED + 1),
          oldest: epochMilliseconds.nullable(),
          /** Of the verdicts of the last 24 hours, in milliseconds. */
          medianWait: z.int().nullable(),
        }),
      )
      .max(moderationKinds.length),
  }),
  errors: [],
});
