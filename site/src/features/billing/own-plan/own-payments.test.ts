import { expect, test } from 'vitest';
import { takesBack } from './own-payments.ts';

const bought = { status: 'paid', amountCents: 2_990, refundedCents: 0, withdrawableUntil: null } as const;

test('within its time a purchase is taken back by a click', () => {
  expect(takesBack({ ...bought, withdrawableUntil: 1 })).toBe('withdraw');
});

test('later it is asked for', () => {
  expect(takesBack(bought)).toBe('ask');
  expect(takesBack({ ...bought, refundedCents: 1_000 })).toBe('ask');
});

test('what took nothing, or was given back, is left alone', () => {
  expect(takesBack({ ...bought, amountCents: 0 })).toBeNull();
  expect(takesBack({ ...bought, refundedCents: 2_990 })).toBeNull();
  for (const status of ['pending', 'failed', 'refunding', 'refunded', 'charged_back'] as const)
    expect(takesBack({ ...bought, status })).toBeNull();
});
