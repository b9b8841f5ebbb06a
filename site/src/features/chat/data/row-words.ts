import { CHAT_PREVIEW_LETTERS } from '../../../../../contract/kernel/constants.ts';

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

const DAY = 24 * 60 * 60 * 1_000;
/** Up to here the name of a day cannot be mistaken. */
const DAYS_BY_NAME = 6;

/** When the last message came: the time today, then yesterday, the day of the week, and the date. */
export function rowTime(at: number, now: number, language: string): string {
  // Rounded, because a day may have 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  const write = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, parts).format(at);
  if (days <= 0) return write({ hour: '2-digit', minute: '2-digit' });
  if (days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day');
  if (days <= DAYS_BY_NAME) return write({ weekday: 'short' });
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return write({ day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** What a message says, without the marks of a notice's HTML. */
export function plainText({ text, notice }: { text: string; notice: string | null }): string {
  if (notice === null || !text.includes('<')) return text;
  return new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '';
}
