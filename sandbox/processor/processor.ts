import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { providerName } from '#contract/billing/payment-checks.ts';
import type { ProviderName } from '#contract/billing/providers.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import { adyen } from './adyen/adyen.ts';
import { Agenda, ShiftedClock } from './agenda.ts';
import { createApple } from './apple.ts';
import { Bank } from './bank.ts';
import type { BankEvent } from './bank.ts';
import { createChallenges } from './challenge.ts';
import { HeldCalls, answerControl, createControl } from './control.ts';
import type { Control } from './control.ts';
import { Faults } from './faults.ts';
import type { WebhookFault } from './faults.ts';
import { json, readCall, send } from './http.ts';
import type { Call, Facade, Reply } from './http.ts';
import { forgedKeys, processorKeys } from './keys.ts';
import type { ProcessorKeys } from './keys.ts';
import { maxpay } from './maxpay/maxpay.ts';
import { paypal } from './paypal/paypal.ts';
import type { StandInContext, StandIn } from './stand-in.ts';
import { trustpay } from './trustpay/trustpay.ts';
import { Webhooks } from './webhooks.ts';

export type { ProcessorKeys } from './keys.ts';

/** Stands in for the payment providers, on this machine alone. */
export interface Processor extends Control {
  /** Its address, as a browser sees it. */
  origin: string;
  /** The keys that adapters speak to it with. */
  keys: ProcessorKeys;
  /** Where webhooks go: the origin of a server of ours. Until it is known, they wait. */
  sendWebhooksTo(origin: string): void;
  stop(): Promise<void>;
}

export interface ProcessorOptions {
  port?: number;
  clock?: Clock;
  /** How long every call to a provider takes. */
  latencyMs?: number;
}

const standIns: Record<ProviderName, StandIn> = { adyen, trustpay, maxpay, paypal };

/** Starts the stand-in: every provider, a bank that asks, webhooks, and all that can go wrong with them. */
export async function startProcessor(options: ProcessorOptions = {}): Promise<Processor> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The sandbox processor takes no real money and does not start in production.');
  }
  const server = createServer({ keepAliveTimeout: 60_000 });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const clock = new ShiftedClock(options.clock ?? systemClock);
  const agenda = new Agenda(clock);
  const faults = new Faults();
  const webhooks = new Webhooks();
  const bank = new Bank(clock, agenda, sendWebhooks);
  const held = new HeldCalls();
  const control = createControl({ bank, faults, webhooks, agenda, clock, held });
  const context: StandInContext = { origin, keys: processorKeys, bank, faults, announce };
  const facades = new Map<string, Facade>([
    ...Object.values(standIns).map(({ path, create }) => [path, create(context)] as const),
    ['apple', createApple(bank)],
    ['3ds', createChallenges(bank, (provider) => standIns[provider].sendBack)],
  ]);

  function sendWebhooks(bankEvent: BankEvent): void {
    const { charge, at } = bankEvent;
    const { provider, reference, id: queue } = charge;
    const fault = (bankEvent.kind === 'refund' ? bankEvent.refund.webhooks : undefined) ?? charge.webhooks;
    for (const message of standIns[provider].messages(bankEvent, keysUnder(fault), origin)) {
      webhooks.send({ provider, reference, queue, at }, message, fault);
    }
  }

  function announce(...[about, make, fault]: Parameters<StandInContext['announce']>): void {
    webhooks.send(about, make(keysUnder(fault)), fault);
  }

  function answer(call: Call): Reply | Promise<Reply> {
    agenda.look();
    for (const [prefix, facade] of facades) {
      if (call.path.startsWith(`${prefix}/`)) {
        return facade({ ...call, path: call.path.slice(prefix.length + 1) });
      }
    }
    if (call.path.startsWith('control/')) {
      return answerControl(control, webhooks, { ...call, path: call.path.slice('control/'.length) });
    }
    return json(404, { error: 'Nothing stands here.' });
  }

  /** The provider that a call is for, where it is one for a provider. */
  function providerOf({ path }: Call): ProviderName | undefined {
    return providerName.options.find((name) => path.startsWith(`${standIns[name].path}/`));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    const provider = call && providerOf(call);
    if (provider) await held.wait(provider);
    if (provider && options.latencyMs) await pause(options.latencyMs);
    send(response, call ? await answer(call) : json(413, { error: 'That is too long.' }));
  }
  server.on('request', (request, response) => {
    serve(request, response).catch(() => send(response, json(500, { error: 'The stand-in has a fault.' })));
  });

  return {
    ...control,
    origin,
    keys: processorKeys,
    sendWebhooksTo: (to) => webhooks.sendTo(to),
    async stop() {
      agenda.stop();
      webhooks.stop();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const keysUnder = (fault: WebhookFault | undefined) => (fault?.badSignature ? forgedKeys : processorKeys);
