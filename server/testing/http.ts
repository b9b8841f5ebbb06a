import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { hostPrefixes } from '../../contract/endpoint.ts';
import type { Endpoint, InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { makeReplyKey, unseal } from '../../contract/sealing.ts';
import type { App } from '../core/app.ts';
import type { Binding } from '../core/http/bind.ts';
import { mount } from '../core/http/mount.ts';
import { createHttpServer } from '../core/http/server.ts';
import { identify } from '../identify.ts';
import { ask } from './ask.ts';

/** The HTTP side of the server with some routes, asked without a network. */
export async function serve(app: App, bindings: readonly Binding[]): Promise<FastifyInstance> {
  const { server } = await createHttpServer(app);
  mount(app, server, bindings, identify);
  await server.ready();
  return server;
}

interface CallOptions {
  token?: string;
  hostname?: string;
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
  return call(endpoint, input, options, async ({ method, path, headers, body }) => {
    const answer = await server.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  });
}

/** The same over a real connection. */
export function callAt<E extends Endpoint>(
  port: number,
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<CallAnswer<E>> {
  return call(endpoint, input, options, async (question) => {
    const answer = await ask(port, question);
    return { status: answer.status, body: answer.json() as Record<string, unknown> };
  });
}

interface WireCall {
  method: Endpoint['method'];
  path: string;
  headers: Record<string, string>;
  body?: string;
}
type Send = (wire: WireCall) => Promise<{ status: number; body: Record<string, unknown> }>;

async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { token, hostname = 'localhost' }: CallOptions,
  send: Send,
): Promise<CallAnswer<E>> {
  const part = (schema: z.ZodType | undefined) =>
    schema ? (z.encode(schema, input) as Record<string, unknown>) : {};
  const params = part(endpoint.params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams(part(endpoint.query) as Record<string, string>);
  const { privateKey, header } = await makeReplyKey();
  const { status, body } = await send({
    method: endpoint.method,
    path: `${hostPrefixes[endpoint.host]}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      host: hostname,
      'seal-key': header,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(endpoint.body ? { body: JSON.stringify(part(endpoint.body)) } : {}),
  });
  const field = endpoint.sealedReply;
  if (field && typeof body[field] === 'string') body[field] = await unseal(body[field], () => privateKey);
  const reply = status === 200 ? z.decode(endpoint.reply, body) : undefined;
  return { status, reply: reply as ReplyOf<E>, body };
}
