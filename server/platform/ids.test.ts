import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids are uuid v7 and rise, however fast they are made', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true);
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test('an id of an earlier moment asked for later still does not go back', () => {
  const now = newId();
  expect(newId(0) > now).toBe(true);
});
