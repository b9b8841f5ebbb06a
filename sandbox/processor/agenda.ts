import type { Clock } from '#server/platform/clock.ts';

/** A clock that can be moved on top of another. */
export class ShiftedClock implements Clock {
  #base: Clock;
  #shift = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): Date {
    return new Date(this.time());
  }

  time(): number {
    return this.#base.now().getTime() + this.#shift;
  }

  advance(ms: number): void {
    this.#shift += ms;
  }
}

const LOOKS_EVERY_MS = 200;
const MOST_ENTRIES = 100_000;

/** What happens later, by a clock that may jump. */
export class Agenda {
  #clock: ShiftedClock;
  #entries = new Set<{ at: number; run: () => void }>();
  #next = Infinity;
  #timer: NodeJS.Timeout;

  constructor(clock: ShiftedClock) {
    this.#clock = clock;
    this.#timer = setInterval(() => this.look(), LOOKS_EVERY_MS).unref();
  }

  /** In so much time; never before the caller is done. */
  in(ms: number, run: () => void): void {
    if (ms === 0) {
      setImmediate(run);
      return;
    }
    const at = this.#clock.time() + ms;
    this.#entries.add({ at, run });
    const [oldest] = this.#entries;
    if (this.#entries.size > MOST_ENTRIES && oldest) this.#entries.delete(oldest);
    this.#next = Math.min(this.#next, at);
  }

  /** Does all that is due, in its order. */
  look(): void {
    const now = this.#clock.time();
    if (now < this.#next) return;
    const due = [...this.#entries].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    for (const entry of due) {
      this.#entries.delete(entry);
      entry.run();
    }
    this.#next = Infinity;
    for (const { at } of this.#entries) this.#next = Math.min(this.#next, at);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#entries.clear();
  }
}
