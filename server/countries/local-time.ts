import type { Country } from '#contract/countries/list.ts';
import { countries } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';

/** Periods, notices and documents go by the time of the place that a brand is at home in. */
const timeZoneOf = (country: Country) => countries[country].timeZone;

/** The time that clocks show where a member lives. */
export function timeZoneIn(country: Country, region: string | null): string {
  const { timeZone, regionTimeZones = {} } = countries[country];
  return (region === null ? undefined : regionTimeZones[region]) ?? timeZone;
}

/** A formatter for every language and country, made once it is needed, since it costs more to make one than to use it. */
function formattersWith(
  options: Intl.DateTimeFormatOptions,
): (language: Language, country: Country) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (language, country) => {
    const known = made.get(`${language} ${country}`);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat(language, { ...options, timeZone: timeZoneOf(country) });
    made.set(`${language} ${country}`, formatter);
    return formatter;
  };
}

const dayFormats = formattersWith({ dateStyle: 'long' });
const momentFormats = formattersWith({
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const yearFormats = formattersWith({ year: 'numeric' });

/** A day in words, as it is where the brand is at home. */
export function dayInWords(date: Date, language: Language, country: Country): string {
  return dayFormats(language, country).format(date);
}

/** The same with the time of day, and whose time it is. */
export function momentInWords(date: Date, language: Language, country: Country): string {
  return momentFormats(language, country).format(date);
}

/** Books go by the year of the place they are kept at. */
export function localYear(date: Date, country: Country): number {
  return Number(yearFormats('en', country).format(date));
}

/** A moment on the clock and calendar of that place. */
export function localTime(date: Date, country: Country): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZoneOf(country));
}

/** How many days of that place lie between two moments, with the part of the last one. One of 23 or 25 hours is one day. */
export function daysBetween(from: Date, to: Date, country: Country): number {
  const start = localTime(from, country);
  return start.until(localTime(to, country)).total({ unit: 'days', relativeTo: start });
}

/** When the day ends there that is so many days later. */
export function endOfDay(date: Date, days: number, country: Country): Date {
  const next = localTime(date, country).add({ days: days + 1 });
  return new Date(next.startOfDay().epochMilliseconds);
}

/** So many days later at the same time of day there, whether or not clocks are changed in between. */
export function addDays(date: Date, days: number, country: Country): Date {
  return new Date(localTime(date, country).add({ days }).epochMilliseconds);
}
