/** The identities of other providers by which an account opens. */

import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';

const ofMember = { host: 'api', access: 'member', owner: 'trackerId', beforeConsent: true } as const;

export const identityProvider = z.enum(['google']);

const identity = z.object({
  provider: identityProvider,
  /** Masked: a stranger at an open session need not learn it. */
  email: z.string().max(254),
  createdAt: epochMilliseconds,
  lastUsedAt: epochMilliseconds,
});
export type Identity = z.output<typeof identity>;

export const listIdentities = endpoint({
  ...ofMember,
  params: z.object({ trackerId }),
  method: 'GET',
  path: '/users/:trackerId/identities',
  summary: 'The accounts at other providers that open mine.',
  reply: z.object({ identities: z.array(identity).max(10) }),
  errors: [],
});

export const removeIdentity = endpoint({
  ...ofMember,
  params: z.object({ trackerId, provider: identityProvider }),
  method: 'DELETE',
  path: '/users/:trackerId/identities/:provider',
  summary: 'One of them no longer opens my account, and sessions that it opened elsewhere end.',
  reply: spelled({ result: as('result', z.literal('OK')) }),
  errors: ['password.needed', 'password.none', 'identity.last'],
});
