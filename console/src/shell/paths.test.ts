import { expect, test } from 'vitest';
import { returnPath } from './paths.ts';

test('leads back to the last page', () => {
  expect(returnPath('/outbox/1?status=failed')).toBe('/outbox/1?status=failed');
});

test.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'outbox',
  '/sign-in?next=/',
])('never leads to %s', (next) => {
  expect(returnPath(next)).toBe('/');
});
