import type { Agent } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { importSealingKey, makeReplyKey, seal, unseal } from '#contract/kernel/sealing.ts';
import type { PublicKey } from '#contract/kernel/sealing.ts';
import type { App } from '#server/app.ts';
import { identify } from '#server/identify.ts';
import type { Binding } from '#server/platform/http/mount.ts';
import { mount } from '#server/platform/http/mount.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { sendRequest } from './http-request.ts';

const keysOf = new WeakMap<FastifyInstance, () => Keys>();
type Keys = Record<'api' | 'payment', PublicKey>;

/** The HTTP side of the server with some routes, asked without a network. */
export async function serve(app: App, bindings: readonly Binding[]): Promise<FastifyInstance> {
  const { server } = await createHttpServer(app);
  keysOf.set(server, () => app.sealingKeys.published());
  mount(app, server, bindings, identify);
  await server.ready();
  return server;
}

interface CallOptions {
  token?: string;
  hostname?: string;
  /** More headers, as they go over the wire. */
  headers?: Record<string, string>;
  /** For many calls of one server: its connections are used again. */
  agent?: Agent;
}

interface CallAnswer<E extends Endpoint> {
  status: number;
  reply: ReplyOf<E>;
  body: unknown;
}

/** Calls an endpoint as a browser would, and reads the answer off the wire. */
export function callAs<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<CallAnswer<E>> {
  const findKeys = () => keysOf.get(server)?.() ?? failWithoutKeys();
  return call(endpoint, input, { ...options, findKeys }, async ({ method, path, headers, body }) => {
    const answer = await server.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, bytes: answer.rawPayload };
  });
}

/** The same over a real connection. */
export function callAt<E extends Endpoint>(
  port: number,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<CallAnswer<E>> {
  const findKeys = async () => {
    const boot = await sendRequest(port, {
      path: '/boot.json',
      ...(options.hostname && { host: options.hostname }),
    });
    return (boot.json() as { keys: Keys }).keys;
  };
  return call(endpoint, input, { ...options, findKeys }, async (question) => {
    const answer = await sendRequest(port, { ...question, ...(options.agent && { agent: options.agent }) });
    return { status: answer.status, bytes: Buffer.from(answer.text) };
  });
}

function failWithoutKeys(): never {
  throw new Error('this server was not made by `serve`');
}

let replyKey: ReturnType<typeof makeReplyKey> | undefined;

/** One for all calls: making one takes longer than most answers. */
function findReplyKey(): ReturnType<typeof makeReplyKey> {
  replyKey ??= makeReplyKey();
  return replyKey;
}

interface WireCall {
  method: Endpoint['method'];
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}
type Send = (wire: WireCall) => Promise<{ status: number; bytes: Buffer }>;

async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions & { findKeys: () => Keys | Promise<Keys> },
  send: Send,
): Promise<CallAnswer<E>> {
  const { token, hostname = 'localhost' } = options;
  const part = (schema: z.ZodType | undefined) =>
    schema ? (z.encode(schema, input) as Record<string, unknown>) : {};
  const params = part(endpoint.params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams(part(endpoint.query) as Record<string, string>);
  const { privateKey, header } = await findReplyKey();
  const content = await bodyOf(endpoint, input, part(endpoint.body), options.findKeys);
  const { status, bytes } = await send({
    method: endpoint.method,
    path: `${hostPrefixes[endpoint.host]}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      host: hostname,
      'seal-key': header,
      ...(part(endpoint.headers) as Record<string, string>),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(content ? { 'content-type': content.type } : {}),
      ...options.headers,
    },
    ...(content ? { body: content.body } : {}),
  });
  if (endpoint.file && status === 200) {
    return { status, reply: new Blob([new Uint8Array(bytes)]) as ReplyOf<E>, body: {} };
  }
  if (endpoint.html && status === 200) return { status, reply: bytes.toString() as ReplyOf<E>, body: {} };
  const body = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const field = endpoint.sealedReply;
  if (field && typeof body[field] === 'string') body[field] = await unseal(body[field], () => privateKey);
  const reply = status === 200 ? z.decode(endpoint.reply, body) : undefined;
  return { status, reply: reply as ReplyOf<E>, body };
}

async function bodyOf(
  { body, sealed, upload }: Endpoint,
  input: unknown,
  fields: Record<string, unknown>,
  findKeys: () => Keys | Promise<Keys>,
): Promise<{ type: string; body: string | Buffer } | undefined> {
  const given = input as Record<string, unknown>;
  if (upload) {
    const form = new FormData();
    form.set(upload.wire, given[upload.name], 'photo');
    const request = new Response(form);
    return {
      type: request.headers.get('content-type') ?? '',
      body: Buffer.from(await request.arrayBuffer()),
    };
  }
  if (!body && !sealed) return undefined;
  if (sealed) {
    const key = (await findKeys())[sealed.key];
    const content = z.encode(sealed.content, given[sealed.name]);
    fields[sealed.wire] = await seal(content, await importSealingKey(key), key.kid);
  }
  return { type: 'application/json', body: JSON.stringify(fields) };
}
