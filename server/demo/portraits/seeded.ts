/** Choices that depend on the seed and the name of the question alone, never on the order of asking. */
export interface Choices {
  /** A number from 0 up to, but not including, 1. */
  number(question: string): number;
  between(question: string, low: number, high: number): number;
  chance(question: string, probability: number): boolean;
  pick<T>(question: string, options: readonly T[]): T;
  weighted<T>(question: string, options: readonly (readonly [option: T, weight: number])[]): T;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV alone leaves similar seeds with similar high bits.
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

export function seeded(seed: string): Choices {
  const number = (question: string): number => hash(`${seed}\n${question}`) / 2 ** 32;

  function weighted<T>(question: string, options: readonly (readonly [T, number])[]): T {
    let rest = number(question) * options.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [option, weight] of options) {
      rest -= weight;
      if (rest < 0) return option;
    }
    throw new Error(`Nothing to choose from: ${question}`);
  }

  return {
    number,
    between: (question, low, high) => low + number(question) * (high - low),
    chance: (question, probability) => number(question) < probability,
    pick: (question, options) =>
      weighted(
        question,
        options.map((option) => [option, 1] as const),
      ),
    weighted,
  };
}
