import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decryptPush, makeReceiver } from './push-receiver.ts';
import type { Receiver } from './push-receiver.ts';
import { checkVapid } from './push-vapid.ts';

/** The JSON of a browser's `PushSubscription`. */
export interface SandboxSubscription {
  endpoint: string;
  expirationTime: null;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  endpoint: string;
  ttl: number;
  urgency: string;
  topic: string | null;
  /** What the JWT of the sender says of them. */
  sender: { subject: string; publicKey: string };
  /** What the browser reads after it has decrypted it. */
  text: string;
}

/** What to do instead of taking the next message, each once. `hang` takes the request and never answers. */
export type PushTrouble = 'hang' | { status: number; retryAfter?: string; location?: string };

export interface PushSandbox {
  url: string;
  /** What a browser gets for `pushManager.subscribe`, bound to the sender's public key. */
  subscribe(applicationServerKey: string): SandboxSubscription;
  /** The browser has taken its subscription back, or the service has. From now on it is gone. */
  expire(endpoint: string): void;
  /** Everything that was taken, in order. */
  messages: ReceivedPush[];
  /** What waits for a device that is switched off: of one topic the latest alone. */
  waitingFor(endpoint: string): ReceivedPush[];
  troubles: PushTrouble[];
  /** Every request, also those that were refused, with the answer. */
  answers: number[];
  stop(): Promise<void>;
}

interface Device {
  receiver: Receiver;
  applicationServerKey: string;
  gone: boolean;
}

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const MOST_BYTES = 4_096;

/**
 * A push service that speaks RFC 8030, asks for a sender's VAPID (RFC 8292) and opens messages as a browser would
 * (RFC 8291), which a real one cannot.
 */
export async function startPushSandbox({ port = 0 }: { port?: number } = {}): Promise<PushSandbox> {
  const devices = new Map<string, Device>();
  const messages: ReceivedPush[] = [];
  const troubles: PushTrouble[] = [];
  const answers: number[] = [];
  let url = '';

  async function receive(request: IncomingMessage): Promise<ReceivedPush> {
    const endpoint = `${url}${request.url ?? ''}`;
    const device = devices.get(endpoint);
    if (request.method !== 'POST' || !device) throw new Refusal(404, 'no such subscription');
    const body = await readBody(request);
    const header = (name: string) => request.headers[name]?.toString();
    const sender = await checkVapid(header('authorization'), url).catch((error: unknown) => {
      throw new Refusal(401, String(error));
    });
    if (sender.publicKey !== device.applicationServerKey) throw new Refusal(403, 'another sender’s key');
    if (device.gone) throw new Refusal(410, 'gone');
    const ttl = header('ttl') ?? '';
    if (!/^\d+$/.test(ttl)) throw new Refusal(400, 'no TTL');
    const topic = header('topic') ?? null;
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) throw new Refusal(400, 'not a topic');
    if (header('content-encoding') !== 'aes128gcm') throw new Refusal(400, 'not encrypted');
    if (body.length > MOST_BYTES) throw new Refusal(413, 'too long');
    const text = decryptPush(device.receiver, body).toString('utf8');
    return { endpoint, ttl: Number(ttl), urgency: header('urgency') ?? 'normal', topic, sender, text };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const trouble = troubles.shift();
    if (trouble === 'hang') return;
    if (trouble) {
      const { status, retryAfter, location } = trouble;
      answers.push(status);
      response
        .writeHead(status, {
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
          ...(location !== undefined && { location }),
        })
        .end();
      return;
    }
    try {
      messages.push(await receive(request));
      answers.push(201);
      response.writeHead(201, { location: `${url}/message/${messages.length}` }).end();
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 400;
      answers.push(status);
      response.writeHead(status).end(String(error));
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    messages,
    troubles,
    answers,
    subscribe(applicationServerKey) {
      const receiver = makeReceiver();
      const endpoint = `${url}/push/${receiver.publicKey.slice(1, 23)}`;
      devices.set(endpoint, { receiver, applicationServerKey, gone: false });
      return { endpoint, expirationTime: null, keys: { p256dh: receiver.publicKey, auth: receiver.auth } };
    },
    expire(endpoint) {
      const device = devices.get(endpoint);
      if (device) device.gone = true;
    },
    waitingFor(endpoint) {
      const waiting = messages.filter((message) => message.endpoint === endpoint);
      return waiting.filter(
        ({ topic }, index) =>
          topic === null || !waiting.slice(index + 1).some((later) => later.topic === topic),
      );
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
