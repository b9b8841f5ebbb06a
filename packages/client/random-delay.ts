import { RANDOM_DELAY_MS } from '../../contract/kernel/constants.ts';

/** How long somebody waits with what everybody would do at the same moment. */
export function randomDelay(random: () => number = Math.random): number {
  const { min, max } = RANDOM_DELAY_MS;
  return min + random() * (max - min);
}
