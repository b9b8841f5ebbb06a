import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as constants from './constants.ts';
import { storageKeys } from './storage-keys.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** All code but tests and the declarations themselves. */
const paths = globSync('{contract,server,sandbox,packages,site/src,console/src}/**/*.{ts,tsx}', {
  cwd: root,
}).filter((path) => !/\.test\.tsx?$|contract\/kernel\/(constants|storage-keys)\.ts$/.test(path));
const texts = new Map(paths.map((path) => [path, read(path)] as const));
const code = [...texts.values()].join('\n');

/** Where a constant can be read: not in what the database keeps as text, nor in what only tests and the demo show. */
const readers = [...texts].filter(
  ([path]) => !/migrations\/|\.gen\.|\/testing\/|demo\/|gallery\//.test(path),
);

/** For screens that are not built yet. It only gets shorter. */
const WAITING = new Set(['CONTACT_THANKS_MS']);

test('every constant of the specification is used', () => {
  const unused = Object.keys(constants).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused.filter((name) => !WAITING.has(name))).toEqual([]);
});

test('every key that the browser may keep has an owner', () => {
  const site = [...texts]
    .flatMap(([path, text]) => (/^(site|packages)\//.test(path) ? [text] : []))
    .join('\n');
  const unused = Object.keys(storageKeys).filter(
    (name) => !new RegExp(`'${name}'|\\b${name}: \\[?'|storage\\.\\w+\\(\\s*'${name}'`).test(site),
  );
  expect(unused).toEqual([]);
});

test('widths of the style sheet are those of the contract', () => {
  const tokens = read('packages/ui/styles/tokens.css');
  // A pixel more than the widest phone.
  expect(tokens).toContain(`--breakpoint-sm: ${Number.parseFloat(constants.MOBILE_MAX_WIDTH) + 1 / 16}rem;`);
  expect(tokens).toContain(`--breakpoint-lg: ${constants.TWO_PANE_MIN_WIDTH};`);
});

/** How a value would be written out, for those that mean nothing else; and the part of the code where that is so. */
const written: readonly (readonly [keyof typeof constants, RegExp, RegExp?])[] = [
  ['AGE_MAX', /(?:<=?|max\()\s*98\b/],
  ['AGE_MIN', /(?:>=?|min\()\s*18\b/],
  ['APPLE_PAY', /'masterCard'/, /^(?:site|server)/],
  ['CARD_NUMBER_MAX_DIGITS', /\{1[36],19\}/, /^(?:contract|site|server)/],
  ['CURRENCY', /'EUR'/, /^(?:contract|site|server|console)/],
  ['FIRST_NOTIFICATION', /prima notifica/],
  ['FIRST_NOTIFICATION_POLL_MS', /\b40_?000\b/, /^site/],
  ['GOOGLE_PAY', /PAN_ONLY|CRYPTOGRAM_3DS/],
  ['HIDDEN_RELOAD_MS', /\b180_?000\b/],
  ['MESSAGE_MAX_LETTERS', /(?:maxLength=\{|max\()2_?000\b/, /^(?:site|server)\/.*chat/],
  ['MOBILE_MAX_WIDTH', /\b(?:50[01]px|31\.25rem)\b/],
  ['MONITORING_SAMPLE_RATE', /\b0\.001\b/, /^site/],
  ['PHOTO_MAX_BYTES', /\b10 \* 1024 \* 1024\b|10_?485_?760/, /^(?:contract|site|server)/],
  ['PLAIN_FLOW_ID', /'0000'/, /^(?:contract|site|server)/],
  ['RANDOM_DELAY_MS', /\b20_?000\b/, /^site/],
  ['RESERVED_PROFILE_IDS', /'(?:000000|111111)'/],
  ['SOCKET', /['"`]\/socket\.io/],
  ['TWO_PANE_MIN_WIDTH', /\b(?:900px|56\.25rem)\b/],
];

test.for(written)('%s is written out nowhere else', ([, literal, where = /^/]) => {
  const found = readers.filter(([path, text]) => where.test(path) && literal.test(text));
  expect(found.map(([path, text]) => `${path}: ${literal.exec(text)?.[0]}`)).toEqual([]);
});

test('a value that is written out again is found', () => {
  expect(readers.length).toBeGreaterThan(500);
  expect(written.filter(([, literal]) => literal.test(read('contract/kernel/constants.ts')))).not.toEqual([]);
});
