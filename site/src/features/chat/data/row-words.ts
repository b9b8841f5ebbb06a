import { daysAgo, daysBetween, formatDate, isSameYear } from '#client/dates.ts';
import { CHAT_PREVIEW_LETTERS } from '#contract/kernel/constants.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The beginning of a message in one line. What looks like one letter is one, an emoji of several signs included. */
export function cutPreview(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  let length = 0;
  for (const { index } of letters.segment(line)) {
    if (length === CHAT_PREVIEW_LETTERS) return `${line.slice(0, index).trimEnd()}…`;
    length += 1;
  }
  return line;
}

/** Up to here the name of a day cannot be mistaken. */
const DAYS_BY_NAME = 6;

/** When the last message came: the time today, then yesterday, the day of the week, and the date. */
export function rowTime(at: number, now: number, language: string): string {
  const days = daysBetween(at, now);
  if (days <= 0) return formatDate(at, language, { hour: '2-digit', minute: '2-digit' });
  if (days === 1) return daysAgo(days, language);
  if (days <= DAYS_BY_NAME) return formatDate(at, language, { weekday: 'short' });
  const day = { day: 'numeric', month: 'short' } as const;
  return formatDate(at, language, isSameYear(at, now) ? day : { ...day, year: 'numeric' });
}

/** What a message says, without the marks of a notice's HTML. */
export function plainText({ text, notice }: { text: string; notice: string | null }): string {
  if (notice === null || !text.includes('<')) return text;
  return new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '';
}
