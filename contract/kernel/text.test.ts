import { expect, test } from 'vitest';
import { z } from 'zod';
import { clientEvents, endpoints } from '../api.ts';
import { isClaim } from './claims.ts';
import { address, cleanLine, cleanLines, code, foreignObject, line, password, writing } from './text.ts';

interface Leaf {
  path: string;
  schema: z.ZodType;
}

const UNSTORABLE = ['\0', 'a\0b', '\uD800', 'a\uDFFFb'];

/** What Zod tells of a schema's parts. */
interface Parts {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  innerType?: z.ZodType;
  in?: z.ZodType;
}

const TEXTLESS = new Set(['number', 'boolean', 'null', 'literal', 'enum']);
const ANYTHING = new Set(['string', 'unknown', 'any', 'lazy']);

/** Every part of a schema that takes a text, or anything at all, with the way to it. */
function leaves(path: string, schema: z.ZodType): Leaf[] {
  // A claim takes anything; what comes out of it is what counts.
  if (isClaim(schema)) return [{ path, schema }];
  const { type, shape, element, keyType, valueType, options, innerType, in: wire } = schema.def as Parts;
  if (TEXTLESS.has(type)) return [];
  if (ANYTHING.has(type)) return [{ path, schema }];
  if (shape) return Object.entries(shape).flatMap(([name, field]) => leaves(`${path}.${name}`, field));
  if (element) return leaves(`${path}[]`, element);
  if (keyType && valueType) {
    // A record that looks into all of its values needs no guarded parts.
    const looksInside = isGuarded(schema, (text) => ({ field: { deep: [text] } }));
    return [...leaves(`${path} (name)`, keyType), ...(looksInside ? [] : leaves(`${path}{}`, valueType))];
  }
  if (options) return options.flatMap((option) => leaves(path, option));
  const inner = innerType ?? wire;
  if (inner) return leaves(path, inner);
  throw new Error(`${path}: nobody has thought about texts in a schema of type ${type}`);
}

/** Whether bad texts are refused, or come out without what made them bad. */
function isGuarded(schema: z.ZodType, wrap: (text: string) => unknown = (text) => text): boolean {
  return UNSTORABLE.every((bad) =>
    // Padded as well, so that a rule of length is not taken for a guard.
    ['', 'x'.repeat(43)].every((padding) => {
      const { success, data } = z.safeParse(schema, wrap(bad + padding));
      return !success || !/\\u0000|\\ud|[\0\p{Cs}]/u.test(JSON.stringify(data));
    }),
  );
}

const inputs = [
  ...endpoints.flatMap(({ method, path, params, headers, query, body, sealed }) =>
    Object.entries({ params, headers, query, body, sealed: sealed?.content }).map(
      ([part, schema]) => [`${method} ${path} ${part}`, schema] as const,
    ),
  ),
  ...clientEvents.map(({ name, input }) => [`event ${name}`, input] as const),
].flatMap(([path, schema]) => (schema ? leaves(path, schema) : []));

test('no call and no event takes a text with a zero byte or half a character', () => {
  const open = inputs.filter(({ schema }) => !isGuarded(schema));
  expect(open.map(({ path }) => path)).toEqual([]);
  expect(inputs.length).toBeGreaterThan(100);
});

/** Whether a text that is too long is refused before anything else looks at it. */
function isMeasuredFirst(schema: z.ZodType): boolean {
  const { checks = [], format } = schema.def as {
    checks?: { _zod: { def: { check: string; abort?: boolean } } }[];
    format?: string;
  };
  if (format === 'uuid' || format === 'date' || format === 'ipv4' || format === 'ipv6') return true;
  const [first] = checks.map(({ _zod: { def } }) => def);
  return first?.check === 'max_length' && (checks.length === 1 || first.abort === true);
}

