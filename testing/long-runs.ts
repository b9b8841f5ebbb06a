/** `npm run test:long` tries much more of what is made up at random, and something else each time. */
const isLong = process.env['TEST_LONG'] === '1';

export function usualOrLong<T>(usual: T, long: T): T {
  return isLong ? long : usual;
}

/**
 * How often fast-check tries. Usually it is the same every time, so that a failure can be repeated. A run that
 * is interrupted has shown less than it promises, so it fails.
 */
export function propertyRuns(usual: number, long: number) {
  const always = { markInterruptAsFailure: true };
  return isLong ? { ...always, numRuns: long } : { ...always, numRuns: usual, seed: 20_260_101 };
}
