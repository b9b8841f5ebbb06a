import { expect, test } from 'vitest';
import { readCode } from './requests.ts';

/** Every code of the table, and what it must mean. */
const declines = {
  '800.100.153': 'invalid_cvc',
  '100.100.600': 'invalid_cvc',
  '800.100.155': 'insufficient_funds',
  '800.100.162': 'insufficient_funds',
  '800.100.203': 'insufficient_funds',
  '800.100.160': 'lost_or_stolen',
  '800.100.165': 'lost_or_stolen',
  '800.100.171': 'lost_or_stolen',
  '800.100.172': 'lost_or_stolen',
  '800.100.157': 'expired_card',
  '800.100.151': 'invalid_number',
  '100.380.401': 'check_failed',
  '100.390.103': 'check_failed',
  '100.390.105': 'check_failed',
  '100.390.111': 'check_failed',
  '100.390.112': 'check_failed',
  '100.390.115': 'check_failed',
  '100.390.118': 'check_failed',
  '400.001.600': 'check_failed',
  '300.100.100': 'authentication_required',
  '900.100.100': 'processing_error',
  '100.380.501': 'processing_error',
  '800.100.190': 'processing_error',
  '800.700.100': 'try_again',
  '800.120.100': 'try_again',
  '800.100.163': 'try_again',
  '800.300.102': 'address_blocked',
  '800.300.401': 'address_blocked',
  '700.500.001': 'already_declined',
  '800.100.100': 'generic',
  '800.100.158': 'generic',
  '100.400.304': 'generic',
  '': 'generic',
};

test.each(Object.entries(declines))('%s is %s', (code, outcome) => {
  expect(readCode(code)).toMatchObject({ state: 'declined', outcome });
});

test.each([
  '000.400.100',
  '000.000.000',
  '000.000.100',
  '000.100.110',
  '000.100.112',
  '000.300.000',
  '000.310.100',
  '000.600.000',
  '000.400.010',
  '000.400.020',
  '000.400.040',
  '000.400.050',
  '000.400.060',
  '000.400.070',
  '000.400.080',
  '000.400.090',
])('%s is a success', (code) => expect(readCode(code)).toEqual({ state: 'success' }));

test.each(['000.200.000', '900.100.300', '000.200.100', '000.400.030', '000.400.1000', '000.100.200'])(
  '%s is undecided',
  (code) => expect(readCode(code)).toEqual({ state: 'pending' }),
);

test('only what will never pay again is forgotten', () => {
  const dropped = Object.keys(declines).filter((code) => {
    const meaning = readCode(code);
    return meaning.state === 'declined' && meaning.dropToken;
  });
  expect(dropped.sort()).toEqual([
    '800.100.151',
    '800.100.157',
    '800.100.160',
    '800.100.165',
    '800.100.171',
    '800.100.172',
  ]);
});
