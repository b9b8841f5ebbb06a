/// <reference types="node" />

import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

type Answer = { status?: number; body?: unknown; text?: string } | 'cut' | 'never';

/** What is not JSON stays as it came. */
function readBody(text: string, type = 'application/json'): unknown {
  return type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text;
}

/** A real server for the length of a test. It keeps what it was asked. */
export async function startServer(answer: (asked: ReceivedRequest) => Answer | Promise<Answer>) {
  const asked: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: text ? readBody(text, request.headers['content-type']) : undefined,
      };
      asked.push(one);
      void Promise.resolve(answer(one)).then((given) => {
        if (given === 'cut') response.destroy();
        else if (given !== 'never') {
          response.writeHead(given.status ?? 200, { 'content-type': 'application/json' });
          response.end(given.text ?? JSON.stringify(given.body));
        }
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
