import { expect, test } from 'vitest';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { mailTemplates, fill, words } from './templates.ts';

function flatten(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) =>
    typeof part === 'object' && part !== null
      ? flatten(part, `${path}${key}.`)
      : [[`${path}${key}`, String(part)]],
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();
const english = new Map(flatten(words.en));

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s says all that English says', (language) => {
  const said = new Map(flatten(words[language]));
  // The forms of a number are the language's own (texts.test.ts).
  const isMany = (key: string) => key.endsWith('.many');
  expect([...said.keys()].filter((key) => !isMany(key)).toSorted()).toEqual([...english.keys()].toSorted());
  for (const [key, text] of said) {
    if (isMany(key)) continue;
    expect(text.trim()).not.toBe('');
    // What is all placeholders is the same everywhere.
    const holdsWords = /\p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    expect(holdsWords && text === english.get(key)).toBe(false);
    expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(english.get(key) ?? '')]);
  }
});

test('every template has its words, and every subject names the brand', () => {
  const { layout: _, ...templates } = words.en;
  expect(Object.keys(templates).toSorted()).toEqual(mailTemplates.toSorted());
  for (const { subject } of Object.values(templates)) expect(subject).toContain('{title}');
});

test('a field is put in as it is, and only once', () => {
  expect(fill('{a} and {b}', { a: '$& {b}', b: 'B' })).toBe('$& {b} and B');
  expect(() => fill('{missing}', {})).toThrow('no field missing');
});
