import type { RetryAdvice } from '../provider.ts';
import type { AdditionalData } from './client.ts';

/**
 * Mastercard's merchant advice codes, which Adyen repeats in `additionalData.merchantAdviceCode` as in
 * “03 : Do not try again” (Adyen docs, “Raw acquirer responses”; Mastercard fines merchants who do not obey). Of the others,
 * 04 is a fault of the token's set-up, and 40, 42 and 43 only say what sort of card it is.
 */
const advices: Readonly<Record<string, RetryAdvice>> = {
  // New account information: charged as it is, it will be declined again.
  '01': { retry: 'never' },
  // “Try again later”, which is taken to be after 72 hours.
  '02': { retry: 'after', hours: 72 },
  '03': { retry: 'never' },
  // The holder has cancelled the agreement.
  '21': { retry: 'never' },
  // The merchant may not charge this sort of card.
  '22': { retry: 'never' },
  '24': { retry: 'after', hours: 1 },
  '25': { retry: 'after', hours: 24 },
  '26': { retry: 'after', hours: 2 * 24 },
  '27': { retry: 'after', hours: 4 * 24 },
  '28': { retry: 'after', hours: 6 * 24 },
  '29': { retry: 'after', hours: 8 * 24 },
  '30': { retry: 'after', hours: 10 * 24 },
  // A virtual number that was good for one payment.
  '41': { retry: 'never' },
};

export function adviceOf(data: AdditionalData | undefined): { advice: RetryAdvice } | undefined {
  const given = data?.['merchantAdviceCode'];
  const [, code] = /^\s*(\d{2})\b/.exec(typeof given === 'string' ? given : '') ?? [];
  const advice = advices[code ?? ''];
  return advice && { advice };
}
