/** A shift as a form writes it: a day and two times of the clock where the supervisor is. */
interface PlannedTimes {
  day: string;
  from: string;
  to: string;
}

/** The two moments of a shift. One that ends earlier on the clock than it begins ends on the next day. */
export function momentsOf({ day, from, to }: PlannedTimes): { startsAt: number; endsAt: number } {
  const startsAt = new Date(`${day}T${from}`);
  const endsAt = new Date(`${day}T${to}`);
  if (endsAt <= startsAt) endsAt.setDate(endsAt.getDate() + 1);
  return { startsAt: startsAt.getTime(), endsAt: endsAt.getTime() };
}

/** The day as a date field writes it. */
export function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
