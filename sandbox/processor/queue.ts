const SHORTEST_TO_TIDY = 1_000;

/** First come, first served; also when there are very many. */
export class Queue {
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
