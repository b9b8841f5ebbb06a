/** How people of the staff come into the console: password, second factor, invitation, and what they change about it. */

import { z } from 'zod';
import { deviceToken } from '../account/user.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, epochMilliseconds, language, passwordText, token } from '../kernel/fields.ts';
import { staffRoles } from '../kernel/staff-rights.ts';
import { code, foreignObject, line, word } from '../kernel/text.ts';

const done = z.object({ ok: z.literal(true) });
const staff = { host: 'staff', access: 'staff' } as const;

const staffRole = z.enum(staffRoles);
const brandOfStaff = z.object({ key: z.string().max(32), title: z.string().max(60), role: staffRole });

/** What is still missing: the second factor that the person has, or one that the role asks for and they have not set up. */
const missingFactor = z.enum(['factor', 'enrol']).nullable();

const member = z.object({
  id: z.uuid(),
  email: emailText,
  name: z.string().max(100),
  /** Of the whole platform: at every brand, with every right. */
  isOwner: z.boolean(),
  language,
  /** The brands that the person works for, and as what. */
  brands: z.array(brandOfStaff).max(500),
  /** There is no other brand. */
  worksEverywhere: z.boolean(),
  missing: missingFactor,
  /** How a missing factor can be shown. */
  factors: z.object({ totp: z.boolean(), passkeys: z.int() }),
});
export type StaffMember = z.output<typeof member>;

export const staffSignIn = endpoint({
  host: 'staff',
  method: 'POST',
  path: '/sessions',
  access: 'visitor',
  summary: 'Sign in to the console. Where a second factor is missing, nothing but showing it is open yet.',
  body: z.object({
    email: emailText,
    password: passwordText,
    deviceToken,
    /** That of the page, for a person of whom none is known yet. */
    language: language.optional(),
  }),
  reply: z.object({ token, staff: member, deviceToken }),
  errors: ['staff.login_wrong'],
});

export const staffMe = endpoint({
  ...staff,
  method: 'GET',
  path: '/me',
  right: 'signing_in',
  summary: 'Who is signed in.',
  reply: member,
  errors: [],
});

export const staffSignOut = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/sessions/current',
  right: 'signing_in',
  summary: 'Sign out of the console.',
  reply: done,
  errors: [],
});

/** Six digits of an authenticator app. */
const totpCode = word(6, /^\d{6}$/, 'factor.wrong');

export const showTotp = endpoint({
  ...staff,
  method: 'POST',
  path: '/sessions/current/totp',
  right: 'signing_in',
  summary: 'The code of the authenticator app, as second factor. Each is good once.',
  body: z.object({ code: totpCode }),
  reply: member,
  errors: ['factor.wrong'],
});

/** The browser's own objects, checked by the library that knows them; here they only have a size. */
const webAuthn = foreignObject(20_000);
const ticket = code(4096).min(1);

export const startShowingPasskey = endpoint({
  ...staff,
  method: 'POST',
  path: '/sessions/current/passkey/start',
  right: 'signing_in',
  summary: 'What the browser needs to show a passkey as second factor.',
  reply: z.object({ options: webAuthn, ticket }),
  errors: [],
});

export const showPasskey = endpoint({
  ...staff,
  method: 'POST',
  path: '/sessions/current/passkey',
  right: 'signing_in',
  summary: 'A passkey as second factor.',
  body: z.object({ ticket, response: webAuthn }),
  reply: member,
  errors: ['factor.wrong'],
});

/** A new factor asks for the password, but where the role asks for the first one right after signing in. */
const proof = passwordText.optional();

export const startTotp = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/totp/start',
  right: 'signing_in',
  summary: 'The secret for an authenticator app. It counts once a code made with it was shown.',
  body: z.object({ password: proof }),
  reply: z.object({ secret: z.string().max(64), address: z.string().max(400), ticket }),
  errors: ['staff.factor_missing', 'factor.known', 'password.needed', 'password.wrong'],
});

export const addTotp = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/totp',
  right: 'signing_in',
  summary: 'From now on signing in asks for a code of this authenticator app.',
  body: z.object({ ticket, code: totpCode }),
  reply: member,
  errors: ['staff.factor_missing', 'factor.known', 'factor.wrong'],
});

