import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/platform/jobs/jobs.ts'] }).map(
  (path) => ({ room: path.split('/')[1] ?? '', text: readFileSync(path, 'utf8') }),
);

/** Every match of a pattern, with the room in which it stands. */
const matches = (pattern: RegExp) =>
  sources.flatMap(({ room, text }) =>
    [...text.matchAll(pattern)].map(([, first = '', second = '']) => ({ room, first, second })),
  );

const roomOf = (folder: string) => (folder === 'platform' ? 'core' : folder);

test('a job is called by the room that does it and by its function there', () => {
  const kinds = matches(/(\w+) = jobKind\(\s*'([\w.]+)'/g);
  const handlers = matches(/(?<![\w.])handle\(\s*(\w+),\s*(\w+)/g).filter(({ first }) => first !== 'app');
  const expected = handlers.map(({ room, second }) => [`${second}Job`, `${roomOf(room)}.${second}`]);
  expect(kinds.length).toBeGreaterThan(15);
  expect(handlers.map(({ first }) => first).toSorted()).toEqual(
    handlers.map(({ second }) => `${second}Job`).toSorted(),
  );
  const named = kinds.map(({ first, second }): [string, string] => [first, second]);
  expect(named.toSorted()).toEqual(expected.toSorted());
});

test('a job that comes by the clock belongs to the room that lists it', () => {
  const jobs = matches(/cronJob\(\s*'(\w+)'/g);
  expect(jobs.length).toBeGreaterThan(15);
  for (const { room, first } of jobs) expect(first).toBe(roomOf(room));
});
