import { Agent } from 'node:http';
import { z } from 'zod';
import { clientEvents, endpoints } from '#contract/api.ts';
import { recordCookieConsent } from '#contract/insight/consent.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { expect } from '#testing/harness.ts';
import { withSecret } from '#testing/hostile-calls.ts';
import { sendRequest } from '#testing/http-request.ts';
import type { TestResponse } from '#testing/http-request.ts';
import { countTexts, fill, fillings, withTexts } from '#testing/long-texts.ts';
import { test } from '#testing/unlimited-node.ts';
import { bodyLimitOf } from './platform/http/largest-json.ts';

const LONG = 250_000;
/** All heads of a request together are 16 KiB at most, of which the URL may be 10. */
const LONG_URL = 11_000;
const LONG_HEADER = 14_000;
/**
 * What is refused costs a few milliseconds, with the request that is made and read in the same process. A text of this
 * size costs seconds where the time grows with the square of its length.
 */
const MOST_MS = 200;

/** The processor's time and not the clock's: others may have the machine meanwhile. Now and then it goes to rubbish. */
async function cpuOf(call: () => unknown): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < 3 && (attempt === 0 || isDoubtful(least)); attempt += 1) {
    const before = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return Math.round(least);
}

const isDoubtful = (milliseconds: number) => milliseconds > MOST_MS && milliseconds < 5 * MOST_MS;

/** The first of the calls that cost more than they may, by name: a few say as much as all, and sooner. */
async function findCostly(calls: Iterable<[name: string, call: () => unknown]>): Promise<string[]> {
  const costly: string[] = [];
  for (const [name, call] of calls) {
    const milliseconds = await cpuOf(call);
    if (milliseconds > MOST_MS) costly.push(`${name}: ${milliseconds} ms`);
    if (costly.length === 3) break;
  }
  return costly;
}

/** Texts in all places of one part of a call, of so many bytes altogether. */
function filled(schema: z.ZodType | undefined, filling: string, bytes: number): unknown {
  return schema && withTexts(schema, fill(filling, bytes / Math.max(1, countTexts(schema))));
}

