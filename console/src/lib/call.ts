import { z } from 'zod';
import { hostPrefixes } from '../../../contract/kernel/endpoint.ts';
import type { Endpoint, InputOf, ReplyOf } from '../../../contract/kernel/endpoint.ts';
import { decodeFailure, Failure } from '../../../contract/kernel/errors.ts';
import { currentToken } from './session.ts';

const PATIENCE_MS = 15_000;

/** The server could not be asked: no network, no answer in time, or an answer cut short. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** Calls the server as the contract says and throws a `Failure`, or `Unreachable`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const limits = [AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])];
  const request = new Request(addressOf(endpoint, input), describe(endpoint, input, AbortSignal.any(limits)));
  const { status, ok, body } = await send(request).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Unreachable(endpoint.path, { cause: error });
  });
  if (!ok) throw decodeFailure(status, body);
  return z.decode(endpoint.reply, body) as ReplyOf<E>;
}

function describe(endpoint: Endpoint, input: unknown, signal: AbortSignal): RequestInit {
  const headers = new Headers({ accept: 'application/json' });
  const token = currentToken();
  if (endpoint.access !== 'visitor' && token) headers.set('authorization', `Bearer ${token}`);
  if (endpoint.body) headers.set('content-type', 'application/json');
  const body = endpoint.body ? JSON.stringify(z.encode(endpoint.body, input)) : null;
  return { method: endpoint.method, headers, body, signal };
}

async function send(request: Request) {
  const response = await fetch(request);
  const text = await response.text();
  return { status: response.status, ok: response.ok, body: parseJson(text) };
}

function addressOf({ host, path, params, query }: Endpoint, input: unknown): string {
  const given = encodePart(params, input);
  // An id that cannot be one comes from a broken link, and leads nowhere like any other unknown id.
  if (!given) throw new Failure('request.not_found', undefined);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(`${given[name]}`));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(encodePart(query, input) ?? {})) {
    if (value !== undefined) search.set(name, `${value}`);
  }
  return `${window.location.origin}${hostPrefixes[host]}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

type Parameters = Record<string, string | number | boolean | undefined>;

function encodePart(schema: z.ZodType | undefined, input: unknown): Parameters | undefined {
  return schema ? (z.safeEncode(schema, input).data as Parameters | undefined) : {};
}

/** A proxy's error page is not JSON; the status then speaks for itself. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
