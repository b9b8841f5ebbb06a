/** The time of day, handed in so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Whether two moments are less than this apart. A clock that was set back in between makes nothing last for longer. */
export function isWithin(one: number, other: number, span: number): boolean {
  return Math.abs(one - other) < span;
}

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The same day so many months later, or before where they are negative; the last of that month where it has no such day. */
export function monthsAfter(at: Date, months: number): Date {
  const then = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('UTC').add({ months });
  return new Date(then.epochMilliseconds);
}
