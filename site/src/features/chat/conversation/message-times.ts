const DAY = 24 * 60 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes long, and a conversation has many times. */
function format(language: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}

export function timeWords(at: number, language: string): string {
  return format(language, 'time', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Today, yesterday, the day and its date; with the year once that is another. */
export function dayWords(at: number, language: string, now = Date.now()): string {
  // Rounded, because a day may have 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
  const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  if (new Date(at).getFullYear() === new Date(now).getFullYear())
    return format(language, 'day', day).format(at);
  return format(language, 'year', { ...day, year: 'numeric' }).format(at);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
