import { MovableClock } from './movable-clock.ts';

interface Timer {
  at: number;
  run: () => void;
}

/** Moved by hand like the other one, and each waiting callback runs when its moment comes. No test sleeps. */
export class TimedClock extends MovableClock {
  readonly #timers: Timer[] = [];
  #nextWait = Promise.withResolvers<void>();

  /** Runs something later; what it answers with calls it off. */
  later(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.now().getTime() + milliseconds, run };
    this.#timers.push(timer);
    this.#nextWait.resolve();
    return () => this.#remove(timer);
  }

  /** How many wait for a moment. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Resolves when a callback begins to wait. */
  nextWaiting(): Promise<void> {
    this.#nextWait = Promise.withResolvers();
    return this.#nextWait.promise;
  }

  /** To the moment of the next callback, if one waits. */
  advanceToNext(): void {
    const next = this.#next();
    if (next) this.advance(next.at - this.now().getTime());
  }

  override advance(milliseconds: number): void {
    const end = this.now().getTime() + milliseconds;
    for (let next = this.#next(); next && next.at <= end; next = this.#next()) {
      super.advance(next.at - this.now().getTime());
      this.#remove(next);
      next.run();
    }
    super.advance(end - this.now().getTime());
  }

  #next(): Timer | undefined {
    return this.#timers.toSorted((a, b) => a.at - b.at)[0];
  }

  #remove(timer: Timer): void {
    const index = this.#timers.indexOf(timer);
    if (index >= 0) this.#timers.splice(index, 1);
  }
}
