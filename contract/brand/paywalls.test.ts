import { expect, test } from 'vitest';
import { readPaywallPath } from './paywalls.ts';

test.each([
  ['/hook/fine_crediti_messaggi', 'out_of_credits'],
  ['/hook/fine_like/0193-abc', 'out_of_likes'],
  ['/hook/paginazione', 'more_pages'],
  ['/hook/paginazione/', 'more_pages'],
  ['/hook/profilo_bloccato/0193-abc', 'profile_locked'],
  ['/hook/messaggio_offuscato', 'blurred'],
  ['/hook/cambia_regione', 'change_region'],
  ['/hook/errore', 'error'],
  ['/hook/fine_like', undefined],
  ['/hook/paginazione/x', undefined],
  ['/hook/fine_like/a/b', undefined],
  ['/hook/toString', undefined],
  ['/hook/', undefined],
  ['/hook', undefined],
  ['/paginazione', undefined],
])('%s opens %s', (path, popup) => {
  expect(readPaywallPath(path)?.paywall).toBe(popup);
});

test('an address with an id says whom it is about', () => {
  expect(readPaywallPath('/hook/profilo_bloccato/0193-abc')?.profileId).toBe('0193-abc');
  expect(readPaywallPath('/hook/paginazione')?.profileId).toBeUndefined();
});
