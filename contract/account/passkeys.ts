import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, foreignObject, line } from '../kernel/text.ts';
import { signedIn } from './user.ts';

/**
 * The objects of WebAuthn are the browser's own and are checked by the library that knows them; here they only have a size.
 */
const webAuthn = foreignObject(20_000);
/** Ties the answer to the question; sealed by the server, good once and for five minutes. */
const ticket = code(4096).min(1);

const member = { host: 'api', access: 'member', owner: 'trackerId', beforeConsent: true } as const;
const ofMember = { ...member, params: z.object({ trackerId }) } as const;

const passkey = z.object({
  id: z.string().max(1400),
  name: z.string().max(60),
  createdAt: epochMilliseconds,
  lastUsedAt: epochMilliseconds.nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const startPasskey = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/passkeys/start',
  summary: 'What the browser needs to make a passkey. Asks for fresh proof of who it is.',
  reply: z.object({ options: webAuthn, ticket }),
  errors: ['password.needed', 'password.none'],
});

export const addPasskey = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/passkeys',
  summary: 'Keep the passkey that the browser has made.',
  body: z.object({ ticket, response: webAuthn, name: line(60).optional() }),
  reply: spelled({ result: as('result', z.literal('OK')), passkey: as('passkey', passkey) }),
  errors: ['passkey.refused', 'passkey.too_many'],
});

export const listPasskeys = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/users/:trackerId/passkeys',
  summary: 'My passkeys.',
  reply: z.object({ passkeys: z.array(passkey).max(20) }),
  errors: [],
});

export const removePasskey = endpoint({
  ...ofMember,
  params: z.object({ trackerId, passkeyId: code(1400).min(1) }),
  method: 'DELETE',
  path: '/users/:trackerId/passkeys/:passkeyId',
  summary: 'Forget one of my passkeys.',
  reply: spelled({ result: as('result', z.literal('OK')) }),
  errors: [],
});

export const startPasskeySignIn = endpoint({
  host: 'api',
  access: 'visitor',
  method: 'POST',
  path: '/users/passkeys/signin/start',
  summary: 'What the browser needs to sign in with a passkey.',
  reply: z.object({ options: webAuthn, ticket }),
  errors: [],
});

export const signInWithPasskey = endpoint({
  host: 'api',
  access: 'visitor',
  method: 'POST',
  path: '/users/passkeys/signin',
  summary: 'Sign in with a passkey.',
  body: z.object({ ticket, response: webAuthn }),
  reply: signedIn,
  errors: ['login.passkey', 'account.disabled', 'account.suspended'],
});
