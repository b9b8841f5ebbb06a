/** A case as a moderator sees it: what waits, whose it is, how risky it is, and who looks at it. */

import { z } from 'zod';
import {
  APPEAL_MAX_LETTERS,
  MESSAGE_MAX_LETTERS,
  REPORT_MAX_LETTERS,
  REVIEW_MAX_LETTERS,
} from '../kernel/constants.ts';
import { epochMilliseconds, photoAddress, profileKind } from '../kernel/fields.ts';
import { code } from '../kernel/text.ts';
import { shownPrompts } from '../profile/prompts.ts';
import { appealSubjects } from './appeals.ts';
import { gestures } from './photo-verification.ts';
import { refusalReasons } from './refusals.ts';
import { reportReason } from './reports.ts';

/** What members submit. Where the server is set so, these are approved by themselves. */
export const submissionKinds = ['profile', 'photo', 'chat_photo', 'review'] as const;
/** What moderators decide on. Each kind has a queue of its own. */
export const moderationKinds = [...submissionKinds, 'report', 'appeal', 'verification'] as const;
export type ModerationKind = (typeof moderationKinds)[number];

/** `dismiss` closes what was reported without any consequence, `uphold` after something was done about it. */
export const verdicts = ['approve', 'refuse', 'dismiss', 'uphold'] as const;
export type Verdict = (typeof verdicts)[number];

/** What can be said about each kind. A refusal has a reason. Appeals and verifications have answers of their own. */
export const verdictsOf: Record<ModerationKind, readonly Verdict[]> = {
  profile: ['approve', 'refuse'],
  photo: ['approve', 'refuse'],
  chat_photo: ['approve', 'refuse'],
  review: ['approve', 'refuse'],
  report: ['dismiss', 'uphold'],
  appeal: [],
  verification: [],
};

/** Why a case is looked at sooner, the most serious first (server/moderation/risk.ts). */
export const riskSignals = [
  'reported_underage',
  'minor_words',
  'self_harm_words',
  'banned_picture',
  'many_reports',
  'money_words',
  'contact_words',
  'refused_before',
  'known_device',
] as const;
export type RiskSignal = (typeof riskSignals)[number];

const words = z.object({
  screenName: z.string().max(60),
  gender: z.enum(['female', 'male']),
  description: z.string().max(2000),
  lookingFor: z.string().max(2000),
  prompts: shownPrompts,
});
export type ProfileWords = z.output<typeof words>;

/** Where moderators find it, for an hour or two. One in a message is the staff's own call, with their token. */
const photo = z.object({ address: photoAddress, width: z.int(), height: z.int() });

/** What was said between the two, kept as it was when it was reported. */
const evidence = z.object({
  id: z.uuid(),
  from: z.enum(['reporter', 'reported']),
  text: z.string().max(MESSAGE_MAX_LETTERS),
  at: epochMilliseconds,
  /** Null where there was none, or where it is gone. */
  photo: photoAddress.nullable(),
});

const report = z.object({
  id: z.uuid(),
  reason: reportReason,
  text: z.string().max(REPORT_MAX_LETTERS),
  at: epochMilliseconds,
  /** Who reports; null where the account was erased since. */
  reporter: z
    .object({
      profileId: z.uuid(),
      screenName: z.string().max(60),
      kind: profileKind,
      /** Most of what this person reported came to nothing. */
      oftenWrong: z.boolean(),
    })
    .nullable(),
  /** In the order of time; empty where the reporter did not hand them over. */
  messages: z.array(evidence).max(50),
});
export type CaseReport = z.output<typeof report>;

/** What there is to see, by kind. */
export const content = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('profile'),
    words,
    /** What others read meanwhile; null where they read nothing yet. */
    before: words.nullable(),
  }),
  z.object({ kind: z.literal('photo'), photo }),
  z.object({ kind: z.literal('chat_photo'), photo }),
  z.object({
    kind: z.literal('review'),
    /** The name that it bears. */
    name: z.string().max(60),
    text: z.string().max(REVIEW_MAX_LETTERS),
    stars: z.int(),
  }),
  z.object({
    kind: z.literal('report'),
    /** The newest first; of very many the newest. */
    reports: z.array(report).max(20),
    /** How many are open, these included. */
    open: z.int(),
  }),
  z.object({
    kind: z.literal('appeal'),
    what: z.enum(appealSubjects),
    text: z.string().max(APPEAL_MAX_LETTERS),
  }),
  z.object({ kind: z.literal('verification'), gesture: z.enum(gestures) }),
]);
export type CaseContent = z.output<typeof content>;

export const caseKey = z.object({ brand: code(32), kind: z.enum(moderationKinds), id: z.uuid() });
export type CaseKey = z.output<typeof caseKey>;

export const moderationCase = caseKey.extend({
  /** When what can be seen was given to us. A verdict names it, so that no moderator decides on what they have not seen. */
  version: epochMilliseconds,
  since: epochMilliseconds,
  risk: z.int().min(0).max(3),
  signals: z.array(z.enum(riskSignals)).max(riskSignals.length),
  /** Whose it is, or whom it is about. */
  person: z.object({
    profileId: z.uuid(),
    /** Null for profiles of ours. */
    accountId: z.uuid().nullable(),
    screenName: z.string().max(60),
    kind: profileKind,
    age: z.int().nullable(),
    region: z.string().max(120).nullable(),
    city: z.string().max(120).nullable(),
  }),
  claim: z.object({ staffId: z.uuid(), name: z.string().max(100), until: epochMilliseconds }).nullable(),
  content,
});
export type ModerationCase = z.output<typeof moderationCase>;

const pastVerdict = z.object({
  kind: z.string().max(20),
  verdict: z.string().max(20),
  reason: z.enum(refusalReasons).nullable(),
  at: epochMilliseconds,
  /** Null: the command line. */
  by: z.string().max(100).nullable(),
});
const pastReport = z.object({ reason: reportReason, at: epochMilliseconds, open: z.boolean() });

/** What is known about the person from before, the newest first. */
export const caseHistory = z.object({
  memberSince: epochMilliseconds.nullable(),
  verdicts: z.array(pastVerdict).max(20),
  reports: z.array(pastReport).max(20),
});
export type CaseHistory = z.output<typeof caseHistory>;
