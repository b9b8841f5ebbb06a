import { describe, expect, test } from 'vitest';
import { localMinute } from '#console/shell/local-minute.ts';
import { fillPlaceholders, placeholdersIn, singleBracesIn } from '#contract/staff/placeholders.ts';
import type { Snippet } from '#contract/staff/writing.ts';
import { isWithinReach, timeChoices } from './schedule-times.ts';
import { matchSnippets, slashQueryAt } from './snippet-search.ts';

const values = { name: 'Marco', city: null, age: '41', profile: 'Luna' };

describe('placeholders', () => {
  test('what is known takes its place, and what is not is named and stays', () => {
    const { text, missing } = fillPlaceholders(
      'Ciao {{name}} ({{ age }}), com’è {{city}}? {{profile}}',
      values,
    );
    expect(text).toBe('Ciao Marco (41), com’è {{city}}? Luna');
    expect(missing).toEqual(['city']);
  });

  test('a value that looks like a placeholder is not filled again', () => {
    const { text } = fillPlaceholders('{{name}}', { ...values, name: '$& {{city}}', city: 'Torino' });
    expect(text).toBe('$& {{city}}');
  });

  test('anything in double braces counts as open', () => {
    expect(placeholdersIn('{{telefono}} {{name}} {{name}} {uno}')).toEqual(['telefono', 'name']);
  });
});

test('what stands in single braces was meant for a placeholder, and is found', () => {
  expect(singleBracesIn('Ciao {name}, {{city}} { e poi } {name} {{ age }} {età}')).toEqual([
    '{name}',
    '{età}',
  ]);
  expect(singleBracesIn('Ciao {{name}} :-} {')).toEqual([]);
});

describe('snippets by slash', () => {
  test.each([
    ['/', 1, { start: 0, name: '' }],
    ['Ciao /Ben', 9, { start: 5, name: 'ben' }],
    ['Ciao\n/ben e poi', 9, { start: 5, name: 'ben' }],
    ['24/7', 4, null],
    ['/ben venuto', 11, null],
    ['', 0, null],
  ])('%j at %i', (text, caret, found) => expect(slashQueryAt(text, caret)).toEqual(found));

  const snippet = (name: string, language: Snippet['language']): Snippet => ({
    id: `${name}-${language}`,
    name,
    language,
    text: name,
    changedAt: 0,
  });
  const all = [
    snippet('ciao', 'es'),
    snippet('buon-ciao', 'it'),
    snippet('ciao', 'it'),
    snippet('arrivederci', 'it'),
  ];

  test('the member’s language comes first, then what begins so', () => {
    expect(matchSnippets(all, 'ciao', 'it').map(({ id }) => id)).toEqual([
      'ciao-it',
      'buon-ciao-it',
      'ciao-es',
    ]);
    expect(matchSnippets(all, 'xyz', 'it')).toEqual([]);
  });
});

describe('times for a reply', () => {
  const at = (hour: number) => new Date(2026, 4, 10, hour, 30).getTime();

  test('offers what has not passed, within two days', () => {
    expect(timeChoices(at(10)).map(({ name }) => name)).toEqual([
      'hour',
      'evening',
      'morning',
      'tomorrowEvening',
    ]);
    expect(timeChoices(at(21)).map(({ name }) => name)).toEqual(['hour', 'morning', 'tomorrowEvening']);
    expect(isWithinReach(at(10), at(10))).toBe(false);
  });

  test('a field reads what it was given', () => {
    expect(localMinute(at(9))).toBe('2026-05-10T09:30');
    expect(new Date(localMinute(at(9))).getTime()).toBe(at(9));
  });
});
