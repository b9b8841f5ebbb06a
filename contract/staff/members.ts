/** What support does: finding a member, reading the history of the account, and acting for its owner. */

import { z } from 'zod';
import { signInMethod } from '../account/own-account.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, gender, language, photoAddress, premiumLevel } from '../kernel/fields.ts';
import { code, line, writing } from '../kernel/text.ts';
import { reportReason } from '../moderation/reports.ts';
import { channels, notificationKind, unsentReasons } from '../notification/kinds.ts';
import { ticketStatuses, ticketTopics } from '../support/contact.ts';

const done = z.object({ ok: z.literal(true) });
const staff = { host: 'staff', access: 'staff' } as const;
const brandKey = code(32).min(1);
const ofMember = z.object({ brand: brandKey, accountId: z.uuid() });
const reason = writing(500).min(1);

export const memberStatuses = ['active', 'disabled', 'closing'] as const;
export const memberSorts = ['newest', 'oldest', 'active'] as const;
export const memberLevels = ['free', 'paying'] as const;

const person = {
  brand: z.string().max(32),
  accountId: z.uuid(),
  profileId: z.uuid(),
  screenName: z.string().max(60),
  gender,
  age: z.int().nullable(),
  region: z.string().max(120).nullable(),
  city: z.string().max(120).nullable(),
  /** The approved one that others see first. */
  photo: photoAddress.nullable(),
  status: z.enum(memberStatuses),
  level: premiumLevel,
  createdAt: epochMilliseconds,
  lastActiveAt: epochMilliseconds,
};

const foundMember = z.object({
  ...person,
  /** Null for those who may not know it. */
  email: z.string().max(254).nullable(),
});
export type FoundMember = z.output<typeof foundMember>;

export const findMembers = endpoint({
  ...staff,
  method: 'GET',
  path: '/members',
  right: 'members.read',
  summary:
    'Members by the beginning of a name or e-mail address, by an id of theirs or of an order, or all, a page at a time.',
  query: z.object({
    /** With an @ an address, else a screen name, a tracker id or any id. What the caller may not know has no result. */
    text: line(254).optional(),
    brand: brandKey.optional(),
    status: z.enum(memberStatuses).optional(),
    level: z.enum(memberLevels).optional(),
    /** Days of signing up, in UTC; both are part of it. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    /** By the hour of the last activity, where it is `active`. Results of a search by name are sorted by it. */
    sort: z.enum(memberSorts).optional(),
    after: code(200).optional(),
  }),
  reply: z.object({ members: z.array(foundMember).max(50), next: z.string().max(200).nullable() }),
  errors: [],
});

const memberReport = z.object({
  id: z.uuid(),
  /** Whether it is about the member or by the member. */
  direction: z.enum(['about', 'by']),
  reason: reportReason,
  text: z.string().max(1000),
  status: z.enum(['open', 'closed']),
  at: epochMilliseconds,
  /** The other one; absent where that account is gone. Without an account it is a profile of ours. */
  other: z
    .object({ screenName: z.string().max(60), accountId: z.uuid().nullable(), profileId: z.uuid() })
    .nullable(),
});

const memberSession = z.object({
  id: z.uuid(),
  method: signInMethod,
  device: z.string().max(100),
  ip: z.string().max(45).nullable(),
  createdAt: epochMilliseconds,
  lastSeenAt: epochMilliseconds,
});

const credit = z.enum(['message', 'icebreaker', 'like']);
export type Credit = z.output<typeof credit>;

const member = z.object({
  ...person,
  trackerId: z.string().max(128),
  language,
  profileStatus: z.enum(['pending', 'visible', 'hidden', 'rejected']),
  disabled: z
    .object({
      at: epochMilliseconds,
      by: z.enum(['support', 'sanction']),
      reason: z.string().max(500),
      until: epochMilliseconds.nullable(),
    })
    .nullable(),
  /** When everything is erased. */
  closesAt: epochMilliseconds.nullable(),
  settings: z.object({
    newsletter: z.boolean(),
    messages: z.boolean(),
    likes: z.boolean(),
    visits: z.boolean(),
  }),
  consents: z
    .array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['terms', 'adult', 'newsletter', 'delicate']),
        given: z.boolean(),
        textVersion: z.string().max(20),
        language,
        at: epochMilliseconds,
      }),
    )
    .max(50),
  reports: z.array(memberReport).max(50),
  /** What was written to support, also under the account's address without being signed in; null as above. */
  tickets: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.int(),
        topic: z.enum(ticketTopics),
        status: z.enum(ticketStatuses),
        at: epochMilliseconds,
        signedIn: z.boolean(),
      }),
    )
    .max(50)
    .nullable(),
  /** Null for those who may not know it, as are the sessions and the credits. */
  contact: z
    .object({
      email: z.string().max(254),
      emailConfirmedAt: epochMilliseconds.nullable(),
      pendingEmail: z.string().max(254).nullable(),
      surname: z.string().max(60),
      phone: z.string().max(30),
    })
    .nullable(),
  sessions: z.array(memberSession).max(50).nullable(),
  credits: z.record(credit, z.int()).nullable(),
  /** The newest copy of the data that was asked for. */
  dataExport: z
    .object({ status: z.enum(['making', 'ready', 'failed', 'expired']), at: epochMilliseconds })
    .nullable(),
});
export type MemberPage = z.output<typeof member>;

