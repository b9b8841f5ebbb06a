import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { profileKind } from '../../../contract/kernel/fields.ts';
import { reportReason } from '../../../contract/moderation/reports.ts';
import { staffRole } from '../../../contract/staff/staff.ts';
import { jobStates } from '../features/jobs/job-states.ts';
import { mailStatuses } from '../features/outbox/filter.ts';
import { appearances } from '../lib/appearance.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';

const others = { it, es, fr };
const keys = Object.keys(en) as (keyof typeof en)[];

/** Words that are the same in another language, and keys that hold no words. */
const shared = new Set([
  'product',
  'none',
  'outbox.toOf',
  'console',
  'menu',
  'actions',
  'toasts',
  'kind.ai',
  'kind.staff',
  'signIn.password',
  'overview.accounts',
  'audit.action',
  'jobs.number',
  'jobs.attemptsOf',
]);

/** Keys that the code puts together from a known set. */
const built = new Set(
  Object.entries({
    'appearance.': appearances,
    'role.': staffRole.options,
    'mail.': mailStatuses,
    'reports.kind.': profileKind.options,
    'reports.reason.': reportReason.options,
    'jobs.': ['retry', 'discard'],
    'jobs.state.': jobStates,
    'jobs.empty.': jobStates,
    'jobs.emptyText.': jobStates,
    'jobs.confirm.': ['retry', 'discard'],
    'jobs.confirmText.': ['retry', 'discard'],
    'jobs.done.': ['retry', 'discard'],
  }).flatMap(([group, names]) => names.map((name) => group + name)),
);

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each(Object.entries(others))('%s says everything English says', (_, words) => {
  expect(Object.keys(words)).toEqual(keys);
  expect(keys.filter((key) => words[key].trim() === '')).toEqual([]);
  const wanted = keys.map((key) => [key, placeholders(en[key])]);
  expect(keys.map((key) => [key, placeholders(words[key])])).toEqual(wanted);
});

test.each(Object.entries(others))('%s is translated', (_, words) => {
  const untranslated = keys.filter((key) => words[key] === en[key] && !shared.has(key));
  expect(untranslated).toEqual([]);
});

test('every word is used', async () => {
  const folder = join(import.meta.dirname, '..');
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !/locales\/|\.test\./.test(file),
  );
  const code = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
  const unused = keys.filter((key) => {
    const name = key.replace(/_(one|other)$/, '');
    return !code.includes(`'${name}'`) && !built.has(name);
  });
  expect(unused).toEqual([]);
});
