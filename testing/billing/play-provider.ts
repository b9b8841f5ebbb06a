import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a provider does with one request. */
export type Play = (response: ServerResponse, received: ReceivedRequest) => void;

export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Play =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
/** Takes it in and never says a word. */
export const silence: Play = () => {};
export const hangUp: Play = (response) => void response.destroy();
export const halfAnAnswer: Play = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"resultCode":"Autho', () => response.destroy());
};

/** A counterpart at the other end of the line, who plays the given parts one after the other and the last one for ever. */
export async function playProvider(...plays: Play[]) {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body };
      const play = plays[Math.min(received.length, plays.length - 1)];
      received.push(one);
      play?.(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close };
}
