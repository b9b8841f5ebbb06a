import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

export interface Call {
  method: string;
  /** Below the façade, without a slash at either end. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Says nothing for this long, then hangs up. */
  cutAfterMs?: number;
  /** Half of it now, the rest so much later. */
  slowMs?: number;
}

export type Facade = (call: Call) => Reply;

const jsonHeaders = { 'content-type': 'application/json' };

export function json(status: number, value: unknown, headers?: Record<string, string>): Reply {
  return {
    status,
    headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
    body: JSON.stringify(value),
  };
}

export const nothing = (status: number): Reply => ({ status, headers: {}, body: '' });

/** Sends a browser on; whatever method it came by, it goes on by GET. */
export const goTo = (location: string): Reply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});

/** An address with more in its query. */
export function withQuery(address: string, more: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.toString();
}

/** What a JSON body holds; undefined where it is none. */
export function readJson(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const LONGEST_BODY = 256 * 1024;

export function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const { url = '/', method = 'GET', headers } = request;
  const question = url.indexOf('?');
  const path = (question < 0 ? url : url.slice(0, question)).replace(/^\/+/, '').replace(/(?<!\/)\/+$/, '');
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
  if (method === 'GET' || method === 'DELETE') {
    request.resume();
    return Promise.resolve({ method, path, query, headers, body: '' });
  }
  return new Promise((resolve, reject) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
      if (body.length <= LONGEST_BODY) return;
      request.removeAllListeners('data');
      resolve(undefined);
    });
    request.on('end', () => resolve({ method, path, query, headers, body }));
    request.on('error', reject);
  });
}

export function send(response: ServerResponse, reply: Reply): void {
  const { status, headers, body, cutAfterMs, slowMs } = reply;
  if (cutAfterMs !== undefined) {
    later(cutAfterMs, () => response.destroy());
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, 'content-length': length });
  if (slowMs === undefined) {
    response.end(body);
    return;
  }
  const half = Math.ceil(body.length / 2);
  response.write(body.slice(0, half));
  later(slowMs, () => response.end(body.slice(half)));
}

/** Waits without keeping the program alive. */
export function later(ms: number, run: () => void): void {
  setTimeout(run, ms).unref();
}
