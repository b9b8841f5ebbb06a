import { expect, test } from 'vitest';
import { placeAfterSignIn } from './place-after-sign-in.ts';

test('leads back to where somebody was', () => {
  expect(placeAfterSignIn('/outbox/1?status=failed')).toBe('/outbox/1?status=failed');
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
  expect(placeAfterSignIn(next)).toBe('/');
});
