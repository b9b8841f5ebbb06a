/** Showing who is there in an open session, before what asks for more than that (`password.needed`, `password.none`). */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, foreignObject, password } from '../kernel/text.ts';
import { googleAnswer } from './sign-up.ts';

const ofMember = {
  host: 'api',
  access: 'member',
  owner: 'trackerId',
  beforeConsent: true,
  params: z.object({ trackerId }),
} as const;
const done = spelled({ result: as('result', z.literal('OK')) });
/** The objects of WebAuthn are the browser's own and are checked by the library that knows them. */
const webAuthn = foreignObject(20_000);
const ticket = code(4096).min(1);

export const readProofMethods = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/users/:trackerId/proof',
  summary: 'By what I can show that it is me; where there is none of them, a reset mail sets a password.',
  reply: z.object({ password: z.boolean(), passkey: z.boolean(), google: z.boolean() }),
  errors: [],
});
export type ProofMethods = z.output<typeof readProofMethods.reply>;

export const proveByPassword = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/proof',
  summary: 'Show that it is me by the password. It counts for a quarter of an hour, in this session alone.',
  body: z.object({ password: password(512) }),
  reply: done,
  errors: ['password.wrong'],
});

/** The password as it is typed into the form. */
export const proofForm = z.object({ password: password(512).min(1) });

export const startPasskeyProof = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/proof/passkey/start',
  summary: 'What the browser needs to show one of my passkeys.',
  reply: z.object({ options: webAuthn, ticket }),
  errors: [],
});

export const proveByPasskey = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/proof/passkey',
  summary: 'Show that it is me by a passkey.',
  body: z.object({ ticket, response: webAuthn }),
  reply: done,
  errors: ['login.passkey', 'account.disabled', 'account.suspended'],
});

export const proveByGoogle = endpoint({
  ...ofMember,
  method: 'POST',
  path: '/users/:trackerId/proof/google',
  summary: 'Show that it is me by the Google account that is linked.',
  body: googleAnswer,
  reply: done,
  errors: ['google.off', 'google.refused', 'link.invalid'],
});
