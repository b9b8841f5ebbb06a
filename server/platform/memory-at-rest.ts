import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from './clock.ts';

const LOOK_EVERY = 10 * SECOND;
/** Of the time between two looks. */
const MOST_BUSY = 0.1;

interface Options {
  every?: number;
  /** Answers what share of the time since it was asked last the process has been at work. */
  utilization?: () => number;
  collect?: () => void;
}

/**
 * Gives back what starting needed, a third of the node's memory, as soon as it is at rest for the first time. V8 would keep it
 * for hours: it collects when room runs out, and a node at rest fills none. It takes a moment in which nothing else runs.
 */
export function collectAtRest({
  every = LOOK_EVERY,
  utilization = eventLoopUtilization(),
  collect = collectGarbage,
}: Options = {}): void {
  const timer = setInterval(() => {
    if (utilization() > MOST_BUSY) return;
    clearInterval(timer);
    collect();
  }, every).unref();
}

function eventLoopUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}

/** The room for new values shrinks only with this sort of collection, not with the ordinary one. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
