import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** What is measured of the process itself: memory, garbage collection, how late its event loop is. */
export function collectProcessMetrics({ registry }: Metrics): void {
  // Looked at every so many milliseconds, also by a node that rests.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
}

/** One registry a process. Labels are names from the contract, never anything a person typed. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /** A figure that is looked up whenever the figures are read. */
    watch(name: string, help: string, read: () => Promise<number>): void {
      registry.removeSingleMetric(name);
      const gauge = new Gauge({
        name,
        help,
        registers,
        async collect() {
          gauge.set(await read());
        },
      });
    },
    requestSeconds: new Histogram({
      name: 'serenata_request_seconds',
      help: 'Time to answer a request, by route and status.',
      labelNames: ['route', 'status'] as const,
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    failures: new Counter({
      name: 'serenata_failures_total',
      help: 'Failures told to clients, by code.',
      labelNames: ['code'] as const,
      registers,
    }),
    sockets: new Gauge({
      name: 'serenata_sockets',
      help: 'Open realtime connections of this node.',
      registers,
    }),
    work: new Counter({
      name: 'serenata_work_total',
      help: 'Runs of background work, by queue, kind and outcome.',
      labelNames: ['queue', 'kind', 'outcome'] as const,
      registers,
    }),
    payments: new Counter({
      name: 'serenata_payments_total',
      help: 'Where payments have got to, by provider and state.',
      labelNames: ['provider', 'state'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'serenata_webhooks_total',
      help: 'What payment providers sent by themselves, by provider and outcome.',
      labelNames: ['provider', 'outcome'] as const,
      registers,
    }),
    notifications: new Counter({
      name: 'serenata_notifications_total',
      help: 'What became of notifications, by kind, channel and outcome.',
      labelNames: ['kind', 'channel', 'outcome'] as const,
      registers,
    }),
    mails: new Counter({
      name: 'serenata_mails_total',
      help: 'Mails, by template and outcome.',
      labelNames: ['template', 'outcome'] as const,
      registers,
    }),
  };
}
