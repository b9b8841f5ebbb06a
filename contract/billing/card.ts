import { z } from 'zod';
import {
  CARD_CODE_DIGITS,
  CARD_CODE_DIGITS_AMEX,
  CARD_NUMBER_MAX_DIGITS,
  CARD_NUMBER_MIN_DIGITS,
  CARD_YEARS_AHEAD,
} from '../kernel/constants.ts';
import type { CardProblem } from './payment-outcome.ts';

/** What is known of a card by its number alone. Both sides look at a card with the same eyes. */
export type CardNetwork = 'visa' | 'mastercard' | 'amex' | 'maestro';

export interface TypedCard {
  number: string;
  month: string;
  /** Two or four digits. */
  year: string;
  securityCode: string;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

export function networkOf(number: string): CardNetwork | undefined {
  const digits = digitsOf(number);
  if (/^3[47]/.test(digits)) return 'amex';
  if (digits.startsWith('4')) return 'visa';
  const four = Number(digits.slice(0, 4).padEnd(4, '0'));
  if (/^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720)) return 'mastercard';
  if (/^(5[06-9]|6)/.test(digits)) return 'maestro';
  return undefined;
}

/** The check digit of a card number. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function isCardNumber(number: string): boolean {
  const digits = digitsOf(number);
  const { length } = digits;
  return length >= CARD_NUMBER_MIN_DIGITS && length <= CARD_NUMBER_MAX_DIGITS && passesLuhn(digits);
}

/** In fours as one types; American Express goes by 4, 6 and 5. */
export function groupNumber(text: string): string {
  const digits = digitsOf(text).slice(0, CARD_NUMBER_MAX_DIGITS);
  if (networkOf(digits) === 'amex') {
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ');
  }
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

export function securityCodeLength(number: string): 3 | 4 {
  return networkOf(number) === 'amex' ? CARD_CODE_DIGITS_AMEX : CARD_CODE_DIGITS;
}

/** A year of two digits is of the century that puts it nearest to now. */
export function fullYear(year: string, now: Date): number {
  const value = Number(year);
  if (year.length > 2) return value;
  const century = Math.floor(now.getUTCFullYear() / 100) * 100;
  return century + value;
}

/** The first thing that is wrong with a card, in the order of its fields. */
export function findCardProblem(card: TypedCard, now: Date): CardProblem | undefined {
  if (!isCardNumber(card.number)) return 'invalid_number';
  const month = Number(card.month);
  if (!/^\d{1,2}$/.test(card.month) || month < 1 || month > 12) return 'invalid_expiry_month';
  if (!/^(\d{2}|\d{4})$/.test(card.year)) return 'invalid_expiry_year';
  const year = fullYear(card.year, now);
  if (year > now.getUTCFullYear() + CARD_YEARS_AHEAD) return 'invalid_expiry_year';
  // A card is good until its month is over, wherever on earth that is.
  if (Date.UTC(year, month, 1, 12) <= now.getTime()) return 'expired_card';
  if (!isSecurityCode(card.securityCode, card.number)) return 'invalid_cvc';
  return undefined;
}

function isSecurityCode(code: string, number: string): boolean {
  return /^\d+$/.test(code) && code.length === securityCodeLength(number);
}

/** As it stands in one field: 03/30. */
function splitExpiry(expiry: string): { month: string; year: string } {
  const [month = '', year = ''] = expiry.split('/');
  return { month, year };
}

const cardFields = z.object({
  number: z.string(),
  expiry: z.string(),
  securityCode: z.string(),
  firstName: z.string().trim(),
  lastName: z.string().trim(),
});
export type CardFields = z.output<typeof cardFields>;

/** A card as it is typed. What comes out is what is sealed; what is wrong with a field is the code of its problem. */
export function cardForm(now: Date) {
  return cardFields
    .superRefine((card, context) => {
      for (const [field, message] of Object.entries(findFieldProblems(card, now)))
        context.addIssue({ code: 'custom', path: [field], message });
    })
    .transform(({ expiry, ...card }) => ({ ...card, ...splitExpiry(expiry) }));
}

function findFieldProblems(card: CardFields, now: Date) {
  const { number, securityCode, firstName, lastName } = card;
  const expiry = findExpiryProblem(card.expiry, now);
  const nameMissing = 'payment.name_missing';
  return {
    ...(!isCardNumber(number) && { number: 'invalid_number' }),
    ...(expiry && { expiry }),
    ...(!isSecurityCode(securityCode, number) && { securityCode: 'invalid_cvc' }),
    ...(!firstName && { firstName: nameMissing }),
    ...(!lastName && { lastName: nameMissing }),
  };
}

/** They pass, so that the date can be looked at alone. */
const ANY_NUMBER = '0'.repeat(16);
const ANY_CODE = '0'.repeat(CARD_CODE_DIGITS);

export function findExpiryProblem(expiry: string, now: Date): CardProblem | undefined {
  return findCardProblem({ number: ANY_NUMBER, ...splitExpiry(expiry), securityCode: ANY_CODE }, now);
}
