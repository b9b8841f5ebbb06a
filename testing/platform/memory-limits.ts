import { memoryStore } from '#server/platform/security/rate-limit-stores.ts';
import { createLimits } from '#server/platform/security/rate-limits.ts';
import type { Limits, LimitsConfig } from '#server/platform/security/rate-limits.ts';

/** Counts everything in this process, so that no test sees the counts of another. */
export function memoryLimits(config: LimitsConfig): Limits {
  const store = memoryStore();
  return createLimits(config, () => store);
}
