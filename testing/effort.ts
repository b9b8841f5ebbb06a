/** `npm run test:long` tries much more of what is made up at random, and something else each time. */
const isLong = process.env['TEST_LONG'] === '1';

export function effort<T>(usual: T, long: T): T {
  return isLong ? long : usual;
}

/** How often fast-check tries. Usually it is the same every time, so that whoever sees a failure sees it again. */
export function tries(usual: number, long: number): { numRuns: number; seed?: number } {
  return isLong ? { numRuns: long } : { numRuns: usual, seed: 20_260_101 };
}
