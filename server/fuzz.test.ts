import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { z } from 'zod';
import { clientEvents, endpoints } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { commonErrors, decodeFailure } from '#contract/kernel/errors.ts';
import type { ClientEvent } from '#contract/kernel/event.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { expect } from '#testing/harness.ts';
import {
  OWN_TRACKER,
  attemptOn,
  mostlyOwn,
  segment,
  strangeHeaders,
  withSecret,
} from '#testing/hostile-calls.ts';
import { sendRequest } from '#testing/http-request.ts';
import type { TestResponse, TestRequest } from '#testing/http-request.ts';
import { usualOrLong, propertyRuns } from '#testing/long-runs.ts';
import { test } from '#testing/unlimited-node.ts';
import { hostileValue, spoilt } from '#testing/wire-values.ts';

/** What is not done in time fails: it has shown less than it says. */
const budget = (usual: number, long: number) => ({
  ...propertyRuns(usual, long),
  interruptAfterTimeLimit: usualOrLong(45_000, 300_000),
});

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What has been called so far, as the metrics name it. */
const called: string[] = [];

type Caller = { token: string; link: string; trackerId: string };

/** Puts the caller's own name, and a link of theirs, where the question has room for them. */
function inNameOf({ trackerId, link }: Caller, { linkField }: Endpoint, question: TestRequest): TestRequest {
  const path = question.path.replaceAll(OWN_TRACKER, trackerId);
  if (typeof question.body !== 'string') return { ...question, path };
  const body = question.body.replaceAll(OWN_TRACKER, trackerId);
  const field = linkField && new RegExp(`"${linkField}":"[^"]*"`);
  return { ...question, path, body: field ? body.replace(field, `"${linkField}":"${link}"`) : body };
}

const problem = z.object({ error: z.object({ code: z.string().min(1), message: z.string().min(1) }) });

function expectNoFault({ status, text: content }: TestResponse, { method = '' }: TestRequest): void {
  expect(status, content).toBeLessThan(500);
  if (status < 400 || method === 'HEAD') return;
  expect(problem.safeParse(JSON.parse(content)).success, content).toBe(true);
}

test.for(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s: whatever is sent, the answer is one of the contract',
  async ([, endpoint], { target }) => {
    const { port, callersOf, keys, replyKey } = target;
    const nextCaller = callersOf(endpoint);
    let isChanged = false;
    const property = fc.asyncProperty(
      attemptOn(endpoint, replyKey),
      async ({ question: plan, secret, bare }) => {
        const caller = await nextCaller(isChanged);
        const question = inNameOf(caller, endpoint, plan);
        const token = bare ? {} : { authorization: `Bearer ${caller.token}` };
        const body = endpoint.sealed && (await withSecret(question.body, endpoint.sealed, secret, keys));
        const answer = await sendRequest(port, {
          ...question,
          ...(body ? { body } : {}),
          headers: { ...token, ...(body && { 'content-type': 'application/json' }), ...question.headers },
        });
        // What is refused or only read has changed nothing, but a token that was shown may have been used up or counted.
        isChanged =
          (answer.status < 400 && !READING.has(question.method ?? '')) ||
          (answer.status === 401 && !bare) ||
          answer.status === 429;
        expectNoFault(answer, question);
        const isOwn =
          answer.status === 200 &&
          question.method === endpoint.method &&
          !endpoint.sealedReply &&
          !endpoint.file &&
          !endpoint.html;
        if (isOwn) expect(z.safeDecode(endpoint.reply, answer.json()).success, answer.text).toBe(true);
      },
    );
    await fc.assert(property, budget(15, 250));
    called.push(`route="${hostPrefixes[endpoint.host]}${endpoint.path}"`);
  },
);

test('every endpoint is answered to some caller', async ({ target }) => {
  const { text: metrics } = await sendRequest(target.port, { path: '/metrics' });
  expect(called.filter((route) => !metrics.includes(route))).toEqual([]);
});

test('pages and files: whatever is asked for, nothing breaks', async ({ target }) => {
  const known = [
    '',
    'login',
    'chats/1',
    'boot.json',
    'openapi.json',
    'manifest.webmanifest',
    'icons/192.png',
    'sw.js',
    'console',
    'console/work',
    'robots.txt',
    'api',
    'pay',
    'metrics',
    'readyz',
  ];
  const folders = [
    '',
    'assets/',
    'console/',
    'console/assets/',
    'media/',
    'media/photos/',
    'icons/',
    'api/',
    'socket.io/',
  ];
  const path = fc.oneof(
    fc.constantFrom(...known),
    fc.tuple(fc.constantFrom(...folders), segment).map((parts) => parts.join('')),
    fc.array(segment, { maxLength: 4 }).map((parts) => parts.join('/')),
  );
  const query = fc.option(
    fc
      .tuple(fc.constantFrom('fluxId', 'fluxid', 'tid', 'path', 'path[]', '__proto__'), segment)
      .map((pair) => `?${pair.join('=')}`),
    { nil: '' },
  );
  const property = fc.asyncProperty(
    path,
    query,
    strangeHeaders,
    fc.constantFrom('localhost', 'es.localhost', 'elsewhere'),
    async (where, what, headers, host) => {
      const answer = await sendRequest(target.port, { path: `/${where}${what}`, host, headers });
      expect(answer.status, answer.text).toBeLessThan(500);
    },
  );
  await fc.assert(property, budget(120, 2_000));
});