export const removeTotp = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/totp/removal',
  right: 'signed_in',
  summary: 'Signing in asks for no code any more.',
  body: z.object({ password: passwordText }),
  reply: member,
  errors: ['password.wrong', 'factor.needed'],
});

const passkey = z.object({
  id: z.string().max(1400),
  name: z.string().max(60),
  createdAt: epochMilliseconds,
  lastUsedAt: epochMilliseconds.nullable(),
});

export const listStaffPasskeys = endpoint({
  ...staff,
  method: 'GET',
  path: '/me/passkeys',
  right: 'signed_in',
  summary: 'My passkeys.',
  reply: z.object({ passkeys: z.array(passkey).max(20) }),
  errors: [],
});

export const startStaffPasskey = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/passkeys/start',
  right: 'signing_in',
  summary: 'What the browser needs to make a passkey.',
  body: z.object({ password: proof }),
  reply: z.object({ options: webAuthn, ticket }),
  errors: ['staff.factor_missing', 'password.needed', 'password.wrong'],
});

export const addStaffPasskey = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/passkeys',
  right: 'signing_in',
  summary: 'Keep the passkey that the browser has made.',
  body: z.object({ ticket, response: webAuthn, name: line(60).optional() }),
  reply: member,
  errors: ['staff.factor_missing', 'passkey.refused', 'passkey.too_many'],
});

export const removeStaffPasskey = endpoint({
  ...staff,
  method: 'POST',
  path: '/me/passkeys/:passkeyId/removal',
  right: 'signed_in',
  summary: 'Forget one of my passkeys.',
  params: z.object({ passkeyId: code(1400).min(1) }),
  body: z.object({ password: passwordText }),
  reply: member,
  errors: ['password.wrong', 'factor.needed'],
});

export const changeStaffPassword = endpoint({
  ...staff,
  method: 'PUT',
  path: '/me/password',
  right: 'signed_in',
  summary: 'Another password. Everywhere else this person is signed out.',
  body: z.object({ current: passwordText, password: passwordText.min(10, { error: 'password.too_short' }) }),
  reply: done,
  errors: ['password.wrong'],
});

export const setStaffLanguage = endpoint({
  ...staff,
  method: 'PUT',
  path: '/me/language',
  right: 'signed_in',
  summary: 'The language of mails to this person.',
  body: z.object({ language }),
  reply: done,
  errors: [],
});

const staffSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  /** Browser and system, as far as they are known. */
  device: z.string().max(100),
  ip: z.string().max(64).nullable(),
  createdAt: epochMilliseconds,
  expiresAt: epochMilliseconds,
});

export const listStaffSessions = endpoint({
  ...staff,
  method: 'GET',
  path: '/me/sessions',
  right: 'signed_in',
  summary: 'Where I am signed in, newest first.',
  reply: z.object({ sessions: z.array(staffSession).max(50) }),
  errors: [],
});

export const endStaffSession = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/me/sessions/:sessionId',
  right: 'signed_in',
  summary: 'Sign out somewhere else.',
  params: z.object({ sessionId: z.uuid() }),
  reply: done,
  errors: [],
});

/** The token of an invitation, as it stands in the mail. */
const invitation = { host: 'staff', access: 'link', linkField: 'linkToken' } as const;

export const readInvitation = endpoint({
  ...invitation,
  method: 'POST',
  path: '/invitations/read',
  summary: 'Whom an invitation is for.',
  body: z.object({ linkToken: token.optional() }),
  reply: z.object({
    email: emailText,
    name: z.string().max(100),
    isOwner: z.boolean(),
    brands: z.array(brandOfStaff).max(500),
    isNew: z.boolean(),
    /** It lay on the machine: its holder chooses the address too, and sets up a second factor again. */
    fromMachine: z.boolean(),
  }),
  errors: ['link.invalid'],
});

export const acceptInvitation = endpoint({
  ...invitation,
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Sets the password, which opens the account. An invitation is good once.',
  body: z.object({
    linkToken: token.optional(),
    password: passwordText.min(10, { error: 'password.too_short' }),
    /** Counts where the invitation lay on the machine, and has to be there for the first owner. */
    email: emailText.optional(),
  }),
  reply: z.object({ email: emailText }),
  errors: ['link.invalid', 'field.email', 'staff.email_taken'],
});
