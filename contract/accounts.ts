import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  country,
  credits,
  emailText,
  flowId,
  gender,
  language,
  passwordText,
  placeName,
  premiumLevel,
  token,
  trackerId,
} from './fields.ts';
import { as, spelled } from './spelling.ts';

const photo = spelled({
  path: as('path', z.string().max(500)),
  isDefault: as('predefinita', z.boolean()),
  name: as('name', z.string().max(200)),
});

/** The signed-in member as the browser knows him. */
export const user = spelled({
  trackerId: as('clickid', trackerId),
  email: as('email', emailText),
  emailConfirmed: as('confirmed_email', z.boolean()),
  screenName: as('username', z.string().max(60)),
  region: as('region', placeName.nullable()),
  city: as('city', placeName.nullable()),
  flowId: as('fluxId', flowId),
  premiumLevel: as('premiumLevel', premiumLevel),
  photos: as('imageName', z.array(photo).max(20)),
  verified: as('verifiedUser', z.boolean()),
  messageCredits: as('creditiMessaggi', credits),
  iceBreakerCredits: as('creditiIcebreaker', credits),
  likeCredits: as('creditiLike', credits),
  messageValue: as('valoreMessaggio', z.int()),
  about: as('user_info', spelled({ gender: as('sono', gender), seeks: as('cerco', gender) })),
  language: as('language', language),
});
export type User = z.output<typeof user>;

/** What a landing knows of the visitor; sent along with sign-up, login and reset. */
const trackingFields = {
  country: as('country', country.optional()),
  city: as('city', placeName.optional()),
  region: as('region', placeName.optional()),
  ip: as('ip', z.string().max(64).optional()),
  fingerprint: as('fingerprint', z.string().max(128).optional()),
  flowId: as('fluxId', z.string().max(64).optional()),
  host: as('servizio', z.string().max(255).optional()),
};

export const authenticate = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/authenticate',
  access: 'visitor',
  summary: 'Sign in with address and password.',
  body: spelled({
    email: as('email', emailText),
    password: as('password', passwordText),
    trackerId: as('clickid', trackerId.optional()),
    ...trackingFields,
  }),
  reply: spelled({ token: as('token', token), trackerId: as('clickid', trackerId), user: as('user', user) }),
  errors: ['login.wrong', 'account.disabled'],
});

export const signOut = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/logout',
  access: 'member',
  summary: 'End the session the call is made with.',
  reply: spelled({ result: as('result', z.literal('OK')) }),
  errors: [],
});

const verifyWire = z.union([
  z.object({ verify: user }),
  z.object({ verify: z.literal(0) }),
  z.object({ error: z.literal('utente_disabilitato') }),
]);
type Verified = { status: 'live'; user: User } | { status: 'dead' } | { status: 'disabled' };

export const verify = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/verify',
  access: 'visitor',
  summary: 'Check a stored token when the site starts.',
  body: spelled({
    token: as('token', z.string().max(4096)),
    trackerId: as('trackerId', z.string().max(128)),
  }),
  reply: z.codec(verifyWire, z.custom<Verified>(), {
    decode: (wire): Verified => {
      if ('error' in wire) return { status: 'disabled' };
      return wire.verify === 0 ? { status: 'dead' } : { status: 'live', user: wire.verify };
    },
    encode: (plain) => {
      if (plain.status === 'disabled') return { error: 'utente_disabilitato' as const };
      return plain.status === 'live' ? { verify: plain.user } : { verify: 0 as const };
    },
  }),
  sealedReply: 'verify',
  errors: ['request.seal_key_missing'],
});
