import { METHODS } from 'node:http';
import fc from 'fast-check';
import { z } from 'zod';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint, SealedField } from '#contract/kernel/endpoint.ts';
import { importSealingKey, seal } from '#contract/kernel/sealing.ts';
import type { PublicKey } from '#contract/kernel/sealing.ts';
import { ONE_PIXEL } from './fitting-input.ts';
import type { TestRequest } from './http-request.ts';
import { fitting, hostileBody, hostileText, hostileValue, spoilt } from './wire-values.ts';

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
const brokenSegment = fc.constantFrom(
  '%00',
  '%zz',
  '%',
  '%ff',
  '%ED%A0%80',
  '..',
  '%2e%2e%2f',
  '..%5c',
  '*',
  ';',
  'a%2Fb',
  '%2500',
  '[]',
);
// Without a parameter it would be the path of another endpoint.
export const segment = fc.oneof(hostileText.filter((value) => value !== '').map(encoded), brokenSegment);

/** Stands where the caller's own tracker id belongs, until it is known who calls. */
export const OWN_TRACKER = 'tracker-of-whoever-calls';

/** Mostly names the caller, without which no call reaches what is behind the door. */
export function mostlyOwn({ owner }: { owner?: string }, schema: z.ZodType): fc.Arbitrary<unknown> {
  const good = fitting(schema);
  if (owner === undefined) return good;
  const own = good.map((wire) => {
    const read = z.safeDecode(schema, wire);
    const plain = read.success ? (read.data as Record<string, unknown>) : {};
    return owner in plain ? z.encode(schema, { ...plain, [owner]: OWN_TRACKER }) : wire;
  });
  return fc.oneof({ weight: 5, arbitrary: own }, { weight: 1, arbitrary: good });
}

function pathOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const { path, params } = endpoint;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const fill = (values: Record<string, string>) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '');
  const broken = fc
    .record(Object.fromEntries(names.map((name) => [name, segment])))
    .map((values) => fill(values));
  if (!params) return broken;
  const good = mostlyOwn(endpoint, params).map((values) =>
    fill(Object.fromEntries(Object.entries(values as object).map(([name, value]) => [name, encoded(value)]))),
  );
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: broken });
}

function queryOf({ query }: Endpoint): fc.Arbitrary<string> {
  const known = query ? fitting(query) : fc.constant({});
  const pairs = known.map((values) =>
    Object.entries(values as object).map(([name, value]) => `${name}=${encoded(value)}`),
  );
  const names = ['before', 'state', '__proto__', 'a[b]', 'a[]', 'constructor', '%00', ''];
  const strange = fc.array(
    fc.tuple(fc.constantFrom(...names), segment).map((pair) => pair.join('=')),
    { maxLength: 3 },
  );
  return fc
    .tuple(pairs, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, strange))
    .map((all) => all.flat().join('&'));
}

const picture = fc.oneof(
  fc.constantFrom(
    ONE_PIXEL,
    ONE_PIXEL.subarray(0, 40),
    Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99999999" height="99999999"/>'),
    Buffer.from('<svg onload="alert(1)"><script>alert(1)</script></svg>'),
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

/** A form with one file, of which something may be wrong. */
function formOf(wire: string): fc.Arbitrary<Buffer> {
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'text/html', ''];
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constant(wire) },
    fc.constantFrom('other', '', '__proto__'),
  );
  return fc.tuple(name, fc.constantFrom(...types), picture).map(([field, type, bytes]) => {
    const head = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  });
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<string | Buffer | undefined> {
  const { body, upload } = endpoint;
  const json = (value: unknown) => JSON.stringify(value);
  if (upload) return fc.oneof({ weight: 4, arbitrary: formOf(upload.wire) }, hostileBody);
  if (!body) return fc.oneof(fc.constant(undefined), hostileBody, hostileValue.map(json));
  const good = mostlyOwn(endpoint, body);
  return fc.oneof(
    { weight: 4, arbitrary: good.map(json) },
    { weight: 4, arbitrary: spoilt(good).map(json) },
    { weight: 2, arbitrary: hostileBody },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const contentTypeOf = ({ upload }: Endpoint) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(upload ? 'multipart/form-data; boundary=x' : 'application/json') },
    fc.constantFrom(
      'text/plain',
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'multipart/form-data; boundary=other',
      'multipart/form-data',
      'application/json; charset=x',
      'json',
      '/',
      'application/xml',
    ),
  );
const authorization = fc.constantFrom(
  '',
  'Bearer',
  'Bearer ',
  'Bearer a b',
  'Basic YTpi',
  `Bearer ${'x'.repeat(5_000)}`,
  'bearer ../..',
  '\u00FF',
);
export const strangeHeaders = fc.constantFrom<Record<string, string>[]>(
  {},
  {},
  {},
  {},
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'nonsense' },
  { 'accept-encoding': 'gzip;q=nonsense, *' },
  { cookie: 'language=%00; language=fr; a' },
  { cookie: '\u00FF=;;;' },
  { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
  { 'x-forwarded-host': 'elsewhere' },
  { 'x-forwarded-host': 'localhost:x' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-proto': '://' },
  { 'user-agent': '\u00FF'.repeat(3_000) },
  { 'if-none-match': '*', range: 'bytes=5-1' },
  { 'seal-key': 'e30' },
  { 'seal-key': '\u00FF' },
  { expect: '100-continue' },
  { host: 'localhost:99999' },
  { host: 'localhost:x' },
  { host: 'LOCALHOST' },
  { host: '' },
  { host: '[::1]:80' },
  { host: 'a b' },
  { host: 'localhost:80:80' },
);

export interface Attempt {
  question: TestRequest;
  /** What goes sealed into the body, where the endpoint wants that. */
  secret: unknown;
  bare: boolean;
}

/** Calls of an endpoint: good ones, and every way we know to spoil them. */
export function attemptOn(endpoint: Endpoint, sealKey: string): fc.Arbitrary<Attempt> {
  const often = fc.constant(endpoint.method);
  const parts = {
    method: fc.oneof(
      { weight: 9, arbitrary: often },
      fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
    ),
    path: pathOf(endpoint),
    query: queryOf(endpoint),
    body: bodyOf(endpoint),
    type: fc.option(contentTypeOf(endpoint), { freq: 8, nil: undefined }),
    strange: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, strangeHeaders),
    login: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, authorization),
    secret: endpoint.sealed
      ? fc.oneof(fitting(endpoint.sealed.content), spoilt(fitting(endpoint.sealed.content)))
      : fc.constant(undefined),
  };
  return fc.record(parts).map(({ method, path, query, body, type, strange, login, secret }) => ({
    secret,
    question: {
      method,
      path: `${hostPrefixes[endpoint.host]}${path}${query ? `?${query}` : ''}`,
      headers: {
        'seal-key': sealKey,
        ...(type && body !== undefined ? { 'content-type': type } : {}),
        ...(login === null ? {} : { authorization: login }),
        ...strange,
      },
      ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
    },
    bare: login !== null,
  }));
}

/** The same body with the secret in its place, sealed. */
export async function withSecret(
  body: TestRequest['body'],
  { wire, key }: SealedField,
  secret: unknown,
  keys: Record<string, PublicKey>,
) {
  const json: unknown = typeof body === 'string' && body.startsWith('{"') ? safeJson(body) : {};
  const to = keys[key];
  if (!to || typeof json !== 'object') return body;
  return JSON.stringify({ ...json, [wire]: await seal(secret ?? null, await importSealingKey(to), to.kid) });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
