import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { epochMilliseconds, trackerId } from '../kernel/fields.ts';
import { as, spelled } from '../kernel/spelling.ts';
import { user } from './user.ts';

const owner = {
  access: 'member',
  owner: 'trackerId',
  beforeConsent: true,
  params: z.object({ trackerId }),
} as const;
const ok = as('result', z.literal('OK'));
const done = spelled({ result: ok });

export const signInMethod = z.enum(['password', 'signup', 'google', 'passkey', 'link']);
export type SignInMethod = z.output<typeof signInMethod>;

const ownSession = z.object({
  id: z.uuid(),
  current: z.boolean(),
  method: signInMethod,
  /** A browser and a system, such as "Chrome, Android"; empty where nothing is known. */
  device: z.string().max(100),
  ip: z.string().max(45).nullable(),
  createdAt: epochMilliseconds,
  lastSeenAt: epochMilliseconds,
});
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/sessions',
  ...owner,
  summary: 'Where I am signed in, newest first.',
  reply: z.object({ sessions: z.array(ownSession).max(50) }),
  errors: [],
});

export const endOwnSession = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/users/:trackerId/sessions/:sessionId',
  ...owner,
  params: z.object({ trackerId, sessionId: z.uuid() }),
  summary: 'Sign out one of my devices.',
  reply: done,
  errors: [],
});

export const endOtherSessions = endpoint({
  host: 'api',
  method: 'DELETE',
  path: '/users/:trackerId/sessions',
  ...owner,
  summary: 'Sign out everywhere but here.',
  reply: done,
  errors: [],
});

export const closeAccount = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/close',
  ...owner,
  summary: 'Delete my account: hidden at once, erased after 30 days.',
  reply: spelled({ result: ok, closesAt: as('chiusura', epochMilliseconds) }),
  errors: ['password.needed', 'password.none'],
});

export const keepAccount = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/keep',
  ...owner,
  summary: 'Take the deletion back while there is time.',
  reply: spelled({ result: ok, user: as('user', user) }),
  errors: [],
});

const dataExport = z.object({
  id: z.uuid(),
  status: z.enum(['making', 'ready', 'failed', 'expired']),
  createdAt: epochMilliseconds,
  expiresAt: epochMilliseconds.nullable(),
  bytes: z.int().nullable(),
});
export type DataExport = z.output<typeof dataExport>;

export const requestExport = endpoint({
  host: 'api',
  method: 'POST',
  path: '/users/:trackerId/exports',
  ...owner,
  summary: 'Gather everything you hold about me. A mail says when it is ready.',
  reply: z.object({ result: z.literal('OK'), export: dataExport }),
  errors: ['password.needed', 'password.none'],
});

export const listExports = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/exports',
  ...owner,
  summary: 'The copies of my data I have asked for, newest first.',
  reply: z.object({ exports: z.array(dataExport).max(20) }),
  errors: [],
});

export const downloadExport = endpoint({
  host: 'api',
  method: 'GET',
  path: '/users/:trackerId/exports/:exportId',
  ...owner,
  params: z.object({ trackerId, exportId: z.uuid() }),
  summary: 'A copy of my data as a zip file.',
  file: { contentType: 'application/zip' },
  reply: z.instanceof(Blob),
  errors: ['password.needed', 'password.none'],
});
