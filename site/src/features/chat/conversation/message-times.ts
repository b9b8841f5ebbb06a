import { daysAgo, daysBetween, formatDate, isSameYear } from '#client/dates.ts';

export function timeWords(at: number, language: string): string {
  return formatDate(at, language, { hour: '2-digit', minute: '2-digit' });
}

/** Today, yesterday, the day and its date; with the year once that is another. */
export function dayWords(at: number, language: string, now = Date.now()): string {
  const days = daysBetween(at, now);
  if (days === 0 || days === 1) return daysAgo(days, language);
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  return formatDate(at, language, isSameYear(at, now) ? day : { ...day, year: 'numeric' });
}
