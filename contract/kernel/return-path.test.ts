import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeReturnPath, safePath } from './return-path.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const origin = 'https://here.example';

test('a path comes back as it was written', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const written = `/${path.replace(/^\/+/, '')}?${query}`;
      expect(decodeReturnPath(base64(written))).toBe(written);
      expect(decodeReturnPath(Buffer.from(written).toString('base64url'))).toBe(written);
    }),
  );
});

test('letters of every language come back too, and a plus sign that became a space', () => {
  expect(decodeReturnPath(base64('/chats/José?x=ñ→'))).toBe('/chats/José?x=ñ→');
  const withPlus = base64('/a>>>?~~~');
  expect(withPlus).toContain('+');
  expect(decodeReturnPath(withPlus.replaceAll('+', ' '))).toBe('/a>>>?~~~');
});

test('whatever is accepted stays on this site', () => {
  const risky = fc.string({
    unit: fc.constantFrom('/', '\\', '\t', '\n', ':', '@', '.', 'a', ' ', 'http:', '%2f'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(fc.oneof(risky, fc.string(), fc.webUrl()), (text) => {
      const path = decodeReturnPath(base64(text)) ?? '/';
      expect(new URL(path, origin).origin).toBe(origin);
    }),
    { numRuns: 1000 },
  );
});

test('whatever the bytes, the answer is a path or nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const path = decodeReturnPath(Buffer.from(bytes).toString('base64'));
      expect(path === undefined || path.startsWith('/')).toBe(true);
    }),
  );
});

test.each([
  ['another origin', base64('https://evil.example/')],
  ['a scheme', base64('javascript:alert(1)')],
  ['a double slash', base64('//evil.example')],
  ['a backslash', base64('/\\evil.example')],
  ['a backslash further on', base64('/a\\b')],
  ['a tab that browsers leave out', base64('/\t/evil.example')],
  ['a line break', base64('/chats\nSet-Cookie: x')],
  ['no slash', base64('chats')],
  ['bytes that are no text', Buffer.from([0x2f, 0xff, 0xfe]).toString('base64')],
  ['not base64', '/chats'],
  ['nothing', ''],
  ['null', null],
  ['undefined', undefined],
  ['far too much', base64(`/${'a'.repeat(5000)}`)],
])('%s counts as missing', (_, text) => {
  expect(decodeReturnPath(text)).toBeUndefined();
});

test.each([
  ['/chats', '/chats'],
  ['/chats?x=1#y', '/chats?x=1#y'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example', undefined],
  ['', undefined],
  [null, undefined],
  [7, undefined],
])('going on to %o is %o', (path, safe) => {
  expect(safePath(path)).toBe(safe);
});
