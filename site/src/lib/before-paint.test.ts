/// <reference types="node" />
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { storageKeys } from '../../../contract/storage-keys.ts';
import script from '../../before-paint.js?raw';

type Listener = (event: { preventDefault: () => void }) => void;

function run(stored: Record<string, string> | 'blocked') {
  const dataset: Record<string, string> = {};
  const listeners: Listener[] = [];
  const area = {
    getItem(name: string) {
      if (stored === 'blocked') throw new Error('denied');
      return stored[name] ?? null;
    },
  };
  runInNewContext(script, {
    document: { documentElement: { dataset } },
    localStorage: area,
    addEventListener: (type: string, listener: Listener) => type === 'submit' && listeners.push(listener),
  });
  return { dataset, listeners };
}

test('is small enough to stand in every page', () => {
  expect(script.length).toBeLessThan(600);
});

test('marks the page of somebody with a token, and the chosen theme', () => {
  const { token, theme } = storageKeys;
  expect(run({ [token.stored]: 't', [theme.stored]: 'dark' }).dataset).toEqual({
    session: 'stored',
    theme: 'dark',
  });
  expect(run({}).dataset).toEqual({});
  expect(run({ [theme.stored]: 'pink' }).dataset).toEqual({});
});

test('does no harm where storage is blocked', () => {
  expect(run('blocked').dataset).toEqual({});
});

test('holds forms back until the page is live, so that no password ends up in an address', () => {
  const { dataset, listeners } = run({});
  let held = 0;
  const submit = () => listeners.forEach((listener) => listener({ preventDefault: () => (held += 1) }));
  submit();
  expect(held).toBe(1);
  dataset['live'] = '';
  submit();
  expect(held).toBe(1);
});
