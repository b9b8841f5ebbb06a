import { expect, test } from 'vitest';
import type { PaymentOutcome } from '../../../../contract/billing/payment-outcome.ts';
import { sample } from '../../../../testing/billing/adyen.ts';
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

test('an unknown reason is told as it stands: declined, an error or given up', () => {
  const verdictOf = (resultCode: string) =>
    readVerdict(paymentAnswer.parse({ resultCode, refusalReasonCode: '999' }));
  expect(verdictOf('Refused')).toMatchObject({ outcome: 'generic' });
  expect(verdictOf('Error')).toMatchObject({ outcome: 'processing_error' });
  expect(verdictOf('Cancelled')).toMatchObject({ outcome: 'try_again' });
});
