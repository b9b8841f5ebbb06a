import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../packages/client/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Numbers, times and countries as the person's language writes them. */
export function useFormat() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => createFormat(language), [language]);
}

export function createFormat(chosen: string) {
  // English is spoken here by Europeans, who write the day before the month.
  const language = chosen === 'en' ? 'en-GB' : chosen;
  const number = new Intl.NumberFormat(language);
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const shortMoment = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  return {
    number: (value: number) => number.format(value),
    moment: (at: number) => moment.format(at),
    country: (code: string) => countries.of(code.toUpperCase()) ?? code,
    language: (code: string) => languages.of(code) ?? code,
    /** "5 min. ago" within a day, the date and time beyond it. */
    ago: (at: number, now: number) => {
      const distance = at - now;
      const size = Math.abs(distance);
      if (size >= DAY) return shortMoment.format(at);
      if (size >= HOUR) return relative.format(Math.round(distance / HOUR), 'hour');
      if (size >= MINUTE) return relative.format(Math.round(distance / MINUTE), 'minute');
      return relative.format(0, 'second');
    },
  };
}

/** How long ago or in how long, with the exact time for whoever rests on it. */
export function Moment({ at, className }: { at: number; className?: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.moment(at)} className={className}>
      {format.ago(at, now)}
    </time>
  );
}
