import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../server/platform/clock.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { createAdyen, sendBackToAdyen } from './adyen.ts';
import { adyenMessages } from './adyen-webhooks.ts';
import { Agenda, ShiftedClock } from './agenda.ts';
import { createApple } from './apple.ts';
import { Bank } from './bank.ts';
import type { Happening } from './bank.ts';
import { createChallenges } from './challenge.ts';
import { answerControl, createControl } from './control.ts';
import type { Control } from './control.ts';
import type { Announce } from './facade.ts';
import { Faults } from './faults.ts';
import type { WebhookFault } from './faults.ts';
import { json, readCall, send } from './http.ts';
import type { Call, Facade, Reply } from './http.ts';
import { forgedKeys, processorKeys } from './keys.ts';
import type { ProcessorKeys } from './keys.ts';
import { createMaxpay, sendBackToMaxpay } from './maxpay.ts';
import { maxpayMessages } from './maxpay-webhooks.ts';
import { Once } from './once.ts';
import { createPayPal } from './paypal.ts';
import { payPalMessages } from './paypal-webhooks.ts';
import { createTrustPay, sendBackToTrustPay } from './trustpay.ts';
import { trustPayMessages } from './trustpay-webhooks.ts';
import { Webhooks } from './webhooks.ts';

export type { ProcessorKeys } from './keys.ts';

/** Stands in for the payment providers, on this machine alone. */
export interface Processor extends Control {
  /** Its address, as a browser sees it. */
  origin: string;
  /** The keys that adapters speak to it with. */
  keys: ProcessorKeys;
  /** Where webhooks go: the origin of a server of ours. Until it is told, they wait. */
  sendWebhooksTo(origin: string): void;
  stop(): Promise<void>;
}

export interface ProcessorOptions {
  port?: number;
  clock?: Clock;
}

/** How long each remembers what it was asked. */
const KEYS_LAST_DAYS = { adyen: 31, paypal: 0.25 };

/** Starts the stand-in: four providers, a bank that asks, webhooks, and all that can go wrong with them. */
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
  const bank = new Bank(clock, agenda, tell);
  const control = createControl({ bank, faults, webhooks, agenda, clock });
  const backstage = { origin, keys: processorKeys, bank, faults };
  const facades = new Map<string, Facade>([
    ['adyen/v71', createAdyen({ ...backstage, once: new Once(clock, KEYS_LAST_DAYS.adyen) })],
    ['trustpay/api/v1', createTrustPay(backstage)],
    ['maxpay/api', createMaxpay(backstage)],
    ['paypal', createPayPal({ ...backstage, once: new Once(clock, KEYS_LAST_DAYS.paypal) }, announce)],
    ['apple', createApple(bank)],
    [
      '3ds',
      createChallenges(bank, {
        adyen: sendBackToAdyen,
        trustpay: sendBackToTrustPay,
        maxpay: sendBackToMaxpay,
      }),
    ],
  ]);

  function tell(happening: Happening): void {
    const { charge, at } = happening;
    const { provider, reference, id: lane } = charge;
    const fault = (happening.kind === 'refund' ? happening.refund.webhooks : undefined) ?? charge.webhooks;
    for (const message of messagesOf(happening, keysUnder(fault))) {
      webhooks.tell({ provider, reference, lane, at }, message, fault);
    }
  }

  function messagesOf(happening: Happening, keys: ProcessorKeys) {
    switch (happening.charge.provider) {
      case 'adyen':
        return adyenMessages(happening, keys);
      case 'trustpay':
        return trustPayMessages(happening, keys);
      case 'maxpay':
        return maxpayMessages(happening, keys);
      case 'paypal':
        return payPalMessages(origin, happening, keys);
    }
  }

  function announce(...[about, make, fault]: Parameters<Announce>): void {
    webhooks.tell(about, make(keysUnder(fault)), fault);
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

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
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
