import { digitsOf, groupNumber, isCardNumber, networkOf } from '#contract/billing/card.ts';

/** What a key left in a field. */
export interface Keyed {
  text: string;
  caret: number;
  /** In which direction it took something away, where it did. */
  deletes?: 'back' | 'forward' | undefined;
}
export type Placed = Pick<Keyed, 'text' | 'caret'>;

/** The digits a key left, and how many of them stand before the caret. */
function readDigits(before: string, { text, caret, deletes }: Keyed): { digits: string; at: number } {
  const digits = digitsOf(text);
  const at = digitsOf(text.slice(0, caret)).length;
  // Only what stands between the digits was taken away, and it comes back by itself: its neighbour goes instead.
  if (!deletes || digits !== digitsOf(before)) return { digits, at };
  const gone = deletes === 'back' ? at - 1 : at;
  if (gone < 0) return { digits, at };
  return { digits: digits.slice(0, gone) + digits.slice(gone + 1), at: gone };
}

/** Where the caret stands behind so many digits. */
function caretBehind(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}

/** A card number as it is typed, in its groups, with the caret where it was. */
export function typeNumber(before: string, keyed: Keyed): Placed {
  const { digits, at } = readDigits(before, keyed);
  const text = groupNumber(digits);
  return { text, caret: caretBehind(text, at) };
}

const usualDigits = { amex: 15, visa: 16, mastercard: 16, maestro: 19 };

/** Whether the number is complete, so that the next field's turn has come. */
export function isWholeNumber(number: string): boolean {
  const network = networkOf(number);
  return network !== undefined && digitsOf(number).length === usualDigits[network] && isCardNumber(number);
}

/** A card's last month as it is typed: the slash and a leading nought come by themselves. */
export function typeExpiry(before: string, keyed: Keyed): Placed {
  // As some browsers fill it in.
  const [, filledYear, filledMonth] = /^(20\d\d)\D(\d{1,2})$/.exec(keyed.text.trim()) ?? [];
  if (filledYear && filledMonth) return atEnd(`${filledMonth.padStart(2, '0')}/${filledYear.slice(2)}`);
  let { digits, at } = readDigits(before, keyed);
  const wholeMonth = /^[2-9]/.test(digits) || /^\d\s*\D/.test(keyed.text);
  if (!keyed.deletes && wholeMonth) {
    digits = `0${digits}`;
    at += 1;
  }
  const month = digits.slice(0, 2);
  const year = shortYear(digits.slice(2));
  if (month.length < 2 || (keyed.deletes && !year)) return { text: month, caret: Math.min(at, month.length) };
  const text = `${month}/${year}`;
  return { text, caret: at === 2 && !keyed.deletes ? 3 : caretBehind(text, at) };
}

/** Two digits, unless all four are still being typed. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2);
  return digits.length >= 4 ? digits.slice(2, 4) : digits;
}

function atEnd(text: string): Placed {
  return { text, caret: text.length };
}