export const readMember = endpoint({
  ...staff,
  method: 'GET',
  path: '/members/:brand/:accountId',
  right: 'members.read',
  summary: 'One member, with what the caller’s role may see.',
  params: ofMember,
  reply: member,
  errors: [],
});

export const timelineKinds = [
  'signed_up',
  'consent',
  'signed_in',
  'report_about',
  'report_by',
  'purchase',
  'refund',
  'credits',
  'mail',
  'act',
] as const;

const timelineEntry = z.object({
  id: z.string().max(80),
  at: epochMilliseconds,
  kind: z.enum(timelineKinds),
  /** The way of a sign-in, what was agreed to, the template of a mail, the name of an act. */
  what: z.string().max(100),
  /** How far it has come; of credits and sanctions, which sort. */
  state: z.string().max(40).nullable(),
  /** Cents of a purchase or refund; how many credits. */
  amount: z.int().nullable(),
  /** Whose act it was: a name of the staff, `member` or `system`. */
  by: z.string().max(100).nullable(),
  text: z.string().max(1000).nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const readTimeline = endpoint({
  ...staff,
  method: 'GET',
  path: '/members/:brand/:accountId/timeline',
  right: 'members.read',
  summary: 'The history of a member, newest first; money and mails for those who may know of them.',
  params: ofMember,
  query: z.object({ before: code(200).optional() }),
  reply: z.object({ entries: z.array(timelineEntry).max(50), next: z.string().max(200).nullable() }),
  errors: [],
});

export const notificationStates = [
  'waiting',
  'ready',
  'sending',
  'retrying',
  'sent',
  'unknown',
  'unsent',
] as const;

const memberNotification = z.object({
  id: z.uuid(),
  kind: notificationKind,
  /** None before it is chosen. */
  channel: z.enum(channels).nullable(),
  state: z.enum(notificationStates),
  /** When it came to that state; of one that waits, when its event was. */
  at: epochMilliseconds,
  /** Of one that waits or is tried again, until when. */
  dueAt: epochMilliseconds.nullable(),
  unsentReason: z.enum(unsentReasons).nullable(),
  /** What the channel's provider said when it did not take it. */
  error: z.string().max(500).nullable(),
});
export type MemberNotification = z.output<typeof memberNotification>;

export const listMemberNotifications = endpoint({
  ...staff,
  method: 'GET',
  path: '/members/:brand/:accountId/notifications',
  right: 'members.contact',
  summary:
    'The notifications a member got outside the page, by which channel, or why not, newest first. Neither words nor senders.',
  params: ofMember,
  query: z.object({ before: code(200).optional() }),
  reply: z.object({
    notifications: z.array(memberNotification).max(50),
    next: z.string().max(200).nullable(),
  }),
  errors: [],
});

export const disableMember = endpoint({
  ...staff,
  method: 'POST',
  path: '/members/:brand/:accountId/disable',
  right: 'members.disable',
  summary:
    'Shuts a member out at once, for a time or until support enables the account, and says so by mail.',
  params: ofMember,
  body: z.object({ reason, until: epochMilliseconds.nullable() }),
  reply: done,
  errors: ['member.changed'],
});

export const enableMember = endpoint({
  ...staff,
  method: 'POST',
  path: '/members/:brand/:accountId/enable',
  right: 'members.disable',
  summary: 'Lets a member in again whom support had disabled.',
  params: ofMember,
  body: z.object({ reason }),
  reply: done,
  errors: ['member.changed', 'member.sanctioned'],
});

export const endMemberSessions = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/members/:brand/:accountId/sessions',
  right: 'members.disable',
  summary: 'Signs a member out everywhere. Connections are cut at once.',
  params: ofMember,
  reply: done,
  errors: [],
});

export const endMemberSession = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/members/:brand/:accountId/sessions/:sessionId',
  right: 'members.disable',
  summary: 'Signs one device of a member out.',
  params: ofMember.extend({ sessionId: z.uuid() }),
  reply: done,
  errors: [],
});

export const exportMember = endpoint({
  ...staff,
  method: 'POST',
  path: '/members/:brand/:accountId/export',
  right: 'members.privacy',
  summary: 'Has a copy of the member’s data made. It goes to the member alone, with a mail.',
  params: ofMember,
  reply: done,
  errors: ['account.disabled'],
});

export const eraseMember = endpoint({
  ...staff,
  method: 'POST',
  path: '/members/:brand/:accountId/erase',
  right: 'members.privacy',
  summary:
    'Closes the account as its owner would: hidden at once, erased after 30 days, and notified by mail.',
  params: ofMember,
  /** The screen name, typed as it is written. */
  body: z.object({ reason, screenName: line(60) }),
  reply: z.object({ closesAt: epochMilliseconds }),
  errors: ['member.changed', 'member.name_wrong'],
});

export const MOST_CREDITS = 10_000;

export const adjustCredits = endpoint({
  ...staff,
  method: 'POST',
  path: '/members/:brand/:accountId/credits',
  right: 'members.credits',
  summary: 'Gives credits, or takes some where enough are left.',
  params: ofMember,
  body: z.object({
    /** The caller’s own, so that asking twice counts once. */
    id: z.uuid(),
    credit,
    /** Taken where it is below zero. */
    amount: z.int().min(-MOST_CREDITS).max(MOST_CREDITS),
    reason,
  }),
  reply: z.object({ balance: z.int() }),
  errors: ['credits.short', 'request.malformed'],
});
