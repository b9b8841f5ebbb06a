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

/** Calls an endpoint as a browser would, and reads the answer off the wire. */
export async function callAs<E extends Endpoint>(
  server: FastifyInstance,
  endpoint: E,
  input: InputOf<E>,
  { token, hostname = 'localhost' }: CallOptions = {},
): Promise<{ status: number; reply: ReplyOf<E>; body: unknown }> {
  const part = (schema: z.ZodType | undefined) => (schema ? (z.encode(schema, input) as Record<string, unknown>) : {});
  const params = part(endpoint.params);
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const { privateKey, header } = await makeReplyKey();
  const answer = await server.inject({
    method: endpoint.method,
    url: hostPrefixes[endpoint.host] + path,
    query: part(endpoint.query) as Record<string, string>,
    headers: {
      host: hostname,
      'seal-key': header,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(endpoint.body ? { payload: part(endpoint.body) } : {}),
  });
  const body = answer.json<Record<string, unknown>>();
  const field = endpoint.sealedReply;
  if (field && typeof body[field] === 'string') body[field] = await unseal(body[field], () => privateKey);
  const reply = answer.statusCode === 200 ? z.decode(endpoint.reply, body) : undefined;
  return { status: answer.statusCode, reply: reply as ReplyOf<E>, body };
}
