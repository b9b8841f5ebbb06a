import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { user } from '../../../contract/accounts.ts';
import type { User } from '../../../contract/accounts.ts';
import { boot } from '../../../contract/boot.ts';
import { decodeReplyKey, importSealingKey, seal } from '../../../contract/sealing.ts';
import { type Asked, startServer } from '../testing/http-server.ts';
import { sampleBoot, sampleUser } from '../testing/sample-boot.ts';
import { shellOf, shellStore } from './boot.ts';
import { signIn, verifyStoredToken } from './member-session.ts';
import { closePopup, popupStore } from './popups.ts';
import { isVerified, sessionStore, signOut, startSession } from './session.ts';
import { storage } from './storage.ts';

type Answers = Record<string, (asked: Asked) => unknown>;

/** The page of a browser, as far as the session looks at it, over a server that answers as told. */
async function openPage(answers: Answers, stored: { token?: string } = {}) {
  const server = await startServer(async (asked) => {
    const answer = answers[new URL(asked.url, 'http://x').pathname];
    if (!answer) return { status: 404, body: { error: { code: 'request.not_found', message: '' } } };
    return (await answer(asked)) as { status?: number; body?: unknown } | 'cut';
  });
  const root = { dataset: { ...(stored.token && { session: 'stored' }) } as Record<string, string> };
  const left: string[] = [];
  vi.stubGlobal('document', { documentElement: root, getElementById: () => null });
  vi.stubGlobal('location', {
    host: 'lunaria.example',
    search: '',
    pathname: '/',
    assign: (to: string) => left.push(to),
  });
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: Request | string) =>
    realFetch(typeof input === 'string' ? `${server.origin}${input}` : input),
  );
  shellStore.set(shellOf(sampleBoot(server.origin)));
  if (stored.token) storage.set('token', stored.token);
  storage.set('trackerId', 'click-1');
  return { ...server, root, left };
}

const sealed =
  (who: User) =>
  async ({ headers }: Asked) => {
    const key = decodeReplyKey(String(headers['seal-key']))!;
    return { body: { verify: await seal(z.encode(user, who), await importSealingKey(key)) } };
  };

beforeEach(() => {
  vi.unstubAllGlobals();
  storage.remove('token');
  closePopup();
  sessionStore.set({ status: 'unknown', problem: null });
});

test('a page without a token belongs to a visitor, and nobody is asked', async () => {
  const { asked } = await openPage({});
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(asked).toHaveLength(0);
});

test('a live token makes a member', async () => {
  const { asked } = await openPage({ '/api/users/verify': sealed(sampleUser()) }, { token: 't' });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'member', user: sampleUser() });
  expect(isVerified(sessionStore.get())).toBe(true);
  expect(asked[0]?.body).toEqual({ token: 't', trackerId: 'click-1' });
});

test('a member is in his own flow, whatever page he came by', async () => {
  const his = sampleBoot('http://x', { id: '13', invites: true });
  const { asked } = await openPage(
    {
      '/api/users/verify': sealed(sampleUser({ flowId: '13' })),
      '/boot.json': () => ({ body: z.encode(boot, his) }),
    },
    { token: 't' },
  );
  await verifyStoredToken();
  expect(shellStore.get()?.flow).toEqual({ id: '13', invites: true });
  expect(asked[1]?.url).toBe('/boot.json?path=%2Ffind&fluxId=13');
});

test('without his flow he still comes in', async () => {
  await openPage({ '/api/users/verify': sealed(sampleUser({ flowId: '13' })) }, { token: 't' });
  await verifyStoredToken();
  expect(sessionStore.get().status).toBe('member');
});

test('an account without a region is not verified', async () => {
  await openPage({ '/api/users/verify': sealed(sampleUser({ region: null })) }, { token: 't' });
  await verifyStoredToken();
  expect(sessionStore.get().status).toBe('member');
  expect(isVerified(sessionStore.get())).toBe(false);
});

test('a dead token is forgotten, and the visitor is told', async () => {
  const { root } = await openPage({ '/api/users/verify': () => ({ body: { verify: 0 } }) }, { token: 't' });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(storage.get('token')).toBeUndefined();
  expect(popupStore.get()?.name).toBe('session_ended');
  expect(root.dataset).toEqual({});
});

test('a disabled account is told so and stays outside', async () => {
  await openPage({ '/api/users/verify': () => ({ body: { error: 'utente_disabilitato' } }) }, { token: 't' });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'visitor' });
  expect(popupStore.get()?.name).toBe('account_disabled');
});

test('where the server can not be asked, nobody is sent away, and the token stays', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const { asked } = await openPage({ '/api/users/verify': () => 'cut' }, { token: 't' });
  vi.stubGlobal('navigator', { onLine: false });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'unknown', problem: 'offline' });
  vi.stubGlobal('navigator', { onLine: true });
  await startSession();
  expect(sessionStore.get()).toEqual({ status: 'unknown', problem: 'fault' });
  expect(storage.get('token')).toBe('t');
  expect(asked).toHaveLength(2);
});

test('signing in stores token and tracker id', async () => {
  const { asked } = await openPage({
    '/api/users/authenticate': () => ({
      body: { token: 'new', clickid: 'click-2', user: z.encode(user, sampleUser()) },
    }),
  });
  expect(await signIn({ email: 'a@b.it', password: 'x' })).toEqual({ ok: true });
  expect(storage.get('token')).toBe('new');
  expect(storage.get('trackerId')).toBe('click-2');
  expect(sessionStore.get().status).toBe('member');
  expect(asked[0]?.body).toMatchObject({
    clickid: 'click-1',
    country: 'it',
    fluxId: '7',
    servizio: 'lunaria.example',
  });
});

test.each([
  [
    'wrong words',
    401,
    { code: 'mail_password_errati', message: '-1001' },
    { ok: false, code: 'login.wrong' },
  ],
  [
    'a disabled account',
    403,
    { code: 'utente_disabilitato', message: '-1008' },
    { ok: false, code: 'account.disabled' },
  ],
  [
    'a fault',
    500,
    { code: 'server.fault', message: '', id: 'f-1' },
    { ok: false, code: 'server.fault', faultId: 'f-1' },
  ],
])('signing in with %s says why it failed', async (_, status, error, outcome) => {
  await openPage({ '/api/users/authenticate': () => ({ status, body: { error } }) });
  expect(await signIn({ email: 'a@b.it', password: 'x' })).toEqual(outcome);
  expect(storage.get('token')).toBeUndefined();
});

test('signing in without a network says that', async () => {
  await openPage({ '/api/users/authenticate': () => 'cut' });
  expect(await signIn({ email: 'a@b.it', password: 'x' })).toEqual({ ok: false, code: 'offline' });
});

test.each([
  ['with', () => ({ body: { result: 'OK' } })],
  ['without', () => 'cut'],
])('signing out %s the server forgets the token and starts over at home', async (_, answer) => {
  const { asked, left } = await openPage({ '/api/users/logout': answer }, { token: 't' });
  storage.set('unreadMessages', 4);
  await signOut();
  expect(asked[0]?.headers.authorization).toBe('Bearer t');
  expect(storage.get('token')).toBeUndefined();
  expect(storage.get('unreadMessages')).toBeUndefined();
  expect(left).toEqual(['/']);
});
