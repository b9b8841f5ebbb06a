import type { Processor, ProcessorKeys } from '../../../sandbox/processor/processor.ts';
import type { App } from '../../app.ts';
import { send } from './http-client.ts';

/** The stand-in for all providers, as a server of ours sees it. */
export interface Sandbox {
  keys: ProcessorKeys;
  /** Where it is. It starts with the first who asks. */
  origin(): Promise<string>;
  listeningAt(origin: string): void;
  close(): Promise<void>;
}

/** Nothing of it is loaded but here, so that an installation for real money need not even have it. */
export async function openSandbox(app: Pick<App, 'config' | 'log' | 'clock'>): Promise<Sandbox> {
  const { processorKeys: keys } = await import('../../../sandbox/processor/keys.ts');
  const { sandboxUrl } = app.config.payments;
  return sandboxUrl ? elsewhere(app, keys, sandboxUrl.replace(/\/+$/, '')) : ofOurOwn(app, keys);
}

function ofOurOwn({ config, clock }: Pick<App, 'config' | 'clock'>, keys: ProcessorKeys): Sandbox {
  let started: Promise<Processor> | undefined;
  let webhooksTo: string | undefined;
  async function start(): Promise<Processor> {
    const { startProcessor } = await import('../../../sandbox/processor/processor.ts');
    const processor = await startProcessor({ port: config.payments.sandboxPort, clock });
    if (webhooksTo) processor.sendWebhooksTo(webhooksTo);
    return processor;
  }
  return {
    keys,
    async origin() {
      started ??= start().catch((error: unknown) => {
        started = undefined;
        throw error;
      });
      return (await started).origin;
    },
    listeningAt(origin) {
      webhooksTo = origin;
      void started?.then((processor) => processor.sendWebhooksTo(origin));
    },
    close: async () => (await started)?.stop(),
  };
}

/** One that runs by itself has to be told where we are. */
function elsewhere({ config, log }: Pick<App, 'config' | 'log'>, keys: ProcessorKeys, url: string): Sandbox {
  async function tell(origin: string): Promise<void> {
    const sent = await send({
      url: `${url}/control/webhooks`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ origin }),
      timeoutMs: config.payments.timeoutMs,
    });
    if (sent.kind !== 'answered') log.warn({ why: sent.why }, 'the payment sandbox does not answer');
  }
  return {
    keys,
    origin: async () => url,
    listeningAt: (origin) => void tell(origin),
    close: async () => {},
  };
}
