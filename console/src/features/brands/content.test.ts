import { expect, test } from 'vitest';
import { moved, readAt, writeAt } from './content.ts';

test('a place is written without touching what stands beside it', () => {
  const before = { title: 'Aurora', theme: { primary: '#112233', radius: 4 } };
  const after = writeAt(before, ['theme', 'primary'], '#445566');
  expect(after).toEqual({ title: 'Aurora', theme: { primary: '#445566', radius: 4 } });
  expect(before.theme.primary).toBe('#112233');
});

test('what leads to a place is made, and a field that is taken away is not left empty', () => {
  const made = writeAt({}, ['legal', 'processors', 0, 'name'], 'Posta');
  expect(made).toEqual({ legal: { processors: [{ name: 'Posta' }] } });
  expect(readAt(made, ['legal', 'processors', 0, 'name'])).toBe('Posta');
  expect(writeAt({ legal: { officer: 'none', processors: [] } }, ['legal', 'officer'], undefined)).toEqual({
    legal: { processors: [] },
  });
  expect(readAt({ title: 'Aurora' }, ['title', 'it'])).toBeUndefined();
});

test('an item goes up and down in its list', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
