/// <reference types="node" />

import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { storageKeys } from '../../../contract/kernel/storage-keys.ts';
import script from '../../before-paint.js?raw';

type Listener = (event: { preventDefault: () => void; target: string }) => void;

function run(stored: Record<string, string> | 'blocked') {
  const dataset: Record<string, string> = {};
  const listeners: Listener[] = [];
  const documentElement: { dataset: typeof dataset; heldForm?: string } = { dataset };
  const area = {
    getItem(name: string) {
      if (stored === 'blocked') throw new Error('denied');
      return stored[name] ?? null;
    },
  };
  runInNewContext(script, {
    document: { documentElement },
    localStorage: area,
    addEventListener: (type: string, listener: Listener) => type === 'submit' && listeners.push(listener),
  });
  return { documentElement, dataset, listeners };
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

test('holds forms back until the page is live, so that no password ends up in an address, and remembers the last', () => {
  const { documentElement, dataset, listeners } = run({});
  let held = 0;
  const submit = (target: string) =>
    listeners.forEach((listener) => listener({ preventDefault: () => (held += 1), target }));
  submit('first');
  expect(held).toBe(1);
  expect(documentElement.heldForm).toBe('first');
  dataset['live'] = '';
  submit('second');
  expect(held).toBe(1);
  expect(documentElement.heldForm).toBe('first');
});
