import { startProcessor } from './processor.ts';

/** The stand-in as a program of its own, which outlives the servers that use it. */
const { PORT = '0', LATENCY_MS = '0', WEBHOOKS_TO } = process.env;
const processor = await startProcessor({ port: Number(PORT), latencyMs: Number(LATENCY_MS) });
if (WEBHOOKS_TO) processor.sendWebhooksTo(WEBHOOKS_TO);
console.log(processor.origin);
// It listens without keeping itself alive, so something has to.
const alive = setInterval(() => {}, 60_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(alive);
    void processor.stop();
  });
}
