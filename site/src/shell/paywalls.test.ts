import { expect, test } from 'vitest';
import { paywalls, sellingPaywall } from './paywalls.ts';

test.each([
  ['blurred', 'blurred'],
  ['paginazione', 'more_pages'],
  ['fine_crediti', 'out_of_credits'],
  ['file_like', 'out_of_likes'],
  ['cambia_regione', 'change_region'],
  ['profilo_bloccato', 'profile_locked'],
  ['attiva_lettura', 'read_receipts'],
])('/vip_plan/%s is about %s', (wireName, paywall) => {
  expect(sellingPaywall(wireName)).toBe(paywall);
});

test.each(['cred', 'utente_premium', 'anything', 'toString', undefined])(
  '%s is about plans in general',
  (wireName) => {
    expect(sellingPaywall(wireName)).toBeUndefined();
  },
);

test('packs of credits stand where somebody may look for them', () => {
  expect(paywalls.out_of_credits).toHaveProperty('offersPacks');
  expect(paywalls.blurred).not.toHaveProperty('offersPacks');
});
