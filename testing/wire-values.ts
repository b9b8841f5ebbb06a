import fc from 'fast-check';
import { z } from 'zod';

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
}

const LONGEST = 300;

/** Values as the wire side of a schema asks for them. */
export function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fittingJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

function fittingJson(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fittingJson));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type ?? 'anything') {
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fittingJson(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'object':
      return fittingObject(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function boundsOf({ minimum = -1_000_000, maximum = 1_000_000 }: JsonSchema) {
  return { min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) };
}

function fittingText({
  pattern,
  format,
  minLength = 0,
  maxLength = LONGEST,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const good = fc.string({ minLength, maxLength: Math.min(maxLength, LONGEST), unit: 'grapheme' });
  const marred = fc
    .tuple(good, fc.constantFrom(...marring), fc.nat())
    .map(([text, mark, at]) => `${text.slice(0, at % (text.length + 1))}${mark}`.slice(0, maxLength));
  return fc.oneof(
    { weight: 4, arbitrary: good },
    { weight: 1, arbitrary: marred },
    { weight: 1, arbitrary: fc.constantFrom(...marring) },
  );
}

/** What no database, log or header takes, and what is invisible. Any text of a call may hold it. */
const marring = ['\0', '\uD800', '\uDFFF', '\u0007', '\u200B', '\u3164\u2800', '\u202E'];

function fittingObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<object> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fittingJson(schema)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** As `fc.string({ unit: 'binary' })` makes them, which takes two seconds to get ready for it. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const point = fc.integer({ min: 0, max: 0x10ffff });
  return fc.array(point, { maxLength }).map((points) => String.fromCodePoint(...points));
}

/** Texts that have broken programs before. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\uD800',
    '\uDFFF\uD800',
    '\u200B\u200D\uFEFF',
    '\u3164',
    '🫠👩‍👩‍👧',
    'ﷺ'.repeat(50),
    '\u202Eabc',
    '\r\nx: y',
    "' or 1=1; --",
    '%',
    '_',
    '\\',
    '$1',
    '../../etc/passwd',
    '..%2f..%2f',
    '__proto__',
    'constructor',
    'toString',
    '<script>alert(1)</script>',
    '${7*7}',
    '{{7*7}}',
    'null',
    'NaN',
    '-1',
    '1e999',
    '9'.repeat(400),
    '00000000-0000-0000-0000-000000000000',
    '9223372036854775807',
    '9223372036854775808',
    'x'.repeat(10_000),
  ),
  anyText(60),
);

/** Values that no field of ours expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.1,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    JSON.parse('{"then":1}'),
    { constructor: { prototype: { admin: true } } },
    JSON.parse('{"__proto__":{"admin":true}}'),
    JSON.parse(nested(100, '[', ']')),
    Array(2_000).fill(0),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A fitting object of which something was spoilt. */
export function spoilt(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const strangeName = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'then', '\0'),
    hostileText,
  );
  return fc
    .tuple(value, fc.nat(), hostileValue, strangeName, fc.constantFrom('replace', 'remove', 'add', 'instead'))
    .map(([whole, which, strange, name, how]) => {
      if (how === 'instead' || typeof whole !== 'object' || whole === null) return strange;
      const names = Object.keys(whole);
      const chosen = names[which % Math.max(1, names.length)];
      const entries = Object.entries(whole).filter(([key]) => how === 'add' || key !== chosen);
      const added = how === 'add' ? name : chosen;
      if (how !== 'remove' && added !== undefined) entries.push([added, strange]);
      return Object.fromEntries(entries);
    });
}

/** Bodies that are not even JSON, or only just. */
export const hostileBody: fc.Arbitrary<string | Buffer> = fc.constantFrom<(string | Buffer)[]>(
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"text"',
  '0',
  'NaN',
  'undefined',
  '\uFEFF{}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"email":1e999}',
  '{"email":"a","email":{}}',
  '{"email":"\\u0000"}',
  '{"email":"\\ud800"}',
  nested(60_000, '[', ']'),
  `{"email":${nested(20_000, '{"a":', '}').replace('}', '1}')}}`,
  `"${'x'.repeat(300 * 1024)}"`,
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.from('{"email":"\xC3\x28"}', 'latin1'),
  'a=1&b=2',
  '<xml/>',
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
);
