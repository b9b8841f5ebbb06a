import { useTranslation } from 'react-i18next';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Up to here hours say it better than "yesterday". */
const LATELY = 12 * HOUR;
const DAYS_IN_WORDS = 6;

/** When something was, as people say it: "3 hours ago", "yesterday", and a date once that is clearer. */
export function timeAgo(at: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const past = Math.max(0, now - at);
  if (past < MINUTE) return words.format(0, 'second');
  if (past < HOUR) return words.format(-Math.floor(past / MINUTE), 'minute');
  const days = daysBetween(at, now);
  if (past < LATELY || days === 0) return words.format(-Math.floor(past / HOUR), 'hour');
  if (days <= DAYS_IN_WORDS) return words.format(-days, 'day');
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  }).format(at);
}

/** Whole days of the calendar. Rounded, because a day may have 23 or 25 hours. */
function daysBetween(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / DAY);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** Days and times in the page's language. */
export function useDates() {
  const { language } = useTranslation().i18n;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return { day: (at: number) => day.format(at), time: (at: number) => time.format(at) };
}
