import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { startProcessor } from '#sandbox/processor/processor.ts';
import type { Processor, ProcessorOptions } from '#sandbox/processor/processor.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Listener {
  origin: string;
  received: ReceivedWebhook[];
  /** What is answered next, one after the other; 200 once they are used up. */
  answers: number[];
  stop(): Promise<void>;
}

/** A merchant's server that takes webhooks. */
export async function listen(): Promise<Listener> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end('[accepted]');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A processor for one test file, and the merchant that gets its webhooks: none is left from the test before. */
export async function startProcessorWithMerchant(
  options: ProcessorOptions = {},
): Promise<{ processor: Processor; merchant: Listener }> {
  const merchant = await listen();
  const processor = await startProcessor(options);
  processor.sendWebhooksTo(merchant.origin);
  beforeEach(async () => {
    await processor.settled();
    merchant.received.length = 0;
  });
  afterAll(async () => {
    await processor.stop();
    await merchant.stop();
  });
  return { processor, merchant };
}

export type Answer = { status: number; body: Record<string, unknown>; headers: Headers };

export async function read(answer: Response): Promise<Answer> {
  const body = await answer.text();
  return {
    status: answer.status,
    body: (body ? JSON.parse(body) : {}) as Record<string, unknown>,
    headers: answer.headers,
  };
}

/** As a merchant of Adyen's. */
export async function askAdyen(
  { origin, keys }: Pick<Processor, 'origin' | 'keys'>,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return read(
    await fetch(`${origin}/adyen/v71/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': keys.adyen.apiKey, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );
}

export function adyenCard(number: string, holderName = 'Anna Rossi') {
  return { type: 'scheme', number, expiryMonth: '03', expiryYear: '2030', cvc: '737', holderName };
}

export function adyenPayment(reference: string, changes: Record<string, unknown> = {}) {
  return {
    amount: { value: 990, currency: 'EUR' },
    merchantAccount: 'SerenataSandbox',
    reference,
    returnUrl: 'http://it.localhost/adyen/paymentCheck',
    paymentMethod: adyenCard('4111111111111111'),
    shopperReference: 'member-1',
    shopperInteraction: 'Ecommerce',
    ...changes,
  };
}

/** Answers the bank's page, and says where it sends the browser. */
export async function answerBank(
  address: string,
  password: string,
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${address}/answer`, {
    method: 'POST',
    body: new URLSearchParams({ answer: 'confirm', password, ...more }),
    redirect: 'manual',
  });
}

interface NotificationItem {
  eventCode: string;
  success: string;
  pspReference: string;
  originalReference?: string;
  merchantAccountCode: string;
  merchantReference: string;
  amount: { value: number; currency: string };
  additionalData: Record<string, string>;
  reason: string;
}

/** A merchant of Adyen's that pays by card, a new order each time, and reads the webhooks it got. */
export function adyenMerchant(processor: Processor, merchant: Listener) {
  let count = 0;
  const lastReference = () => `order-${count}`;
  const newReference = () => `order-${(count += 1)}`;
  const pay = (changes: Record<string, unknown> = {}, headers?: Record<string, string>): Promise<Answer> =>
    askAdyen(processor, 'payments', adyenPayment(newReference(), changes), headers);
  return {
    newReference,
    lastReference,
    pay,
    payBy: (number: string, changes: Record<string, unknown> = {}) =>
      pay({ paymentMethod: adyenCard(number), ...changes }),
    async receivedItems(): Promise<NotificationItem[]> {
      await processor.settled();
      return merchant.received.flatMap(({ body }) => {
        const { notificationItems } = JSON.parse(body) as {
          notificationItems?: { NotificationRequestItem: NotificationItem }[];
        };
        return notificationItems?.map((item) => item.NotificationRequestItem) ?? [];
      });
    },
  };
}
