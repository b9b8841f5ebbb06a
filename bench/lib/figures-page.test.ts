import { expect, test } from 'vitest';
import { withRows } from './figures-page.ts';

const empty =
  '# Figures\n\n<!-- written by npm run bench: begin -->\n<!-- written by npm run bench: end -->\n\n## By hand\n';
const measured = (what: string, value: number, day: string) => ({
  rows: [{ what, figures: {}, value, goal: { atLeast: 4 } }],
  before: { chat: 1.9 },
  at: new Date(`${day}T10:00:00Z`),
  machine: '2 × CPU',
});

test('what is measured replaces its own line of the table alone, and nothing that people wrote', () => {
  const first = withRows(empty, measured('chat', 2, '2026-11-01'));
  const second = withRows(first, measured('search', 0.3, '2026-11-02'));
  const third = withRows(second, measured('chat', 4.2, '2026-11-03'));
  expect(third).toContain('| chat | ≥ 4 | 1.900 | 4.200 | 2026-11-03, 2 × CPU |');
  expect(third).toContain('| search | ≥ 4 |  | 0.300 | 2026-11-02, 2 × CPU |');
  expect(third).not.toContain('2026-11-01');
  expect(third.match(/^\| what/gm)).toHaveLength(1);
  expect(third).toMatch(/^# Figures\n/);
  expect(third).toMatch(/\n## By hand\n$/);
});

test('a page without its marks is left as it is', () => {
  expect(() => withRows('# Figures\n', measured('chat', 2, '2026-11-01'))).toThrow('marks');
});
