import type { Config } from '#server/platform/config/config.ts';
import { limitRules } from '#server/platform/security/limit-rules.ts';
import type { LimitName, Rule } from '#server/platform/security/limit-rules.ts';
import type { Limits } from '#server/platform/security/rate-limits.ts';

/** How many more are let through now. */
export async function limitLeft(
  { limits, config }: { limits: Pick<Limits, 'count'>; config: Pick<Config, 'limits'> },
  name: LimitName,
  key: string,
): Promise<number> {
  const { setting, most = setting ? config.limits[setting] : Number.POSITIVE_INFINITY }: Rule =
    limitRules[name];
  return most - (await limits.count(name, key));
}
