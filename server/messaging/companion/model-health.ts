import { SECOND } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';

interface Health {
  /** One after the other. */
  failures: number;
  restsUntil: number;
}

const MOST_FAILURES = 5;
const RESTS_FOR = 30 * SECOND;

/** What this node knows of its model. */
const health = new WeakMap<Config['companion'], Health>();

/** Whether it has failed so often lately that nobody should wait for it: then everybody is answered by the script. */
export function modelRests({ companion }: Config, clock: Clock): boolean {
  return (health.get(companion)?.restsUntil ?? 0) > clock.now().getTime();
}

export function noteModelWell({ companion }: Config): void {
  health.delete(companion);
}

export function noteModelFailed({ companion }: Config, clock: Clock): void {
  const failures = (health.get(companion)?.failures ?? 0) + 1;
  const restsUntil = failures >= MOST_FAILURES ? clock.now().getTime() + RESTS_FOR : 0;
  health.set(companion, { failures, restsUntil });
}
