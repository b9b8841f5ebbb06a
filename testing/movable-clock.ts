import type { Clock } from '#server/platform/clock.ts';

/** Stands still until it is moved. */
export class MovableClock implements Clock {
  #now: number;

  constructor(start: Date = new Date('2026-06-01T18:00:00Z')) {
    this.#now = start.getTime();
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
