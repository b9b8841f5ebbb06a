import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { processorKeys } from '#sandbox/processor/keys.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLogger } from '#server/platform/telemetry/log.ts';
import { AMEX, SECURITY_CODE, findIn, nextNumber, shapesOf } from '#testing/billing/card-number-leaks.ts';
import { createAdyen } from '../providers/adyen/adyen.ts';
import { send } from '../providers/http-client.ts';
import { createMaxpay } from '../providers/maxpay/maxpay.ts';
import type { ChargeRequest } from '../providers/provider.ts';
import { createTrustPay } from '../providers/trustpay/trustpay.ts';

type Way = (echo: string, response: ServerResponse) => void;
const answerWith = (response: ServerResponse, status: number, fields: Record<string, unknown>) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(fields));

/** How a provider that has lost its head sends back what it was sent. */
const ways: Record<string, Way> = {
  'as a fault': (echo, response) => response.writeHead(500).end(echo),
  'as the reason of a refusal': (echo, response) => {
    const details = [{ issue: echo, description: echo }];
    const fields = {
      errorCode: echo,
      errorType: echo,
      message: echo,
      name: echo,
      description: echo,
      details,
    };
    answerWith(response, 422, { status: 422, pspReference: 'STRAY', ...fields });
  },
  'as the reason of a decline': (echo, response) => {
    const adyen = {
      resultCode: 'Refused',
      refusalReason: echo,
      refusalReasonCode: echo,
      pspReference: 'STRAY',
    };
    const others = { status: 'decline', code: 7, message: echo, description: echo, paymentStatus: echo };
    answerWith(response, 200, { ...adyen, ...others, instanceId: 'STRAY', additionalData: { echo } });
  },
  'as something else': (echo, response) => response.end(`<p>${echo}</p>`),
  'as another address': (echo, response) =>
    response.writeHead(302, { location: `/?${encodeURIComponent(echo)}` }).end(),
  'in part': (echo, response) => {
    response.writeHead(200, { 'content-length': echo.length * 2 });
    response.write(echo, () => response.destroy());
  },
};

test.for(Object.entries(ways))(
  'a provider that sends a card back %s leaves no trace of it',
  async ([, way]) => {
    const received: string[] = [];
    const echoing = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push(body.toString());
        way(body.toString(), response);
      });
    }).listen(0, '127.0.0.1');
    await once(echoing, 'listening');
    onTestFinished(() => void echoing.close());
    const { port } = echoing.address() as AddressInfo;

    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const log = createLogger({ logLevel: 'trace', logFormat: 'json' }, { write });
    const there = {
      url: async () => `http://127.0.0.1:${port}`,
      timeoutMs: 5_000,
      clock: systemClock,
      log,
      send,
    };
    const atOnce = { repeatAfterMs: [] };
    const { adyen, trustpay, maxpay } = processorKeys;
    for (const provider of [
      createAdyen({ ...adyen, ...there, ...atOnce }),
      createTrustPay({ ...trustpay, ...there, ...atOnce }),
      createMaxpay({ ...maxpay, ...there }),
    ]) {
      const number = nextNumber(AMEX);
      const verdict = await provider.charge(chargeOf(number));
      lines.push(JSON.stringify(verdict));
      expect(received.some((body) => body.includes(number))).toBe(true);
    }
    // The time of day may hold any digits.
    const written = lines.join('\n').replaceAll(/"time":\d+/g, '');
    expect(findIn('written', Buffer.from(written), [...shapesOf(AMEX), SECURITY_CODE])).toEqual([]);
  },
);

function chargeOf(number: string): ChargeRequest {
  return {
    attemptId: '00000000-0000-7000-8000-000000000001',
    amountCents: 990,
    paymentMethod: {
      type: 'card',
      card: {
        number,
        month: 3,
        year: 2030,
        securityCode: SECURITY_CODE,
        firstName: 'Marco',
        lastName: 'Rossi',
      },
    },
    store: 'renewals',
    authenticate: true,
    shopper: {
      customerId: 'somebody',
      email: 'a@example.com',
      ip: '10.0.0.1',
      country: 'it',
      language: 'it',
    },
    origin: 'http://localhost',
    descriptor: 'LUNARIA DEMO',
    merchantName: 'Lunaria',
  };
}
