import { z } from 'zod';
import { APPEAL_MAX_LETTERS } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, photoAddress, trackerId } from '../kernel/fields.ts';
import { code, writing } from '../kernel/text.ts';
import { shownPrompts } from '../profile/prompts.ts';
import { refusalReasons } from './refusals.ts';
import { ownSanction, sanctionReasons } from './sanctions.ts';

/** What a member can appeal against: the refusal of what they gave us, or a sanction. */
export const appealSubjects = ['profile', 'change', 'photo', 'chat_photo', 'review', 'sanction'] as const;
export type AppealSubject = (typeof appealSubjects)[number];

const appealText = writing(APPEAL_MAX_LETTERS);

/** What has become of an appeal, as its writer reads it. */
export const ownAppeal = z.object({
  status: z.enum(['open', 'allowed', 'upheld']),
  text: z.string().max(APPEAL_MAX_LETTERS),
  answer: z.string().max(APPEAL_MAX_LETTERS),
  at: epochMilliseconds,
});
export type OwnAppeal = z.output<typeof ownAppeal>;

const appealable = {
  /** What an appeal names. */
  decisionId: z.uuid(),
  at: epochMilliseconds,
  /** The last moment to appeal. */
  appealUntil: epochMilliseconds,
  appeal: ownAppeal.nullable(),
};

const ownRefusal = z.object({
  ...appealable,
  what: z.enum(['profile', 'change', 'photo', 'chat_photo', 'review']),
  /** The photo's id, where it is one. Of photos in conversations only the newest are named. */
  subjectId: z.uuid(),
  reason: z.enum(refusalReasons),
});
export type OwnRefusal = z.output<typeof ownRefusal>;

const ownSanctionDecision = ownSanction.extend({
  ...appealable,
  /** When it ran out or was lifted. A warning is given and done. */
  endedAt: epochMilliseconds.nullable(),
});
export type OwnSanctionDecision = z.output<typeof ownSanctionDecision>;

// A member need not agree to new terms to contest a decision.
const owner = { host: 'api', access: 'member', owner: 'trackerId', beforeConsent: true } as const;

export const listOwnDecisions = endpoint({
  ...owner,
  method: 'GET',
  path: '/users/:trackerId/decisions',
  params: z.object({ trackerId }),
  summary: 'What moderation has decided against me that still counts, and what became of my appeals.',
  reply: z.object({
    refusals: z.array(ownRefusal).max(30),
    sanctions: z.array(ownSanctionDecision).max(30),
  }),
  errors: [],
});
export type OwnDecisions = z.output<typeof listOwnDecisions.reply>;

export const appealDecision = endpoint({
  ...owner,
  method: 'POST',
  path: '/users/:trackerId/appeals',
  params: z.object({ trackerId }),
  summary: 'Say, once, why a decision of moderation is wrong. Another moderator looks at it.',
  body: z.object({ decisionId: z.uuid(), text: appealText }),
  reply: z.object({ result: z.literal('OK'), appeal: ownAppeal }),
  errors: ['appeal.closed', 'appeal.empty'],
});

/** For a member who cannot come in: the link is in the mail about the sanction. */
const byLink = { host: 'api', access: 'link' } as const;

export const readLinkedSanction = endpoint({
  ...byLink,
  method: 'GET',
  path: '/appeals/linked',
  summary: 'The sanction that a link of a mail is about.',
  reply: z.object({ sanction: ownSanctionDecision }),
  errors: ['link.invalid'],
});

export const appealByLink = endpoint({
  ...byLink,
  method: 'POST',
  path: '/appeals/linked',
  summary: 'The same as an appeal from the profile, for a member who is kept out.',
  body: z.object({ text: appealText }),
  reply: z.object({ result: z.literal('OK'), appeal: ownAppeal }),
  errors: ['link.invalid', 'appeal.closed', 'appeal.empty'],
});

const staff = { host: 'staff', access: 'staff', right: 'moderation.decide' } as const;
const one = z.object({ brand: code(32), id: z.uuid() });

export const readAppeal = endpoint({
  ...staff,
  method: 'GET',
  path: '/brands/:brand/appeals/:id',
  params: one,
  summary: 'An appeal with what was decided, by whom and why.',
  reply: z.object({
    what: z.enum(appealSubjects),
    reason: z.enum([...refusalReasons, ...sanctionReasons]),
    text: z.string().max(APPEAL_MAX_LETTERS),
    at: epochMilliseconds,
    decidedBy: z.string().max(100).nullable(),
    decidedAt: epochMilliseconds.nullable(),
    /** The caller decided first, and another person is there to look again. */
    forAnother: z.boolean(),
    /** Of a photo: where moderators find it, for an hour or two; of one in a conversation, with their token. */
    photo: z.object({ address: photoAddress, width: z.int(), height: z.int() }).nullable(),
    words: z
      .object({
        screenName: z.string().max(60),
        description: z.string().max(2000),
        lookingFor: z.string().max(2000),
        prompts: shownPrompts,
      })
      .nullable(),
    review: z.object({ text: z.string().max(1000), stars: z.int() }).nullable(),
    sanction: ownSanction.extend({ note: z.string().max(500) }).nullable(),
  }),
  errors: [],
});
export type AppealCase = z.output<typeof readAppeal.reply>;

export const answerAppeal = endpoint({
  ...staff,
  method: 'POST',
  path: '/brands/:brand/appeals/:id/answer',
  params: one,
  summary:
    'Allow an appeal, so that what was refused is approved or the sanction lifted, or uphold the decision.',
  body: z.object({ allow: z.boolean(), answer: writing(APPEAL_MAX_LETTERS) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [
    'appeal.own_decision',
    'appeal.answered',
    'moderation.changed',
    'moderation.decided',
    'moderation.gone',
    'moderation.taken',
  ],
});
