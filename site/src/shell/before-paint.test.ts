/// <reference types="node" />

import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { storageKeys } from '#contract/kernel/storage-keys.ts';
import script from '../../before-paint.js?raw';

type Dataset = Record<string, string>;
interface Control {
  dataset: Dataset;
  value?: string;
  kind: 'button' | 'select' | 'link';
}
type Template = 'application' | 'calls' | 'files' | 'members' | 'resting';
interface Press {
  target: unknown;
  submitter?: Control;
  defaultPrevented?: boolean;
  preventDefault?: () => void;
  ctrlKey?: boolean;
}

/** A control as the script looks at it. */
const control = (kind: Control['kind'], value?: string) => {
  const made = {
    kind,
    dataset: {} as Dataset,
    ...(value !== undefined && { value }),
    closest: (): unknown => (kind === 'button' ? made : null),
    matches: () => kind === 'select',
  };
  return made;
};

function run(stored: Record<string, string> | 'blocked') {
  const dataset: Dataset = {};
  const listeners: Record<string, (event: Press) => void> = {};
  const documentElement: { dataset: Dataset; early: Map<unknown, unknown> } = { dataset, early: new Map() };
  const frames: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const started: string[] = [];
  const template = (id: Template) => {
    const content = { id, children: [{ fetchPriority: 'low' }] };
    return {
      content,
      replaceWith: (unpacked: typeof content) =>
        started.push(`${unpacked.id} ${unpacked.children[0]?.fetchPriority}`),
    };
  };
  const templates: Record<string, Template[]> = {
    '#calls': ['calls'],
    'head template:not(#application)': ['files', 'resting', 'members'],
    '#application': ['application'],
    '#files,#application': ['files', 'application'],
  };
  const area = {
    getItem(name: string) {
      if (stored === 'blocked') throw new Error('denied');
      return stored[name] ?? null;
    },
  };
  runInNewContext(script, {
    document: {
      documentElement,
      querySelectorAll: (chosen: string) => templates[chosen]?.map(template) ?? [],
    },
    window: { requestIdleCallback: (work: () => void) => idle.push(work) },
    localStorage: area,
    requestAnimationFrame: (work: () => void) => frames.push(work),
    addEventListener: (type: string, listener: (event: Press) => void) => (listeners[type] = listener),
  });
  const fire = (type: string, event: Press) => listeners[type]?.(event);
  return { documentElement, dataset, fire, frames, idle, started };
}

test('is small enough to stand in every page', () => {
  expect(gzipSync(script).length).toBeLessThan(850);
});

test('marks the page of a visitor with a token, and the chosen theme', () => {
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

test('a visitor’s application starts after the page is painted and has time', () => {
  const { fire, started, idle, frames } = run({});
  fire('DOMContentLoaded', { target: null });
  expect([started, idle.length]).toEqual([[], 0]);
  frames.forEach((paint) => paint());
  expect(started).toEqual([]);
  idle.forEach((work) => work());
  expect(started).toEqual(['files low', 'application low']);
});

test('a member’s page asks and fetches all its files at once, before anything else', () => {
  const { fire, started } = run({ [storageKeys.token.stored]: 't' });
  expect(started).toEqual(['calls auto', 'files auto', 'resting auto', 'members auto']);
  fire('DOMContentLoaded', { target: null });
  expect(started.slice(4)).toEqual(['application auto']);
});

test('holds forms back until the page is live, so that no password ends up in an address', () => {
  const { documentElement, dataset, fire } = run({});
  let held = 0;
  const preventDefault = () => (held += 1);
  const submitter = control('button');
  fire('submit', { target: 'form', submitter, preventDefault });
  expect(held).toBe(1);
  expect([...documentElement.early]).toEqual([['form', submitter]]);
  expect(submitter.dataset).toEqual({ held: '' });
  // What React has answered already is not sent again.
  fire('submit', { target: 'answered', defaultPrevented: true, preventDefault });
  dataset['live'] = '';
  fire('submit', { target: 'second', preventDefault });
  expect(held).toBe(1);
  expect([...documentElement.early.keys()]).toEqual(['form']);
});

test('keeps the buttons that were pressed and what was chosen until React listens', () => {
  const { documentElement, dataset, fire } = run({});
  const [button, select] = [control('button'), control('select', 'fr')];
  const preventDefault = () => undefined;
  fire('click', { target: button, preventDefault });
  fire('click', { target: button, preventDefault });
  // Into a new tab.
  fire('click', { target: control('button'), ctrlKey: true });
  fire('click', { target: control('link') });
  fire('change', { target: select });
  fire('change', { target: button });
  expect([...documentElement.early]).toEqual([
    [button, null],
    [select, 'fr'],
  ]);
  dataset['started'] = '';
  fire('click', { target: control('button'), preventDefault });
  fire('change', { target: control('select', 'en') });
  expect(documentElement.early.size).toBe(2);
});
