import { expect, test } from 'vitest';
import { describeEntry, describePlan } from './durations.ts';

const names = ['chat', 'people', 'verify'];

test('a bench says beforehand how long it takes, as far as that was seen here before', () => {
  expect(describePlan(names, { chat: 62, people: 301, verify: 20.4, console: 900 })).toBe(
    'Measuring 3 entries: about 6 minutes, by the last run of each.',
  );
  expect(describePlan(names, { chat: 62 })).toBe(
    'Measuring 3 entries: about 62 s, by the last run of each. Not measured here yet: people, verify.',
  );
  expect(describePlan(['chat'], {})).toContain('The first time on a machine');
});

test('each entry says which it is and what is left', () => {
  const known = { chat: 62, people: 301, verify: 20.4 };
  expect(describeEntry(names, 0, known)).toBe(
    'Measuring chat (1 of 3), about 62 s; about 6 minutes until the end …',
  );
  expect(describeEntry(names, 1, { verify: 20.4 })).toBe(
    'Measuring people (2 of 3), for the first time here; about 20 s at least until the end …',
  );
  expect(describeEntry(names, 2, known)).toBe('Measuring verify (3 of 3), about 20 s …');
});
