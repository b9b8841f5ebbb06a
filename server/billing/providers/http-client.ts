import type { z } from 'zod';
import type { ProviderName } from '#contract/billing/providers.ts';
import type { Clock } from '#server/platform/clock.ts';
import { redact } from '#server/platform/telemetry/log.ts';
import type { Logger } from '#server/platform/telemetry/log.ts';

/** How an adapter reaches its provider; its keys come besides. */
export interface ProviderConnection {
  /** Where the provider is, without a slash at the end. A stand-in starts with the first who needs it, so it may take a moment. */
  url: () => Promise<string>;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
  /** Sends a request through the gate of the provider. */
  send: typeof send;
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

/** `not_sent`: it certainly never arrived. `lost`: it may have, and what came of it is unknown. */
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

/** Statuses by which some providers answer that a charge was declined or is not known: not worth a log line. */
const ordinary = new Set([404, 422]);

/** Sends, and logs a failure, though never what was in the request. */
export async function sendTo(
  name: ProviderName,
  { send: throughGate, log }: Pick<ProviderConnection, 'send' | 'log'>,
  outgoing: Outgoing,
): Promise<Sent> {
  const sent = await throughGate(outgoing);
  if (sent.kind !== 'answered') {
    log.warn({ provider: name, sent: sent.kind, why: sent.why }, 'a provider did not answer');
  } else if (sent.status >= 300 && !ordinary.has(sent.status)) {
    log.warn({ provider: name, status: sent.status }, 'a provider turned a request down');
  }
  return sent;
}

/** The body of a successful answer, if it fits the schema. */
export function readAnswer<Schema extends z.ZodType>(
  sent: Sent,
  schema: Schema,
): z.output<Schema> | undefined {
  return sent.kind === 'answered' && sent.status >= 200 && sent.status < 300
    ? readJson(sent.text, schema)
    : undefined;
}

export function readJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return schema.safeParse(parseJson(text)).data;
}

/** Undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
