/** How long to wait before something that failed is tried again. */
export interface Backoff {
  /** Milliseconds after the first failure. */
  base: number;
  /** By how much each further failure lengthens the pause. */
  factor?: number;
  /** No pause is longer, in milliseconds. */
  cap: number;
  /** The share of a pause that chance takes away, so that those who failed together do not come back together. */
  jitter?: number;
}

/** The pause after so many failures in a row, in milliseconds; none before the first. */
export function backoff(
  { base, factor = 2, cap, jitter = 0 }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  if (failures < 1) return 0;
  const pause = Math.min(base * factor ** (failures - 1), cap);
  return pause * (1 - jitter * random());
}
