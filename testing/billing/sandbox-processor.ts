import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Processor } from '../../sandbox/processor/processor.ts';

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
