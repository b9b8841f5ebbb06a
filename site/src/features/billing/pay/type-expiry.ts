import { type Keyed, type Placed, caretBehind, readDigits } from './type-number.ts';

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

/** Two digits, unless somebody is still writing all four. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2);
  return digits.length >= 4 ? digits.slice(2, 4) : digits;
}

function atEnd(text: string): Placed {
  return { text, caret: text.length };
}

export function splitExpiry(expiry: string): { month: string; year: string } {
  const [month = '', year = ''] = expiry.split('/');
  return { month, year };
}
