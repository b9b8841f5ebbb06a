import { expect, test } from 'vitest';
import { reasonOf, showsPacks } from './plan-reason.ts';

test.each([
  ['blurred', 'blurred'],
  ['paginazione', 'more_pages'],
  ['fine_crediti', 'out_of_credits'],
  ['file_like', 'out_of_likes'],
  ['cambia_regione', 'change_region'],
  ['profilo_bloccato', 'profile_locked'],
  ['attiva_lettura', 'read_receipts'],
])('/vip_plan/%s is about %s', (hookType, reason) => {
  expect(reasonOf(hookType)).toBe(reason);
});

test.each(['cred', 'utente_premium', 'anything', 'toString', undefined])(
  '%s is about plans in general',
  (hookType) => {
    expect(reasonOf(hookType)).toBe('any');
  },
);

test('packs of credits stand where somebody may look for them', () => {
  expect(showsPacks(reasonOf('cred'))).toBe(true);
  expect(showsPacks(reasonOf('fine_crediti'))).toBe(true);
  expect(showsPacks(reasonOf('blurred'))).toBe(false);
});
