import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#client/clock.ts';
import { DAY, formatDate, hoursAway, localeOf } from '#client/dates.ts';
import { CURRENCY } from '#contract/kernel/constants.ts';

/** Numbers, times and countries as the person's language writes them. */
export function useFormat() {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => createFormat(language), [language]);
}

export function createFormat(language: string) {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const unit = (name: 'second' | 'minute' | 'hour', maximumFractionDigits = 0) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits });
  const [seconds, minutes, hours] = [unit('second'), unit('minute'), unit('hour', 1)];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: CURRENCY });
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  return {
    number: (value: number) => number.format(value),
    /** In the unit that says it best: "40 sec", "12 min", "3.5 hr". */
    duration(value: number) {
      if (value < 60) return seconds.format(value);
      return value < 3_600 ? minutes.format(value / 60) : hours.format(value / 3_600);
    },
    clock: (at: number) => formatDate(at, language, { timeStyle: 'short' }),
    dayAndClock: (at: number) =>
      formatDate(at, language, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
      }),
    /** 22 as "22%" in English; the other languages put a space before the sign. */
    percent: (value: number) => `${number.format(value)}${language === 'en' ? '' : '\u00a0'}%`,
    money: (cents: number) => money.format(cents / 100),
    /** The same without the currency, as it is typed. */
    decimal: (cents: number) => decimal.format(cents / 100),
    /** A day of the calendar, whatever the zone: "2026-11-16". */
    day: (isoDay: string) => day.format(new Date(`${isoDay}T00:00:00Z`)),
    moment: (at: number) => formatDate(at, language, { dateStyle: 'medium', timeStyle: 'medium' }),
    country: (code: string) => countries.of(code.toUpperCase()) ?? code,
    language: (code: string) => languages.of(code) ?? code,
    /** "5 min. ago" within a day, the date and time beyond it. */
    ago: (at: number, now: number) =>
      Math.abs(at - now) < DAY
        ? hoursAway(at, now, { language, style: 'short' })
        : formatDate(at, language, { dateStyle: 'short', timeStyle: 'short' }),
  };
}

/** How long ago or in how long, with the exact time under the pointer. */
export function Moment({ at, className }: { at: number; className?: string }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.moment(at)} className={className}>
      {format.ago(at, now)}
    </time>
  );
}
