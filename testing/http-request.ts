import { request } from 'node:http';
import type { Agent, IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface TestRequest {
  method?: string;
  path: string;
  /** The `Host` header, whatever address is asked. */
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  agent?: Agent;
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json(): unknown;
}

/** Asks a server of this machine over a real connection, with any path and headers, however odd. */
export function sendRequest(
  port: number,
  { method = 'GET', path, host = 'localhost', headers, body, agent }: TestRequest,
): Promise<TestResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<TestResponse>();
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request(
    {
      port,
      host: '127.0.0.1',
      method,
      path,
      agent: agent ?? false,
      headers: { host, ...length, ...headers },
      insecureHTTPParser: false,
    },
    (response) => {
      buffer(response).then((raw) => {
        const content = unpack(raw, response.headers['content-encoding']);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: content,
          json: (): unknown => JSON.parse(content),
        });
      }, reject);
    },
  );
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

function unpack(raw: Buffer, encoding: string | undefined): string {
  if (raw.length === 0) return '';
  if (encoding === 'br') return brotliDecompressSync(raw).toString();
  return (encoding === 'gzip' ? gunzipSync(raw) : raw).toString();
}
