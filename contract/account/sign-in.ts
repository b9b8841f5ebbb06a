import { z } from 'zod';
import { claimed, ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { errors } from '../kernel/errors.ts';
import { emailText, passwordText, trackerId, typedEmail } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { code, line, word } from '../kernel/text.ts';
import { deviceToken, signedIn, trackingFields, user } from './user.ts';
import type { User } from './user.ts';

const done = spelled({ result: as('result', z.literal('OK')) });

export const authenticate = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/authenticate',
  access: 'visitor',
  summary: 'Sign in with address and password.',
  body: spelled({
    email: as('email', emailText),
    password: as('password', passwordText),
    trackerId: as('clickid', ignored()),
    deviceToken: as('deviceToken', deviceToken),
    ...trackingFields,
  }),
  reply: signedIn,
  errors: ['login.wrong', 'account.disabled', 'account.suspended'],
});

/** What is typed to sign in. */
export const signInForm = z.object({ email: typedEmail, password: passwordText });

export const signOut = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/logout',
  whileWalking: true,
  access: 'member',
  beforeConsent: true,
  summary: 'End the session the call is made with.',
  reply: done,
  errors: [],
});

/** Which rule was broken, and until when the member is shut out for it; null: for good. */
const { details: suspensionDetails } = errors['account.suspended'];
export type Suspension = z.output<typeof suspensionDetails>;

const verifyWire = z.union([
  z.object({ verify: user }),
  z.object({ verify: z.literal(0) }),
  z.object({ error: z.literal('utente_disabilitato'), suspension: suspensionDetails.optional() }),
]);
type Verified =
  | { status: 'live'; user: User }
  | { status: 'dead' }
  /** By a sanction, or else by support. */
  | { status: 'disabled'; suspension: Suspension | null };

export const verify = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/verify',
  access: 'visitor',
  summary: 'Check a stored token when the site starts.',
  anyBody: true,
  body: spelled({
    token: as('token', claimed(code(4096))),
    trackerId: as('trackerId', claimed(code(128))),
  }),
  reply: z.codec(verifyWire, z.custom<Verified>(), {
    decode: (wire): Verified => {
      if ('error' in wire) return { status: 'disabled', suspension: wire.suspension ?? null };
      return wire.verify === 0 ? { status: 'dead' } : { status: 'live', user: wire.verify };
    },
    encode: (plain) => {
      if (plain.status === 'disabled') {
        const { suspension } = plain;
        return { error: 'utente_disabilitato' as const, ...(suspension && { suspension }) };
      }
      return plain.status === 'live' ? { verify: plain.user } : { verify: 0 as const };
    },
  }),
  sealedReply: 'verify',
  errors: ['request.seal_key_missing'],
});

export const signInByLink = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/autoLogin',
  access: 'link',
  summary: 'Sign in with a link from a mail.',
  body: spelled({ email: as('email', claimed(emailText)) }),
  reply: signedIn,
  errors: ['link.invalid', 'account.disabled', 'account.suspended'],
});

/** What a mail says about itself, in headers of the specification. */
const mailHeaders = spelled({
  remarketingId: as('remarketingclickid', line(128).optional()),
  linkKind: as('tipoautologin', line(40).optional()),
  linkEvent: as('eventoautologin', line(100).optional()),
});

export const readLinkOwner = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId',
  access: 'link',
  summary: 'Who a link from a mail belongs to; noted as a click on that mail.',
  params: z.object({ trackerId }),
  headers: mailHeaders,
  reply: spelled({ result: as('result', z.literal('OK')), user: as('user', user) }),
  errors: ['link.invalid', 'account.disabled', 'account.suspended'],
});

/** The address the browser starts from, and what it must keep until it comes back. */
export const startGoogle = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/auth/google/start',
  access: 'visitor',
  summary: 'The address at which a visitor signs in with Google.',
  /** PKCE: the hash of a secret that stays in the browser. */
  body: z.object({ codeChallenge: word(43, /^[A-Za-z0-9_-]{43}$/) }),
  reply: z.object({ address: z.url().max(4000), state: z.string().max(4096) }),
  errors: ['google.off'],
});
