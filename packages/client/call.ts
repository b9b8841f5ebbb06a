import { z } from 'zod';
import type { Boot } from '#contract/brand/boot.ts';
import { BRAND_VERSION_HEADER } from '#contract/kernel/constants.ts';
import type { Endpoint, Host, InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { decodeFailure, Failure } from '#contract/kernel/errors.ts';
import { type EarlyCalls, type OutgoingCall, takeEarlyAnswer } from './early-calls.ts';
import { pageState } from './page-state.ts';

const PATIENCE_MS = 15_000;
const FURTHER_TRIES = 2;
const FIRST_PAUSE_MS = 400;
/** How often a file is sent again for which there was no room: within about a minute and a half. */
const BUSY_TRIES = 5;

/** The server could not be asked: no network, no answer in time, or an answer cut short. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
  readonly code = 'offline';
}

/** What a call takes from the app it is made in: the members' site or the console. */
export interface CallContext {
  /** The address of each host the app may call. */
  hosts: () => Partial<Record<Host, string>>;
  token: () => string | undefined;
  /** The token a call was made with is no longer good. */
  sessionEnded: (token: string) => void;
  /** The server's keys, where the app calls what must be sealed. */
  keys?: () => Promise<Boot['keys']>;
  /** What the page has asked already with the token that is stored now. */
  early?: () => EarlyCalls | undefined;
  /** Notes what the page at this address asks first, so that it is asked early the next time. */
  noteFirst?: (asked: OutgoingCall) => void;
  /** Has the person show who is there, where that is asked for. Answers whether it was shown: the call is then made again. */
  prove?: () => Promise<boolean>;
  /** Called for every refusal, besides the failure that the caller gets. */
  onFailure?: (failure: Failure) => void;
  /** Called with the date of every answer, as the server says it. */
  onDate?: (date: string | null) => void;
  /** Called with what the brand is, as the server that answered knows it. */
  onBrandVersion?: (version: string | null) => void;
  /** How the time between two tries passes. */
  pause?: (milliseconds: number) => Promise<void>;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export interface CallOptions {
  signal?: AbortSignal;
  /** The token of a link in a mail, instead of the session's. */
  linkToken?: string;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
  patience?: number;
  /** What the screen at this address shows comes of it. */
  first?: boolean;
  /** Called with the share of an upload that has left. The patience then counts from the last thing that moved. */
  onProgress?: (share: number) => void;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
) => Promise<ReplyOf<E>>;

/** Makes `call`, which asks the server as the contract says and throws a `Failure` or an `OfflineError`. */
export function createCall(app: CallContext): Call {
  const page = pageState(() => ({ replyKey: undefined as ReturnType<typeof makeReplyKey> | undefined }));

  async function request(endpoint: Endpoint, input: unknown, options: CallOptions) {
    const token = tokenFor(endpoint, options, app);
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (endpoint.sealedReply) {
      page.replyKey ??= makeReplyKey(app.early?.()?.keys);
      headers.set('seal-key', (await page.replyKey).header);
    }
    const body = await bodyOf(endpoint, input, app);
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(encodePart(endpoint.headers, input) as Words)) {
      if (value !== undefined) headers.set(name, String(value));
    }
    return { address: addressOf(endpoint, input, app.hosts()), method: endpoint.method, headers, body };
  }

  async function send(endpoint: Endpoint, input: unknown, options: CallOptions) {
    const { address, ...asked } = await request(endpoint, input, options);
    const { signal, onProgress, patience = PATIENCE_MS, keepalive = false } = options;
    try {
      if (onProgress) {
        const { upload } = await import('./upload.ts');
        const { status, text } = await upload({ address, ...asked, signal, patience, onProgress });
        return { status, ok: status >= 200 && status < 300, body: parseJson(text) };
      }
      const limits = [AbortSignal.timeout(patience)];
      if (signal) limits.push(signal);
      if (options.first) app.noteFirst?.({ address, ...asked });
      const early = takeEarlyAnswer(app.early?.(), { address, ...asked });
      const response = await (early ??
        fetch(address, { ...asked, signal: AbortSignal.any(limits), keepalive }));
      const { status, ok } = response;
      // An answer that has waited says what was true then.
      if (!early) {
        app.onDate?.(response.headers.get('date'));
        app.onBrandVersion?.(response.headers.get(BRAND_VERSION_HEADER));
      }
      const body =
        ok && endpoint.file ? await response.blob() : readText(endpoint, ok, await response.text());
      return { status, ok, body };
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new OfflineError(endpoint.path, { cause: error });
    }
  }

  async function attempt(endpoint: Endpoint, input: unknown, options: CallOptions): Promise<unknown> {
    const usedToken = tokenFor(endpoint, options, app);
    const { status, ok, body } = await send(endpoint, input, options);
    if (ok) return openReply(endpoint, body, page.replyKey);
    const failure = decodeFailure(status, body);
    if (failure.code === 'session.dead' && endpoint.access !== 'link' && usedToken)
      app.sessionEnded(usedToken);
    app.onFailure?.(failure);
    throw failure;
  }

  return async (endpoint, input, options = {}) => {
    const tries = endpoint.method === 'GET' ? FURTHER_TRIES : 0;
    for (let tried = 0; ; tried += 1) {
      try {
        return z.decode(endpoint.reply, await attempt(endpoint, input, options)) as ReplyOf<typeof endpoint>;
      } catch (error) {
        // Nothing was done yet. The call starts again, and may wait as long as one that runs in the background.
        if (asksForProof(error) && (await app.prove?.())) {
          options.signal?.throwIfAborted();
          tried = -1;
          continue;
        }
        const busy = busySeconds(error);
        if (busy === undefined ? tried >= tries || !mayPass(error) : tried >= BUSY_TRIES) throw error;
        const pause = busy === undefined ? FIRST_PAUSE_MS : busy * 1_000;
        await (app.pause ?? wait)(pause * 2 ** tried * (0.75 + Math.random() / 2));
        options.signal?.throwIfAborted();
      }
    }
  };
}

/** A page comes as it is; all else, and every failure, is JSON. */
function readText({ html }: Endpoint, ok: boolean, text: string): unknown {
  return ok && html ? text : parseJson(text);
}

/** A file of which nothing was read, since too many were on their way: it can be sent again as it is. */
function busySeconds(error: unknown): number | undefined {
  if (!(error instanceof Failure) || error.code !== 'upload.busy') return undefined;
  return Math.max(1, (error as Failure<'upload.busy'>).details.retryAfter);
}

/** A failure that may be gone a moment later. */
function mayPass(error: unknown): boolean {
  return error instanceof OfflineError || (error instanceof Failure && error.code === 'server.unavailable');
}

function asksForProof(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  const { code } = error as Failure;
  return code === 'password.needed' || code === 'password.none';
}

function tokenFor({ access }: Endpoint, { linkToken }: CallOptions, app: CallContext): string | undefined {
  if (access === 'link') return linkToken;
  if (access === 'visitor' || (access === 'member-or-link' && linkToken)) return undefined;
  const token = app.token();
  if (!token && access === 'visitor-or-member') return undefined;
  if (!token) throw new Failure('session.missing', undefined);
  return token;
}

/** What can stand in an address. */
type Words = Record<string, string | number | boolean | undefined>;

function addressOf(
  { host, path, params, query }: Endpoint,
  input: unknown,
  hosts: Partial<Record<Host, string>>,
): string {
  const base = hosts[host];
  if (base === undefined) throw new Error(`${path} belongs to another app.`);
  const encoded = params && z.safeEncode(params, input);
  // An id that cannot be one comes from a broken link, and leads nowhere like any other unknown id.
  if (encoded && !encoded.success) throw new Failure('request.not_found', undefined);
  const given = (encoded?.data ?? {}) as Words;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(encodePart(query, input) as Words)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${base}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

async function bodyOf(
  endpoint: Endpoint,
  input: unknown,
  app: CallContext,
): Promise<string | FormData | null> {
  const { body, sealed, upload } = endpoint;
  if (upload) {
    const form = new FormData();
    form.set(upload.wire, (input as Record<string, Blob>)[upload.name] as Blob);
    return form;
  }
  if (!body && !sealed) return null;
  const fields = encodePart(body, input);
  if (!sealed) return JSON.stringify(fields);
  const [{ importSealingKey, seal }, keys] = await Promise.all([
    import('#contract/kernel/sealing.ts'),
    app.keys?.(),
  ]);
  if (!keys) throw new Error(`${endpoint.path} must be sealed, and this app has no keys.`);
  const key = keys[sealed.key];
  const content = z.encode(sealed.content, (input as Record<string, unknown>)[sealed.name]);
  return JSON.stringify({
    ...fields,
    [sealed.wire]: await seal(content, await importSealingKey(key), key.kid),
  });
}

/** One key pair serves a whole page: the server seals each answer afresh. */
async function makeReplyKey(keys: Promise<CryptoKeyPair> | undefined) {
  const sealing = await import('#contract/kernel/sealing.ts');
  return { ...(await sealing.makeReplyKey(await keys)), unseal: sealing.unseal };
}

async function openReply(
  { sealedReply }: Endpoint,
  body: unknown,
  replyKey: ReturnType<typeof makeReplyKey> | undefined,
): Promise<unknown> {
  if (!sealedReply || !replyKey || typeof body !== 'object' || body === null) return body;
  const jwe = (body as Record<string, unknown>)[sealedReply];
  if (typeof jwe !== 'string') return body;
  const { privateKey, unseal } = await replyKey;
  return { ...body, [sealedReply]: await unseal(jwe, () => privateKey) };
}

function encodePart(schema: z.ZodType | undefined, input: unknown): Record<string, unknown> {
  return schema ? (z.encode(schema, input) as Record<string, unknown>) : {};
}

/** A proxy's error page is not JSON; the status then speaks for itself. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