test('how long a text is, is asked before anything else', () => {
  const texts = inputs.filter(({ schema }) => schema.def.type === 'string' && !isClaim(schema));
  expect(texts.filter(({ schema }) => !isMeasuredFirst(schema)).map(({ path }) => path)).toEqual([]);
  expect(texts.length).toBeGreaterThan(100);
  expect(isMeasuredFirst(z.string().overwrite(cleanLine).max(20))).toBe(false);
  expect(isMeasuredFirst(z.string().max(20).regex(/^a+$/))).toBe(false);
});

test('a letter keeps so many marks as some script has, and no more', () => {
  expect(cleanLine(`Z${'\u0316\u0301'.repeat(10_000)}a`).length).toBeLessThan(40);
  expect(cleanLine('ชื่อ ẹ̀ Z̵̡̛')).toBe('ชื่อ ẹ̀ Z̵̡̛'.normalize('NFC'));
});

test('a text that was not declared by its kind is found out', () => {
  expect(isGuarded(z.string().max(200))).toBe(false);
  expect(isGuarded(z.string().min(1).max(200))).toBe(false);
  expect(leaves('', z.record(z.string(), z.json())).every(({ schema }) => isGuarded(schema))).toBe(false);
});

test.for([
  ['Ciao, come stai?', 'Ciao, come stai?'],
  ['  due  \r\nrighe\t \r\n', 'due\nrighe'],
  ['a\0b\u0007c', 'a b c'],
  ['caffe\u0301', 'caffé'],
  ['mezza \uD83D faccina', 'mezza   faccina'],
  ['333\u200B444', '333444'],
  ['famiglia 👩‍👩‍👧 ❤️', 'famiglia 👩‍👩‍👧 ❤️'],
  ['\u202Eoaic', 'oaic'],
  ['\u200B\u200D\u2060\uFEFF', ''],
  ['\u3164\u2800 \u00AD', ''],
  ['\u0301', ''],
] as const)('a written text is cleaned: %j', ([typed, kept]) => {
  expect(cleanLines(typed)).toBe(kept);
  expect(cleanLines(kept)).toBe(kept);
});

test('one line stays one line', () => {
  expect(cleanLine(' Anna\r\nMaria\u2028 \u202E\0')).toBe('Anna Maria');
  expect(cleanLine('\u200B')).toBe('');
});

test('cleaning counts before the length, on both ways', () => {
  expect(z.decode(line(4), '\0 Anna \u200B')).toBe('Anna');
  expect(z.encode(writing(4), ' Anna\r\n')).toBe('Anna');
  expect(line(4).min(1).safeParse('\u200B\u3164').success).toBe(false);
});

test('names of things are refused and never changed; a password keeps every letter', () => {
  for (const bad of [...UNSTORABLE, '\u0007']) {
    expect(code(20).safeParse(bad).success).toBe(false);
    expect(address(20).safeParse(`anna${bad}@x.it`).success).toBe(false);
  }
  expect(password(20).safeParse('a\uD800').success).toBe(false);
  expect(password(20).parse('  e\u0301\u200B ')).toBe('  e\u0301\u200B ');
  expect(address(20).parse(' anna@\u200Bx.it\n')).toBe('anna@x.it');
});

test('what only a library understands is looked at no longer than it may be, and no deeper', () => {
  const foreign = foreignObject(20_000);
  const sound = { id: 'a', response: { list: [1, true, null, 'è'], nested: { deeper: {} } } };
  expect(foreign.parse(sound)).toEqual(sound);
  const brackets = JSON.parse('['.repeat(9_900) + ']'.repeat(9_900)) as unknown;
  for (const wrong of [
    { brackets },
    { text: 'x'.repeat(20_000) },
    { ['x'.repeat(101)]: 1 },
    { deep: ['\0'] },
  ])
    expect(foreign.safeParse(wrong).success).toBe(false);
  let looked = 0;
  const counted = {
    get text() {
      looked += 1;
      return 'x'.repeat(50);
    },
  };
  expect(foreign.safeParse({ many: Array.from({ length: 100_000 }, () => counted) }).success).toBe(false);
  expect(looked).toBeLessThan(1_000);
});
