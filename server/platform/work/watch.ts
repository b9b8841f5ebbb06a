import { Gauge } from 'prom-client';
import { SECOND } from '../clock.ts';
import type { Platform } from '../platform.ts';
import { readQueues } from './overview.ts';
import type { QueueFigures } from './overview.ts';
import type { Queue } from './queue.ts';

const KEPT = 10 * SECOND;

/** What the console shows of all queues, as gauges. They are read when they are scraped, and at most every few seconds. */
export function watchWork(app: Platform, queues: readonly Queue[]): void {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();
  const refresh = () => {
    if (performance.now() - readAt >= KEPT) {
      readAt = performance.now();
      reading = readQueues(app, queues).then(show, (error: unknown) =>
        app.log.warn({ err: error }, 'the gauges of background work could not be read'),
      );
    }
    return reading;
  };
  const gauge = (name: string, help: string) =>
    new Gauge({
      name: `serenata_work_${name}`,
      help,
      labelNames: ['queue'] as const,
      registers: [app.metrics.registry],
      collect: refresh,
    });
  const waiting = gauge('waiting', 'Work that is due and not begun, by queue.');
  const oldest = gauge('oldest_seconds', 'For how long the first of it has been due.');
  const failing = gauge('failing', 'Work that has failed and is tried again.');
  const givenUp = gauge('given_up', 'Work that was given up, and waits for an operator.');

  function show(figures: readonly QueueFigures[]): void {
    for (const { name: queue, ...figure } of figures) {
      waiting.set({ queue }, figure.waiting);
      oldest.set({ queue }, figure.oldestSeconds);
      failing.set({ queue }, figure.failing);
      givenUp.set({ queue }, figure.givenUp);
    }
  }
}
