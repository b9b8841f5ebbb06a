import { providerName } from '#contract/billing/payment-checks.ts';
import { providers as facts } from '#contract/billing/providers.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { fail } from '#contract/kernel/errors.ts';
import type { Processor, ProcessorKeys } from '#sandbox/processor/processor.ts';
import type { App } from '#server/app.ts';
import { adyen } from './adyen/adyen.ts';
import { requestAppleSession, isAppleGateway, sandboxSession } from './apple-pay.ts';
import { createGate } from './gate.ts';
import type { ProviderGate } from './gate.ts';
import { gateProvider, sendThrough } from './gated-provider.ts';
import { send } from './http-client.ts';
import { maxpay } from './maxpay/maxpay.ts';
import { paypal } from './paypal/paypal.ts';
import type { Provider, ProviderAdapter, ProviderOpening, Providers } from './provider.ts';
import { trustpay } from './trustpay/trustpay.ts';

interface OpenProviders {
  providers: Providers;
  /** Notifies the stand-in where this server listens, so that it can send webhooks. */
  listeningAt(origin: string): void;
  close(): Promise<void>;
}

type Environment = Pick<App, 'config' | 'log' | 'clock'>;

/** The providers that there are keys for; elsewhere stand-ins, but never in production. */
export async function openProviders(app: Environment): Promise<OpenProviders> {
  const { payments, environment } = app.config;
  const sandbox = environment === 'production' ? undefined : await openSandbox(app);
  const known = openAdapters(app, sandbox);
  const keys = { payments, sandboxKeys: sandbox?.keys };
  return {
    providers: {
      get: (name) => known.get(name)?.provider,
      gate: (name) => known.get(name)?.gate,
      sandbox: sandbox !== undefined && providerName.options.some((name) => !payments[name]),
      googlePay: (merchantAccount) =>
        Object.values(adapters)
          .map((adapter) => adapter.googlePay?.(keys, merchantAccount))
          .find((gateway) => gateway !== undefined),
      async validateAppleMerchant(request) {
        if (sandbox && request.validationUrl === `${await sandbox.origin()}/apple/paymentSession`) {
          return sandboxSession(request, app.clock);
        }
        if (!isAppleGateway(request.validationUrl)) return fail('payment.validation_refused');
        const { apple, timeoutMs } = payments;
        return apple && requestAppleSession({ ...apple, timeoutMs }, request);
      },
    },
    listeningAt(origin) {
      if (app.config.roles.includes('payment')) sandbox?.listeningAt(origin);
    },
    close: async () => sandbox?.close(),
  };
}

/** Every provider that we have an adapter for. Its facts stand in the contract, its settings in the configuration. */
const adapters: Record<ProviderName, ProviderAdapter> = { adyen, trustpay, maxpay, paypal };

function openAdapters(
  { config, log, clock }: Environment,
  sandbox: Sandbox | undefined,
): Map<ProviderName, { provider: Provider; gate: ProviderGate }> {
  const { payments } = config;
  const { timeoutMs } = payments;
  const opened = providerName.options.flatMap((name) => {
    const gate = createGate(name, payments.gates[name], { now: () => clock.now().getTime() });
    const connect: ProviderOpening['connect'] = (address, sandboxPath) => ({
      url: async () => address?.replace(/(?<!\/)\/+$/, '') ?? `${await sandbox?.origin()}${sandboxPath}`,
      timeoutMs,
      clock,
      log,
      send: sendThrough(gate),
    });
    const provider = adapters[name].open({ payments, sandboxKeys: sandbox?.keys, connect });
    return provider ? [[name, { provider: gateProvider(provider, gate), gate }] as const] : [];
  });
  return new Map(opened);
}

/** The providers whose banks may send the browser back with a form. */
export const formReturns = providerName.options.filter((name) => adapters[name].readReturnForm);

/** The page of the site for a browser that came back with a form. */
export function pageOfFormReturn(name: ProviderName, form: URLSearchParams): string {
  const reference = adapters[name].readReturnForm?.(form);
  const { path, parameter } = facts[name].returnPage;
  return reference === undefined ? '/find' : `${path}?${parameter}=${reference}`;
}

/** The stand-in for all providers, as a server of ours sees it. */
interface Sandbox {
  keys: ProcessorKeys;
  /** Where it is. It starts with the first who asks. */
  origin(): Promise<string>;
  listeningAt(origin: string): void;
  close(): Promise<void>;
}

/** Nothing of it is loaded but here, so that an installation for real money need not even have it. */
async function openSandbox(app: Pick<App, 'config' | 'log' | 'clock'>): Promise<Sandbox> {
  const { processorKeys: keys } = await import('#sandbox/processor/keys.ts');
  const { sandboxUrl } = app.config.payments;
  return sandboxUrl ? elsewhere(app, keys, sandboxUrl.replace(/(?<!\/)\/+$/, '')) : ofOurOwn(app, keys);
}

function ofOurOwn({ config, clock }: Pick<App, 'config' | 'clock'>, keys: ProcessorKeys): Sandbox {
  let started: Promise<Processor> | undefined;
  let webhooksTo: string | undefined;
  async function start(): Promise<Processor> {
    const { startProcessor } = await import('#sandbox/processor/processor.ts');
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

/** One that runs by itself has to know our address. */
function elsewhere({ config, log }: Pick<App, 'config' | 'log'>, keys: ProcessorKeys, url: string): Sandbox {
  async function register(origin: string): Promise<void> {
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
    listeningAt: (origin) => void register(origin),
    close: async () => {},
  };
}
