/** Keeps something, and forgets the oldest where there is too much: many at once, as looking for the oldest takes time. */
export function keep<Key, Value>(kept: Map<Key, Value>, most: number, key: Key, value: Value): void {
  kept.set(key, value);
  if (kept.size <= most) return;
  let surplus = Math.ceil(most / 10);
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    surplus -= 1;
    if (surplus === 0) return;
  }
}

const SHORTEST_TO_TIDY = 1_000;

/** First come, first served; also when there are very many. */
export class Fifo {
  #names: string[] = [];
  #next = 0;

  push(name: string): void {
    this.#names.push(name);
  }

  take(): string | undefined {
    const name = this.#names[this.#next];
    if (name === undefined) return undefined;
    this.#next += 1;
    if (this.#next > SHORTEST_TO_TIDY && this.#next * 2 > this.#names.length) {
      this.#names = this.#names.slice(this.#next);
      this.#next = 0;
    }
    return name;
  }
}
