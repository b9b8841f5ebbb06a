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
  const code = card.securityCode;
  if (!/^\d+$/.test(code) || code.length !== securityCodeLength(card.number)) return 'invalid_cvc';
  return undefined;
}
