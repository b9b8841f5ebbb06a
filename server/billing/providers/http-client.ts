import type { Clock } from '../../platform/clock.ts';
import { redact } from '../../platform/telemetry/log.ts';
import type { Logger } from '../../platform/telemetry/log.ts';

/** How an adapter reaches its provider; its keys come besides. */
export interface ProviderConnection {
  /** Where the provider is, without a slash at the end. A stand-in starts with the first who needs it, so it may take a moment. */
  url: () => Promise<string>;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/** One request to a provider. What is in it is never logged, nor is the answer. */
export interface Outgoing {
  url: string;
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** For everything, to the last byte of the answer. */
  timeoutMs: number;
  /** An answer that is longer counts as lost. */
  maxBytes?: number;
}

export interface Answered {
  kind: 'answered';
  status: number;
  headers: Headers;
  text: string;
}

/** `not_sent`: it certainly never arrived. `lost`: it may have, and nobody knows what came of it. */
export type Sent = Answered | { kind: 'not_sent'; why: string } | { kind: 'lost'; why: string };

const defaultMaxBytes = 1024 * 1024;

export async function send(outgoing: Outgoing): Promise<Sent> {
  const { url, method, headers, body, timeoutMs, maxBytes = defaultMaxBytes } = outgoing;
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // A card must not follow wherever an answer points.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readText(response, maxBytes);
    if (text === undefined) return { kind: 'lost', why: 'The answer is too long.' };
    return { kind: 'answered', status: response.status, headers: response.headers, text };
  } catch (error) {
    return { kind: neverSent(error) ? 'not_sent' : 'lost', why: describe(error) };
  }
}

async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early also ends the download.
  for await (const part of response.body) {
    length += part.byteLength;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Nothing is sent before the name is resolved, the connection stands and its certificate is trusted. */
function neverSent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(failedToConnect);
  return failedToConnect(cause);
}

function failedToConnect(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  return code !== undefined && (code === 'UND_ERR_CONNECT_TIMEOUT' || untrusted.test(code));
}

/** Node's names for a certificate that it turned down, before the request went out. */
const untrusted = /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT_)/;

function describe(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return 'unknown fault';
  const { code } = cause as NodeJS.ErrnoException;
  return redact(typeof code === 'string' ? code : cause.name);
}