test('bytes that are not HTTP are refused, and the next caller is served', async ({ target }) => {
  const host = 'Host: localhost\r\n';
  for (const bytes of [
    '\0\0\0\0\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /\u00FF HTTP/1.1\r\n${host}\r\n`,
    `NONSENSE / HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}a: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET http://elsewhere/api/ HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    `GET //../..//etc HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    'GET /api/x HTTP/1.0\r\n\r\n',
    `POST /api/log/client HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /api/log/client HTTP/1.1\r\n${host}transfer-encoding: chunked\r\nconnection: close\r\n\r\nzz\r\n`,
    `CONNECT localhost:1 HTTP/1.1\r\n${host}\r\n`,
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: nonsense\r\n\r\n`,
  ]) {
    const socket = connect(target.port, '127.0.0.1');
    socket.write(bytes, 'latin1');
    const answer = await textOf(socket).catch(() => '');
    expect(answer, bytes).not.toMatch(/^HTTP\/1\.1 5/);
    // In the shape of a call, as plain words, or as the site's own page for an address that is none.
    if (answer.startsWith('HTTP/1.1 4'))
      expect(answer, bytes).toMatch(/"error":\{.*"code":"|No site lives|Invalid Upgrade|data-page="\*"/);
  }
  expect((await sendRequest(target.port, { path: '/healthz' })).status).toBe(200);
});

const acknowledgement = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: z.looseObject({ code: z.string(), message: z.string() }) }),
]);

test.for(clientEvents.map((event) => [event.name, event] as const))(
  'socket event %s: every call is acknowledged, and none is a fault',
  async ([, event], { target }) => {
    const { port, memberToken, marco, stranger } = target;
    // Mostly in the caller's own name, and often about an existing profile.
    const good = fc
      .tuple(mostlyOwn(event, event.input), fc.boolean())
      .map(([wire, isReal]) => inNames(event, wire, marco.trackerId, isReal ? stranger : undefined));
    const args = fc.oneof(
      good.map((value) => [value]),
      fc.oneof(spoilt(good), hostileValue).map((value) => [value]),
      fc.array(hostileValue, { maxLength: 4 }),
      fc.constantFrom([], [undefined]),
    );
    // One connection has to wait after so many calls.
    for (let round = 0; round < 2; round += 1) {
      const socket = await connectBrowser(port, await memberToken());
      const property = fc.asyncProperty(args, async (values) => {
        const answer: unknown = await socket.timeout(20_000).emitWithAck(event.name, ...values);
        expect(acknowledgement.safeParse(answer).success, JSON.stringify(answer)).toBe(true);
        if ((answer as { ok: boolean }).ok) return;
        const declared = [...event.errors, ...commonErrors].filter((code) => code !== 'server.fault');
        expect(declared, JSON.stringify(answer)).toContain(decodeFailure(0, answer).code);
      });
      await fc.assert(property, { ...budget(45, 450), endOnFailure: true });
      socket.disconnect();
    }
  },
);

/** The same in the caller's name, and about an existing profile where it is about a profile. */
function inNames({ input }: ClientEvent, wire: unknown, trackerId: string, stranger?: string): unknown {
  const read = z.safeDecode(input, wire);
  if (!read.success || typeof read.data !== 'object') return wire;
  const names = Object.entries(read.data as object).map(([field, value]: [string, unknown]) => {
    if (field === 'profileId') return [field, stranger ?? value];
    return [field, value === OWN_TRACKER ? trackerId : value];
  });
  return z.encode(input, Object.fromEntries(names));
}

test('a socket that speaks nonsense is closed, and the next one is welcome', async ({ target }) => {
  const { port, memberToken } = target;
  const deep = `42["clickid",${'['.repeat(20_000)}${']'.repeat(20_000)}]`;
  for (const message of [
    '',
    '9',
    '40{',
    '40{"token":{"a":1}}',
    '41',
    '42',
    '42["clickid"',
    '451-["clickid"]',
    '4\0',
    deep,
    'x'.repeat(70_000),
  ]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
    socket.addEventListener('open', () => {
      socket.send(message);
      socket.close();
    });
    await closed;
  }
  expect((await connectBrowser(port, await memberToken())).connected).toBe(true);
});