function addressOf({ host, path, params, query }: Endpoint, filling: string): string {
  const named = (filled(params, filling, LONG_URL / 9) ?? {}) as Record<string, string>;
  const asked = Object.entries((filled(query, filling, LONG_URL / 9) ?? {}) as Record<string, unknown>);
  const where = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name] ?? 'x'));
  const what = asked.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${hostPrefixes[host]}${where}?${what.join('&')}`;
}

const inputs = [
  ...endpoints.flatMap(({ method, path, params, headers, query, body, sealed }) =>
    Object.entries({ params, headers, query, body, sealed: sealed?.content }).map(
      ([part, schema]) => [`${method} ${path} ${part}`, schema] as const,
    ),
  ),
  ...clientEvents.map(({ name, input }) => [`event ${name}`, input] as const),
].flatMap(([name, schema]) => (schema ? [[name, schema] as const] : []));

test('no schema of the contract looks long at a long text, whichever it is', async () => {
  function* calls(length: number) {
    for (const [name, schema] of inputs)
      for (const filling of fillings) {
        const value = withTexts(schema, fill(filling, length));
        yield [`${name} of ${JSON.stringify(filling)}`, () => z.safeDecode(schema, value)] satisfies [
          string,
          () => unknown,
        ];
      }
  }
  // What takes minutes for the long ones takes a second for these.
  for (const length of [20_000, LONG]) expect(await findCostly(calls(length))).toEqual([]);
  expect(inputs.length).toBeGreaterThan(300);
});

test('no call takes long to refuse its texts, as long as they may come and longer', async ({ target }) => {
  const { port, callersOf, keys, replyKey } = target;
  const agent = new Agent({ keepAlive: true });
  const callers = new Map<Endpoint['access'], Awaited<ReturnType<ReturnType<typeof callersOf>>>>();
  async function callerOf(endpoint: Endpoint) {
    const caller = callers.get(endpoint.access) ?? (await callersOf(endpoint)(true));
    callers.set(endpoint.access, caller);
    return caller;
  }
  async function ask(endpoint: Endpoint, path: string, body?: string): Promise<TestResponse> {
    const { method, access } = endpoint;
    const { token } = await callerOf(endpoint);
    const headers = { authorization: `Bearer ${token}`, 'seal-key': replyKey };
    const answer = await sendRequest(port, {
      agent,
      method,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    if (answer.status === 401) callers.delete(access);
    expect(answer.status, answer.text).toBeLessThan(500);
    return answer;
  }
  async function attack(endpoint: Endpoint, filling: string): Promise<void> {
    const { method, body, sealed } = endpoint;
    const path = addressOf(endpoint, filling);
    if (method === 'GET' || (!body && !sealed)) return void (await ask(endpoint, path));
    const room = bodyLimitOf(endpoint) - 4_000;
    const open = JSON.stringify(filled(body ?? z.object({}), filling, sealed ? 100 : room));
    const secret = filled(sealed?.content, filling, (room * 3) / 4 - 1_000);
    const whole = sealed ? await withSecret(open, sealed, secret, keys) : open;
    await ask(endpoint, path, String(whole));
  }
  function* calls() {
    for (const endpoint of endpoints.filter(
      ({ upload, params, query, body, sealed }) => !upload && (params ?? query ?? body ?? sealed),
    ))
      for (const filling of fillings) {
        const name = `${endpoint.method} ${endpoint.path} of ${JSON.stringify(filling)}`;
        yield [name, () => attack(endpoint, filling)] satisfies [string, () => unknown];
      }
  }
  expect(await findCostly(calls())).toEqual([]);
  const whoReads = endpoints.filter(({ body, sealed, upload }) => (body ?? sealed) && !upload);
  for (const endpoint of whoReads) {
    const { status, text } = await ask(
      endpoint,
      addressOf(endpoint, 'a'),
      JSON.stringify({ text: fill(' ', Math.max(LONG, bodyLimitOf(endpoint))) }),
    );
    expect({ status, text }, endpoint.path).toMatchObject({
      status: 413,
      text: expect.stringContaining('request.too_large'),
    });
  }
  agent.destroy();
});

const readHeaders = [
  'user-agent',
  'accept-language',
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'if-none-match',
  'seal-key',
  'authorization',
  'host',
];
const printable = fillings.filter((filling) => /^[ -~]+$/.test(filling));

test('no header takes long to be read', async ({ target }) => {
  const { port } = target;
  const consent = JSON.stringify(
    z.encode(recordCookieConsent.body, fittingInput(recordCookieConsent) as never),
  );
  async function send(name: string, filling: string): Promise<void> {
    const headers = { 'content-type': 'application/json', [name]: `x${fill(filling, LONG_HEADER)}x` };
    for (const path of ['/', '/boot.json', '/api/billing/anna'])
      expect((await sendRequest(port, { path, headers })).status).toBeLessThan(500);
    const path = `${hostPrefixes.api}${recordCookieConsent.path}`;
    expect((await sendRequest(port, { method: 'POST', path, headers, body: consent })).status).toBeLessThan(
      500,
    );
  }
  function* calls() {
    for (const name of readHeaders)
      for (const filling of printable)
        yield [`${name} of ${filling}`, () => send(name, filling)] satisfies [string, () => unknown];
  }
  expect(await findCostly(calls())).toEqual([]);
});

test('no address takes long to be read, and a needless one is refused', async ({ target }) => {
  const { port } = target;
  const ask = async (path: string) => (await sendRequest(port, { path })).status;
  function* calls() {
    for (const filling of printable) {
      const long = `${fill(filling, LONG_URL).replaceAll(' ', '%20').slice(0, 9_500)}x`;
      for (const path of [
        `/${long}`,
        `/login/${long}`,
        `/boot.json?path=/${long}`,
        `/boot.json?tid=${long}`,
        `/media/${long}`,
      ])
        yield [path.slice(0, 40), () => ask(path)] satisfies [string, () => unknown];
    }
  }
  expect(await findCostly(calls())).toEqual([]);
  expect(await ask(`/login?${'a'.repeat(LONG_URL)}`)).toBe(413);
  expect(await ask(`/${'/'.repeat(LONG_URL)}`)).toBe(413);
});

test('no event takes long to be refused, as a text of any length and as bytes', async ({ target }) => {
  const { port, memberToken } = target;
  const token = await memberToken();
  async function emit(name: string, sent: unknown): Promise<unknown> {
    const socket = await connectBrowser(port, token);
    const closed = new Promise((resolve) => void socket.once('disconnect', resolve));
    const answer = await Promise.race([socket.emitWithAck(name, sent), closed]);
    socket.disconnect();
    return answer;
  }
  const bytes = Buffer.alloc(LONG, 'a');
  function* calls() {
    for (const { name, input } of clientEvents) {
      for (const filling of fillings)
        for (const length of [LONG, 60_000])
          yield [
            `${name} of ${JSON.stringify(filling)}`,
            () => emit(name, filled(input, filling, length)),
          ] satisfies [string, () => unknown];
      for (const sent of [bytes, { deep: [bytes] }])
        yield [
          `${name} of bytes`,
          async () => expect(await emit(name, sent)).toBe('transport close'),
        ] satisfies [string, () => unknown];
    }
  }
  expect(await findCostly(calls())).toEqual([]);
});
