import { afterEach, expect, test } from 'vitest';
import { storage } from './storage.ts';
import { beginWalk, isWalking } from './walk.ts';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

test('a walk keeps its session in the tab; the member who is signed in here stays so', () => {
  window.localStorage.setItem('token', 'marco');
  beginWalk(Date.now() + 60_000);
  expect(isWalking()).toBe(true);
  storage.set('token', 'nobody');
  expect(storage.get('token')).toBe('nobody');
  expect(window.localStorage.getItem('token')).toBe('marco');
});
