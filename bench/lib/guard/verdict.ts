import { describeNumber } from '../table.ts';
import type { Comparison } from './slices.ts';

/** Beyond this share something has become dearer than noise explains. */
const TOLERATED = 0.15;

/** One line of the report. In capitals where it is much dearer than it was; what has no baseline is only shown. */
export function describeComparison(
  what: string,
  { ours, bare, ratio, slices }: Comparison,
  baseline: number | undefined,
): string {
  const now = `${describeNumber(ours)} beside ${describeNumber(bare)} bare, ${describeNumber(ratio)} times (${slices} slices)`;
  if (baseline === undefined) return `${what}: ${now}; nothing to compare with`;
  const change = ratio / baseline - 1;
  const compared = `${describeNumber(baseline)} before, ${change < 0 ? '' : '+'}${(change * 100).toFixed(0)} %`;
  if (change <= TOLERATED) return `${what}: ${now}; ${compared}`;
  return `DEARER — ${what}: ${now}; ${compared}`.toUpperCase();
}
