import { request } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Question {
  method?: string;
  path: string;
  /** The `Host` header, whatever address is asked. */
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json<T = unknown>(): T;
}

/** Asks a server of this machine over a real connection, with any path and headers, however odd. */
export function ask(port: number, { method = 'GET', path, host = 'localhost', headers, body, agent }: Question): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(
    { port, host: '127.0.0.1', method, path, agent: agent ?? false, headers: { host, ...length, ...headers }, insecureHTTPParser: false },
    (response) => {
      text(response).then(
        (content) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: content,
            json: <T>() => JSON.parse(content) as T,
          }),
        reject,
      );
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
