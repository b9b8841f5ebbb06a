import { expect, test } from 'vitest';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import { sample } from '#testing/billing/adyen.ts';
import { paymentAnswer } from './client.ts';
import { readVerdict, explainRefusal } from './verdicts.ts';

/** The table as it was agreed, by outcome. */
const agreed: [PaymentOutcome, number[]][] = [
  ['invalid_cvc', [24]],
  ['insufficient_funds', [12, 28, 29]],
  ['lost_or_stolen', [5]],
  ['expired_card', [6]],
  ['invalid_number', [8]],
  ['card_declined', [10, 17, 18, 19, 23, 25, 26, 32, 33, 34, 35, 36, 43, 50]],
  ['processing_error', [4, 7, 21, 37, 40, 41, 44, 45]],
  ['try_again', [9, 15, 16]],
  ['check_failed', [11, 39, 42]],
  ['authentication_required', [38]],
  ['already_declined', [46]],
  ['generic', [0, 2, 3, 27, 14, 20, 22, 31]],
];
const cases = agreed.flatMap(([outcome, codes]) => codes.map((code) => [code, outcome] as const));

test.for(cases)('refusal %i is %s', ([code, outcome]) => {
  const refused = { ...sample('refused'), refusalReasonCode: String(code), refusalReason: 'whatever' };
  expect(readVerdict(paymentAnswer.parse(refused))).toEqual({
    state: 'declined',
    reference: 'KHQC5N7G84BLNK43',
    outcome,
    dropToken: code === 26 || code === 50,
  });
});

test('a webhook has only the words, which mean the same', () => {
  expect(explainRefusal({ words: 'Not enough balance' })).toEqual(explainRefusal({ code: '12' }));
  expect(explainRefusal({ words: ' cvc declined ' }).outcome).toBe('invalid_cvc');
  expect(explainRefusal({ words: 'Stop payment' })).toEqual({ outcome: 'card_declined', dropToken: true });
});

test('an unknown reason is kept as it stands: declined, an error or given up', () => {
  const verdictOf = (resultCode: string) =>
    readVerdict(paymentAnswer.parse({ resultCode, refusalReasonCode: '999' }));
  expect(verdictOf('Refused')).toMatchObject({ outcome: 'generic' });
  expect(verdictOf('Error')).toMatchObject({ outcome: 'processing_error' });
  expect(verdictOf('Cancelled')).toMatchObject({ outcome: 'try_again' });
});

test.each([
  ['01 : New account information available', { retry: 'never' }],
  ['02 : Cannot approve at this time, try again later', { retry: 'after', hours: 72 }],
  ['03 : Do not try again', { retry: 'never' }],
  ['21 : Payment Cancellation', { retry: 'never' }],
  ['24 : Retry after 1 hour', { retry: 'after', hours: 1 }],
  ['25', { retry: 'after', hours: 24 }],
  ['27 : Retry after 4 days', { retry: 'after', hours: 96 }],
  ['30 : Retry after 10 days', { retry: 'after', hours: 240 }],
  ['41 : Consumer single-use virtual card number', { retry: 'never' }],
  ['40 : Consumer non-reloadable prepaid card', undefined],
  ['something else', undefined],
])('Mastercard advises %s', (merchantAdviceCode, advice) => {
  const answer = paymentAnswer.parse({ ...sample('refused'), additionalData: { merchantAdviceCode } });
  const verdict = readVerdict(answer);
  expect(verdict.state === 'declined' && verdict.advice).toEqual(advice);
});
