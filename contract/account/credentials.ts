import { z } from 'zod';
import { claimed, ignored } from '../kernel/claims.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { emailText, passwordText, token, trackerId, typedEmail } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { address, code, line, password } from '../kernel/text.ts';
import { deviceToken, trackingFields, user } from './user.ts';

const ok = as('result', z.literal('OK'));

export const requestReset = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/getTokenForReset',
  access: 'visitor',
  summary: 'Ask for a mail with a link to choose a new password.',
  body: spelled({
    email: as('email', emailText),
    trackerId: as('clickid', ignored()),
    ...trackingFields,
  }),
  reply: spelled({ result: ok }),
  errors: ['field.email', 'reset.unknown_email'],
});

/** The address to which the mail goes. */
export const resetRequestForm = z.object({ email: typedEmail });

/** A new password is written twice, since it is hidden while it is typed. */
export const newPasswordForm = z
  .object({ password: passwordText, repeated: z.string() })
  .refine(({ password: typed, repeated }) => typed === repeated, { path: ['repeated'] });

export const changePassword = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/changePassword',
  access: 'member-or-link',
  beforeConsent: true,
  summary: 'Choose a new password, with the link of a reset mail or while signed in. All other sessions end.',
  /** The link's token stands here; without it, the bearer's session counts. */
  linkField: 'token',
  body: spelled({
    password: as('password', password(512)),
    email: as('email', claimed(emailText)),
    linkToken: as('token', code(4096).optional()),
    /** Also passkeys, linked accounts, Telegram and push messages. A reset mail ends them all by itself. */
    endsEverything: as('terminaTutto', z.boolean().optional()),
  }),
  reply: spelled({
    result: ok,
    /** A session of its own; the others have ended. */
    token: as('token', token),
    user: as('user', user),
    deviceToken: as('deviceToken', deviceToken),
  }),
  errors: [
    'field.password',
    'link.invalid',
    'account.disabled',
    'email.not_current',
    'password.needed',
    'password.none',
  ],
});

export const changeEmail = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/changeEmail',
  access: 'member',
  beforeConsent: true,
  summary: 'Take another address. A confirmed one stays until the new one is confirmed too.',
  body: spelled({
    oldEmail: as('oldEmail', emailText),
    newEmail: as('newEmail', address(320)),
  }),
  reply: spelled({
    result: ok,
    user: as(
      'user',
      spelled({
        email: as('email', emailText),
        emailConfirmed: as('valid_email', z.boolean()),
        pendingEmail: as('email_in_attesa', emailText.nullable()),
      }),
    ),
  }),
  errors: [
    'field.email',
    'signup.email_forbidden',
    'email.same',
    'email.taken',
    'email.not_current',
    'email.change_used',
    'password.needed',
    'password.none',
  ],
});

export const changeEmailForm = z.object({ email: typedEmail });

export const confirmEmail = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/confirmEmail',
  access: 'link',
  summary: 'Confirm an address with the link that was sent to it, which also signs in.',
  linkField: 'token',
  body: spelled({
    trackerId: as('clickid', line(200).optional()),
    sameTrackerId: as('trackerId', line(200).optional()),
    linkToken: as('token', code(4096).optional()),
  }),
  reply: spelled({
    result: ok,
    token: as('token', token),
    trackerId: as('clickid', trackerId),
    user: as('user', user),
  }),
  errors: ['link.invalid', 'account.disabled', 'email.taken'],
});

export const resendConfirmation = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/resendConfirmation',
  access: 'member',
  owner: 'trackerId',
  beforeConsent: true,
  summary: 'Send the mail that asks to confirm the address once more.',
  body: spelled({ trackerId: as('clickid', trackerId) }),
  reply: spelled({ result: ok }),
  errors: [],
});
