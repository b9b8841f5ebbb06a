import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { OfflineError } from '#client/call.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { staffMe, staffSignIn, staffSignOut } from '#contract/staff/sign-in.ts';
import { listAudit, readMail } from '#contract/staff/staff.ts';
import type * as calling from './api.ts';
import type * as session from './session.ts';

const staff = {
  id: '0197a5d4-7b6e-7c11-9a55-3f2d0c4b8e10',
  email: 'ada@staff.example',
  name: 'Ada',
  isOwner: true,
  language: 'it',
  brands: [{ key: 'lunaria', title: 'Lunaria', role: 'owner' }],
  worksEverywhere: true,
  missing: null,
  factors: { totp: true, passkeys: 0 },
};

let server: Server;
let answer: { status: number; body: string };
let asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };
let client: typeof calling & typeof session;

function memoryStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

function windowAt(origin: string) {
  const storages = { localStorage: memoryStorage(), sessionStorage: memoryStorage() };
  return { location: { origin }, addEventListener: () => {}, ...storages };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      asked = { method: request.method, url: request.url, headers: request.headers, body };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('window', windowAt(`http://127.0.0.1:${port}`));
  client = { ...(await import('./api.ts')), ...(await import('./session.ts')) };
});

afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

beforeEach(() => {
  client.startSession('t0ken', false);
  answer = { status: 200, body: JSON.stringify(staff) };
});

test('the token goes along, and the answer is what the contract says', async () => {
  expect(await client.call(staffMe, {})).toEqual(staff);
  expect(asked).toMatchObject({
    method: 'GET',
    url: '/staff/me',
    headers: { authorization: 'Bearer t0ken' },
  });
});

test('a query leaves out what is not given', async () => {
  answer.body = JSON.stringify({ entries: [], next: null, actorFound: true });
  await client.call(listAudit, { action: 'staff' });
  expect(asked.url).toBe('/staff/audit?action=staff');
});

test('signing in sends a body and no token', async () => {
  answer.body = JSON.stringify({ token: 'new', staff });
  await client.call(staffSignIn, { email: 'ada@staff.example', password: 'x' });
  expect(asked.headers.authorization).toBeUndefined();
  expect(JSON.parse(asked.body)).toEqual({ email: 'ada@staff.example', password: 'x' });
});

test('a failure arrives as the failure it is', async () => {
  answer = { status: 403, body: JSON.stringify({ error: { code: 'staff.forbidden', message: 'no' } }) };
  await expect(client.call(staffMe, {})).rejects.toEqual(new Failure('staff.forbidden', undefined));
});

test("a proxy's error page becomes a fault", async () => {
  answer = { status: 502, body: '<html>' };
  await expect(client.call(staffMe, {})).rejects.toMatchObject({ code: 'server.fault' });
});

test('an id that cannot be one is not found, and the server is not asked', async () => {
  const before = asked;
  await expect(client.call(readMail, { id: '../work' })).rejects.toMatchObject({ code: 'request.not_found' });
  expect(asked).toBe(before);
});

test('a session that is no longer good ends, and nothing that was seen stays', async () => {
  const { queryClient } = await import('./query-client.ts');
  queryClient.setQueryData(['mails'], ['a letter']);
  answer = { status: 401, body: JSON.stringify({ error: { code: 'session.dead', message: 'no' } }) };
  await expect(client.call(staffMe, {})).rejects.toMatchObject({ code: 'session.dead' });
  expect(client.currentToken()).toBeUndefined();
  expect(queryClient.getQueryData(['mails'])).toBeUndefined();
});

test('no answer and an aborted call are two things', async () => {
  await expect(client.call(staffMe, {}, { signal: AbortSignal.abort() })).rejects.toHaveProperty(
    'name',
    'AbortError',
  );
  vi.stubGlobal('window', windowAt('http://127.0.0.1:1'));
  await expect(client.call(staffSignOut, {})).rejects.toBeInstanceOf(OfflineError);
});
