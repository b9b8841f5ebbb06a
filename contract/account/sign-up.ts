/** Signing up: the form, a partner's link and Google, and what the browser gets to know of the new member. */

import { z } from 'zod';
import { optIn } from '../brand/flow.ts';
import { AGE_MAX, AGE_MIN } from '../kernel/constants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import {
  GENDERS,
  credits,
  emailText,
  passwordText,
  placeName,
  token,
  trackerId,
  typedEmail,
} from '../kernel/fields.ts';
import type { Gender } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { address, code, line, password, word } from '../kernel/text.ts';
import { SCREEN_NAME_MAX_LETTERS, isScreenName } from '../profile/screen-name.ts';
import { arrivalFields, deviceToken, trackingFields, user } from './user.ts';

const loose = (length: number) => line(length).optional();
const ticked = z.boolean().optional();

/** A word that is no gender is refused by a rule, with its own error, not by the shape of the payload. */
const genders: Record<string, Gender> = { donna: 'female', uomo: 'male' };
const looseGender = z
  .codec(line(20), z.custom<Gender | 'other'>(), {
    decode: (wire) => genders[wire] ?? ('other' as const),
    encode: (plain) => Object.keys(genders).find((wire) => genders[wire] === plain) ?? '',
  })
  .optional();

/** Everything but the place may be missing, since the rules have an order and words of their own. */
export const newMember = spelled({
  ...trackingFields,
  ...arrivalFields,
  email: as('email', address(320).optional()),
  password: as('password', password(512).optional()),
  /** The name that others see. One is made up where none is sent. */
  screenName: as('username', loose(200)),
  /** Only the auto-signup sends it, and may then leave out the rest. */
  province: as('provincia', loose(120)),
  gender: as('sono', looseGender),
  seeks: as('cerco', looseGender),
  age: as('eta', z.number().optional()),
  newsletter: as('terms1', ticked),
  terms: as('terms2', ticked),
  adult: as('terms3', ticked),
  /** "That's not me": another person uses the same device. */
  anotherPerson: as('altroUtente', ticked),
  /** A uuid that the form makes once. Sent again with the same answers, it is a retry and not a second sign-up. */
  attemptId: as('tentativo', loose(64)),
});
export type NewMember = z.output<typeof newMember>;

/**
 * What a visitor answers to sign up. The same rules hold on the server, in this order, where the place is also looked up
 * among the country's own.
 */
export const signUpForm = z.object({
  email: typedEmail,
  password: passwordText,
  place: z.object({ city: placeName, region: placeName }),
  terms: z.literal(true),
  adult: z.literal(true),
  age: z.string().regex(/^\d+$/).transform(Number).refine(isAge, { error: 'field.age' }),
  gender: z.enum(GENDERS),
  seeks: z.enum(GENDERS),
  name: line(SCREEN_NAME_MAX_LETTERS).refine(isScreenName, { error: 'field.name' }),
});
export type SignUpAnswers = z.output<typeof signUpForm>;

export function isAge(age: number | undefined): boolean {
  return age !== undefined && Number.isInteger(age) && age >= AGE_MIN && age <= AGE_MAX;
}

const signedUp = spelled({
  token: as('token', token),
  trackerId: as('clickid', trackerId),
  user: as('user', user),
  optIn: as('optin', optIn),
  /** Message credits given for signing up. */
  gift: as('regalo_messaggi', credits.nullable()),
  deviceToken: as('deviceToken', deviceToken),
  /** False where a member who has an account came back with Google. */
  isNew: as('nuovo', z.boolean()),
});
export type SignedUp = z.output<typeof signedUp>;

const signUpReply = {
  reply: spelled({ result: as('result', signedUp) }),
  sealedReply: 'result',
} as const;

const refusals = [
  'signup.email_taken',
  'signup.known_device',
  'signup.email_forbidden',
  'signup.elsewhere',
  'signup.too_many',
  'account.disabled',
  'account.suspended',
] as const;

export const register = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/register',
  access: 'visitor',
  summary: 'Sign up.',
  sealed: { name: 'member', wire: 'utente', key: 'api', content: newMember },
  ...signUpReply,
  errors: [
    'field.email',
    'field.password',
    'field.place',
    'field.terms',
    'field.adult',
    'field.age',
    'field.gender',
    'field.seeks',
    'field.name',
    ...refusals,
  ],
});

/** What the link's page knows besides the partner's token, which holds the rest. */
const externalMember = spelled({
  ...trackingFields,
  ...arrivalFields,
  linkToken: as('token', code(4096).min(1)),
});

export const registerExternally = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/extSign_register',
  access: 'visitor',
  summary: "Sign up from a partner's mail.",
  sealed: { name: 'member', wire: 'utente', key: 'api', content: externalMember },
  ...signUpReply,
  errors: ['link.invalid', 'field.email', 'field.place', ...refusals],
});

const googleFields = {
  code: as('code', code(2048).min(1)),
  state: as('state', code(4096).min(1)),
  codeVerifier: as('codeVerifier', word(128, /^[A-Za-z0-9._~-]{43,128}$/)),
};
/** What a browser has when it comes back from Google. */
export const googleAnswer = spelled(googleFields);
const googleReturn = spelled({ ...trackingFields, ...arrivalFields, ...googleFields });
const google = {
  host: 'api',
  method: 'POST',
  access: 'visitor',
  body: googleReturn,
  ...signUpReply,
  errors: ['google.off', 'google.refused', 'google.email_unverified', 'link.invalid', ...refusals],
} as const;

export const signInWithGoogle = endpoint({
  ...google,
  path: '/users/auth/google',
  summary: 'Sign in or up with Google, from a landing.',
});
export const signInWithGoogleFromHome = endpoint({
  ...google,
  path: '/users/auth/google/home',
  summary: 'Sign in or up with Google, from the home page.',
});

export const acceptTerms = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/consents',
  access: 'member',
  owner: 'trackerId',
  beforeConsent: true,
  summary: 'Confirm to be an adult and accept the terms, where signing up did not ask.',
  body: spelled({
    trackerId: as('clickid', trackerId),
    newsletter: as('terms1', ticked),
    terms: as('terms2', ticked),
    adult: as('terms3', ticked),
  }),
  reply: spelled({ result: as('result', z.literal('OK')), user: as('user', user) }),
  errors: ['field.terms', 'field.adult'],
});

/** What a partner puts into the token of a link. */
export type ExternalClaims = z.output<typeof externalClaims>;
export const externalClaims = z.object({
  email: emailText,
  region: line(120).optional(),
  city: line(120).optional(),
  source: line(200).optional(),
  password: password(512).min(1).optional(),
});
