import type { Clock } from '../platform/clock.ts';

/** Only the year of birth is kept: nobody is asked for the day, and the age grows by itself. */
export function birthYearOf(age: number, clock: Clock): number {
  return clock.now().getUTCFullYear() - age;
}

export function ageFrom(birthYear: number | null, clock: Clock): number | null {
  return birthYear === null ? null : clock.now().getUTCFullYear() - birthYear;
}
