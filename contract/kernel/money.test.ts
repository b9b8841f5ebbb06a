import { expect, test } from 'vitest';
import type { Language } from './constants.ts';
import { formatMoney } from './money.ts';

const amounts = [0, 5, 990, 123_456, 1_234_567, 123_456_789];

test.each<[Language, string[]]>([
  ['it', ['0,00 €', '0,05 €', '9,90 €', '1.234,56 €', '12.345,67 €', '1.234.567,89 €']],
  ['es', ['0,00 €', '0,05 €', '9,90 €', '1234,56 €', '12.345,67 €', '1.234.567,89 €']],
  ['en', ['€0.00', '€0.05', '€9.90', '€1,234.56', '€12,345.67', '€1,234,567.89']],
  ['fr', ['0,00 €', '0,05 €', '9,90 €', '1 234,56 €', '12 345,67 €', '1 234 567,89 €']],
])('money is written as in %s', (language, written) => {
  // No amount is broken over two lines.
  const unbroken = written.map((amount) => amount.replaceAll(' ', '\u00a0'));
  expect(amounts.map((cents) => formatMoney(cents, language))).toEqual(unbroken);
});
