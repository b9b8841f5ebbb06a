import { availableParallelism } from 'node:os';
import { createFairQueue } from '../platform/fair-queue.ts';

const MOST_THREADS = 4;

/** A picture needs up to some hundred megabytes while it is decoded, so all who make pictures wait in one queue. */
export function createImageQueue() {
  return createFairQueue({
    concurrency: Math.min(availableParallelism(), MOST_THREADS),
    concurrencyPerOwner: 1,
    maxWaiting: 24,
    maxWaitingPerOwner: 6,
  });
}
