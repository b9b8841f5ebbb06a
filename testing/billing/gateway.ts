import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { send } from '#server/billing/providers/http-client.ts';
import type { ChargeRequest, KnownAttempt } from '#server/billing/providers/provider.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { MovableClock } from '../movable-clock.ts';
import { playProvider } from './play-provider.ts';
import type { ReceivedRequest } from './play-provider.ts';

/** A stand-in for a provider's gateway that answers as the test says, and everything an adapter needs to speak to it. */

type Fault = 'time-out' | 'reset' | 'half';
export type Answer = { status?: number; json?: unknown; fault?: Fault };
type Script = (received: ReceivedRequest) => Answer | undefined;

export async function openGateway(script: Script) {
  const { url, ...gateway } = await playProvider((response, received) =>
    reply(response, script(received) ?? { status: 404, json: {} }),
  );
  return { ...gateway, surroundings: surroundings(url) };
}

function reply(response: ServerResponse, { status = 200, json = {}, fault }: Answer): void {
  if (fault === 'time-out') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const text = JSON.stringify(json);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  if (fault === 'half') {
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(text);
}

export function surroundings(origin: string) {
  return {
    url: () => Promise.resolve(origin),
    timeoutMs: 10_000,
    send,
    clock: new MovableClock(new Date('2027-01-10T12:00:00Z')),
    log: createLogger({ logLevel: 'silent', logFormat: 'json' }),
  };
}

/** Long enough for a busy machine, and no longer than needed where no answer will come. */
export function patience({ fault }: Answer): number {
  return fault === 'time-out' ? 500 : 10_000;
}

/** A recorded shape, with some of it changed. */
export function readSample(name: `${'trustpay' | 'maxpay' | 'paypal'}/${string}`, more: object = {}) {
  const [folder = '', file = ''] = name.split('/');
  const path = join(import.meta.dirname, '../../server/billing/providers', folder, 'samples', `${file}.json`);
  return { ...(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>), ...more };
}

/** What may go wrong on the way, and what is known then of a charge. */
export const faults: readonly (readonly [name: string, answer: Answer, state: 'error' | 'unknown'])[] = [
  ['no answer', { fault: 'time-out' }, 'unknown'],
  ['a reset', { fault: 'reset' }, 'unknown'],
  ['half a body', { fault: 'half', json: { some: 'thing that is long enough' } }, 'unknown'],
  ['a body of something else', { json: ['something else'] }, 'unknown'],
  ['500', { status: 500 }, 'unknown'],
  ['502', { status: 502 }, 'unknown'],
  ['a redirect', { status: 302 }, 'unknown'],
  ['409', { status: 409 }, 'unknown'],
  ['429', { status: 429 }, 'error'],
  ['503', { status: 503 }, 'error'],
  ['400', { status: 400 }, 'error'],
  ['401', { status: 401 }, 'error'],
];

export const attemptId = '0194f3a2-0000-7000-8000-000000000001';
export const refundId = '0194f3a2-0000-7000-8000-0000000000ff';
export const customerId = '0194f3a2-0000-7000-8000-00000000000c';

export const card = {
  number: '4111111111111111',
  month: 3,
  year: 2030,
  securityCode: '737',
  firstName: 'Mario',
  lastName: 'Rossi',
};

export function chargeRequest(more: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    attemptId,
    amountCents: 1_990,
    paymentMethod: { type: 'card', card },
    store: 'renewals',
    authenticate: true,
    shopper: {
      customerId,
      email: 'mario@example.com',
      ip: '192.0.2.7',
      country: 'it',
      language: 'it',
      browser: { language: 'it-IT', screenHeight: 844, screenWidth: 390, timeZone: -60, userAgent: 'Test' },
    },
    origin: 'https://it.example.com',
    descriptor: 'SERENATA',
    merchantName: 'Serenata',
    ...more,
  };
}

export function knownAttempt(more: Partial<KnownAttempt> = {}): KnownAttempt {
  return {
    attemptId,
    reference: null,
    amountCents: 1_990,
    token: null,
    initiatedBy: 'member',
    createdAt: new Date('2027-01-10T11:00:00Z'),
    ...more,
  };
}
