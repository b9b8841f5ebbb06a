import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as constants from './constants.ts';
import { storageKeys } from './storage-keys.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** All code but tests and the declarations themselves. */
const code = globSync('{contract,server,sandbox,site/src,console/src}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$|contract\/(constants|storage-keys)\.ts$/.test(path))
  .map(read)
  .join('\n');

/** What the specification names for screens that are not built yet, or that a style sheet holds. It only gets shorter. */
const WAITING = new Set([
  'AGE_CHECK_AMOUNT_CENTS',
  'CONTACT_THANKS_MS',
  'MOBILE_MAX_WIDTH',
  'MONITORING_SAMPLE_RATE',
  'RANDOM_DELAY_MS',
  'TWO_PANE_MIN_WIDTH',
  'UNSUBSCRIBE_REDIRECT_MS',
]);
const WAITING_KEYS = new Set(['availablePeople', 'avatar', 'likeCredits', 'messageValue']);

test('every constant of the specification is used', () => {
  const unused = Object.keys(constants).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(unused.filter((name) => !WAITING.has(name))).toEqual([]);
});

test('everything the browser may keep is kept by somebody', () => {
  const site = globSync('site/src/**/*.{ts,tsx}', { cwd: root }).map(read).join('\n');
  const unused = Object.keys(storageKeys).filter(
    (name) => !new RegExp(`'${name}'|\\b${name}: \\[?'|storage\\.\\w+\\(\\s*'${name}'`).test(site),
  );
  expect(unused.filter((name) => !WAITING_KEYS.has(name))).toEqual([]);
});

test('widths of the style sheet are those of the contract', () => {
  const tokens = read('site/src/styles/tokens.css');
  expect(tokens).toContain(`--breakpoint-sm: ${constants.MOBILE_MAX_WIDTH + 1}px;`);
  expect(tokens).toContain(`--breakpoint-lg: ${constants.TWO_PANE_MIN_WIDTH}px;`);
});
