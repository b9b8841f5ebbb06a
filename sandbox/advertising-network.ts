import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPostback {
  id: string;
  host: string;
  path: string;
  /** What stands in the address, by name. */
  said: Record<string, string>;
}

export interface AdvertisingNetworkSandbox {
  /** What takes the place of every network: the network's own name is the first part of the path. */
  url: string;
  /** What was taken, each fact once, however often it came. */
  taken: ReceivedPostback[];
  /** Every answer that was given. */
  answers: number[];
  /** Every request of so many fails with 503; 0 for none. */
  failEvery: number;
  /** Answers with this instead, as long as it is set. */
  status: number | undefined;
  stop(): Promise<void>;
}

const LONGEST_DELAY_SECONDS = 300;

interface Options {
  /** The key of a network, as its operator was given it. */
  keyOf(host: string): string;
  /** In seconds. A postback that is older than five minutes could be a stolen copy of it. */
  now(): number;
}

/** Networks that take postbacks as a careful one would: none without a good signature, none twice, and not always. */
export async function startAdvertisingNetwork({ keyOf, now }: Options): Promise<AdvertisingNetworkSandbox> {
  let requests = 0;

  function judge(request: IncomingMessage): number {
    requests += 1;
    if (network.status !== undefined) return network.status;
    if (network.failEvery > 0 && requests % network.failEvery === 0) return 503;
    const [, host = ''] = /^\/([^/]+)/.exec(request.url ?? '') ?? [];
    const rest = request.url?.slice(host.length + 1) ?? '';
    const header = (name: string) => request.headers[name]?.toString() ?? '';
    const [id, timestamp] = [header('idempotency-key'), header('postback-timestamp')];
    if (Math.abs(now() - Number(timestamp)) > LONGEST_DELAY_SECONDS) return 400;
    const signed = createHmac('sha256', keyOf(host))
      .update(`${id}.${timestamp}.https://${host}${rest}`)
      .digest('hex');
    if (!isSame(header('postback-signature'), `v1=${signed}`)) return 401;
    if (network.taken.some((known) => known.id === id)) return 409;
    const { pathname, searchParams } = new URL(rest, 'https://network');
    network.taken.push({ id, host, path: pathname, said: Object.fromEntries(searchParams) });
    return 200;
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const status = judge(request);
    network.answers.push(status);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const network: AdvertisingNetworkSandbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: [],
    answers: [],
    failEvery: 0,
    status: undefined,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return network;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
