import { useTranslation } from 'react-i18next';
import { pageCache } from './page-state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Up to here hours say it better than "yesterday". */
const LATELY = 12 * HOUR;
const DAYS_IN_WORDS = 6;

/** English is spoken here by Europeans, who write the day before the month. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

/** Making a format takes long, and a page has many dates. */
const formatOf = pageCache((key) => {
  const [language, parts] = JSON.parse(key) as [string, Intl.DateTimeFormatOptions];
  return new Intl.DateTimeFormat(localeOf(language), parts);
});

/** A date in the parts that are asked for. */
export function formatDate(at: number, language: string, parts: Intl.DateTimeFormatOptions): string {
  return formatOf(JSON.stringify([language, parts])).format(at);
}

/** Whole days of the calendar. Rounded, because a day may have 23 or 25 hours. */
export function daysBetween(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / DAY);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export function isSameYear(at: number, now: number): boolean {
  return new Date(at).getFullYear() === new Date(now).getFullYear();
}

/** "Today", "yesterday", "5 days ago". */
export function daysAgo(days: number, language: string): string {
  return relative(language, 'long').format(-days, 'day');
}

/** A distance of some hours at most, back or ahead: "3 hours ago", "in 5 min.". */
export function hoursAway(
  at: number,
  now: number,
  { language, style = 'long' }: { language: string; style?: 'long' | 'short' },
): string {
  const words = relative(language, style);
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < MINUTE) return words.format(0, 'second');
  if (size < HOUR) return words.format(Math.trunc(distance / MINUTE), 'minute');
  return words.format(Math.trunc(distance / HOUR), 'hour');
}

function relative(language: string, style: 'long' | 'short') {
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto', style });
}

/** When something was, as people say it: "3 hours ago", "yesterday", and a date once that is clearer. */
export function timeAgo(at: number, now: number, language: string): string {
  const days = daysBetween(at, now);
  if (now - at < LATELY || days === 0) return hoursAway(Math.min(at, now), now, { language });
  if (days <= DAYS_IN_WORDS) return daysAgo(days, language);
  const day = { day: 'numeric', month: 'long' } as const;
  return formatDate(at, language, isSameYear(at, now) ? day : { ...day, year: 'numeric' });
}

/** Days and times in the page's language. */
export function useDates() {
  const { language } = useTranslation().i18n;
  return {
    day: (at: number) => formatDate(at, language, { dateStyle: 'long' }),
    time: (at: number) => formatDate(at, language, { dateStyle: 'medium', timeStyle: 'short' }),
  };
}
