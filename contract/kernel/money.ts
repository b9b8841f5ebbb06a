import type { Country } from '../countries/list.ts';
import { countries } from '../countries/list.ts';
import type { Language } from './constants.ts';
import { languages } from './languages.ts';

/** A period that is shorter than what the country's law asks for is announced at the purchase, and once more so many days before. */
export const SHORT_NOTICE_DAYS = 2;
export const WITHDRAWAL_DAYS = 14;

export type Period = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The shortest a period can be, in days. */
const shortestDays: Record<Period, number> = { day: 1, week: 7, month: 28, quarter: 89, year: 365 };

/** How many days before a renewal the member is notified of it; none where it was said at the purchase and there is no time left. */
export function noticeDays(country: Country, period: Period): number {
  const asked = countries[country].noticeDays;
  if (shortestDays[period] > asked) return asked;
  return shortestDays[period] > SHORT_NOTICE_DAYS ? SHORT_NOTICE_DAYS : 0;
}

/** Written by ourselves, so that what a server notes down is what a browser showed, to the letter. */
export function formatMoney(cents: number, language: Language): string {
  const { pattern, decimal, group, groupsFrom } = languages[language].money;
  const whole = Math.trunc(cents / 100);
  const grouped = whole < groupsFrom ? String(whole) : groupDigits(String(whole), group);
  const amount = `${grouped}${decimal}${String(cents % 100).padStart(2, '0')}`;
  return pattern.replace('#', amount);
}

function groupDigits(digits: string, group: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(group);
}

/** Without its sign: 25.5 as the language writes it. */
export function formatPercent(percent: number, language: Language): string {
  return String(percent).replace('.', languages[language].money.decimal);
}

/** The tax that a price contains. */
export function vatOf(totalCents: number, vatPercent: number): number {
  return Math.round((totalCents * vatPercent) / (100 + vatPercent));
}

/** The rate of a purchase: the one that was found for its buyer, or that of the brand's country. */
export function vatPercentOf({
  country,
  vatBasisPoints,
}: {
  country: Country;
  vatBasisPoints: number | null;
}): number {
  return vatBasisPoints === null ? countries[country].vatPercent : vatBasisPoints / 100;
}
